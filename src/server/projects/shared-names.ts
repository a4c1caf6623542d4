import type { TrackedBrands } from "../../reader/brand.ts";
import { type SharedName, sharedNames } from "../../reader/shared-name.ts";
import type { Warning } from "../api/context.ts";

/** Where the caller gave a name, as a JSON Pointer; null if the caller did not. */
type PathOf = (name: SharedName) => string | null;

/** A rival as given: its name alone, or an object. */
type Given = string | { name: string; aliases?: readonly string[] | undefined };

interface Kept {
  name: string;
  aliases: readonly string[];
}

/** Paths of a project's names; fewer rivals and aliases may be stored than were given. */
export function projectPaths(
  input: { brandAliases: readonly string[]; competitors: readonly Given[] },
  project: { brandAliases: readonly string[]; competitors: readonly Kept[] },
): PathOf {
  return ({ brand, alias }) => {
    if (brand > 0) return rivalPath(input.competitors, project.competitors[brand - 1], alias);
    if (alias === null) return "/brand";
    return `/brandAliases/${input.brandAliases.indexOf(project.brandAliases[alias] ?? "")}`;
  };
}

/** Paths of an ad hoc analysis; names that it was not given are the project's. */
export const adHocPaths =
  (inputs: readonly Given[], competitors: readonly Kept[]): PathOf =>
  ({ brand, alias }) =>
    rivalPath(inputs, competitors[brand - 1], alias);

function rivalPath(
  inputs: readonly Given[],
  competitor: Kept | undefined,
  alias: number | null,
): string | null {
  const place = inputs.findIndex(
    (rival) => (typeof rival === "string" ? rival : rival.name) === competitor?.name,
  );
  const rival = inputs[place];
  if (rival === undefined || competitor === undefined) return null;
  const path = `/competitors/${place}`;
  if (alias === null) return typeof rival === "string" ? path : `${path}/name`;
  const at = typeof rival === "string" ? -1 : (rival.aliases ?? []).indexOf(competitor.aliases[alias] ?? "");
  return at === -1 ? null : `${path}/aliases/${at}`;
}

/** Warns of every name that two tracked brands share, and says which of them it counts for. */
export function warnOfSharedNames(
  brands: TrackedBrands,
  pathOf: PathOf,
  warn: (warning: Warning) => void,
): void {
  for (const shared of sharedNames(brands)) {
    const whose = shared.countsFor === 0 ? "the brand" : "a competitor";
    warn({
      code: "SHARED_NAME",
      path: pathOf(shared),
      message: `This name is also one of ${whose}, and counts for that one only.`,
    });
  }
}
