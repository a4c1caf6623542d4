import type { TrackedBrands } from "../../../domain/project/brand.ts";
import { type SharedName, sharedNames } from "../../../domain/project/shared-name.ts";
import type { Warning } from "../../../kernel/context.ts";

/** Where the caller gave a name, as a JSON Pointer; null where it did not. */
type PathOf = (name: SharedName) => string | null;

interface Named {
  name: string;
}

/** Paths of a project's names; the rivals kept may be fewer than those given. */
export function projectPaths(given: readonly Named[], kept: readonly Named[]): PathOf {
  return ({ brand, alias }) => {
    if (brand === 0) return alias === null ? "/brand" : `/brandAliases/${alias}`;
    const rival = `/competitors/${given.findIndex(({ name }) => name === kept[brand - 1]?.name)}`;
    return alias === null ? `${rival}/name` : `${rival}/aliases/${alias}`;
  };
}

/** Paths of an ad hoc analysis: its rivals are names alone, aliases are the project's. */
export const adHocPaths =
  (given: readonly string[], kept: readonly Named[]): PathOf =>
  ({ brand, alias }) => {
    const place = alias === null ? given.indexOf(kept[brand - 1]?.name ?? "") : -1;
    return place === -1 ? null : `/competitors/${place}`;
  };

/** Says of every name that two tracked brands have that it counts for one of them. */
export function warnOfSharedNames(
  tracked: TrackedBrands,
  pathOf: PathOf,
  warn: (warning: Warning) => void,
): void {
  for (const shared of sharedNames(tracked)) {
    const whose = shared.countsFor === 0 ? "the brand" : "a rival";
    warn({
      code: "SHARED_NAME",
      path: pathOf(shared),
      message: `This name is also one of ${whose}, and counts for that one only.`,
    });
  }
}
