import type { Warning } from "../api/context.ts";
import { invalid, type Problem } from "../kernel/problem.ts";
import { type Project, trackedBrands } from "../projects/project.ts";
import { aliasesMax, foldedName, isBlank } from "../projects/project-terms.ts";
import { warnOfSharedNames } from "../projects/shared-names.ts";

/** A project in which a brand has another name; by default its own. Throws a 400 for a name that cannot be added. */
export function withAlias(
  project: Project,
  { alias, brand }: { alias: string; brand: string | undefined },
  warn: (warning: Warning) => void,
): { changed: Project; brand: string } {
  if (isBlank(alias)) throw refused("/alias", "blank", "This name has no visible characters.");
  const name = brandNamed(project, brand);
  const added = (aliases: readonly string[]): string[] => {
    if ([name, ...aliases].some((takenName) => foldedName(takenName) === foldedName(alias)))
      throw refused("/alias", "duplicate", "This is already a name of the brand.");
    if (aliases.length >= aliasesMax)
      throw refused("/alias", "too_many", `A brand has at most ${aliasesMax} other names.`);
    return [...aliases, alias];
  };
  const changed = withAliases(project, name, added);
  const path = (shared: { brand: number; alias: number | null }) => {
    const of = [changed.brandAliases, ...changed.competitors.map(({ aliases }) => aliases)][shared.brand];
    return shared.alias !== null && of?.[shared.alias] === alias ? "/alias" : null;
  };
  warnOfSharedNames(trackedBrands(changed), path, (warning) => {
    if (warning.path !== null) warn(warning);
  });
  return { changed, brand: name };
}

/** The same project without that name; as it is where the name is gone already. */
export const withoutAlias = (project: Project, { alias, brand }: { alias: string; brand: string }): Project =>
  withAliases(project, brand, (aliases) => aliases.filter((otherAlias) => otherAlias !== alias));

/** Whether the project still has that name for the brand. */
export const hasAlias = (project: Project, { alias, brand }: { alias: string; brand: string }): boolean =>
  withoutAlias(project, { alias, brand }) !== project;

function withAliases(
  project: Project,
  brand: string,
  change: (aliases: readonly string[]) => string[],
): Project {
  if (brand === project.brand) {
    const brandAliases = change(project.brandAliases);
    return brandAliases.length === project.brandAliases.length ? project : { ...project, brandAliases };
  }
  let changed = false;
  const competitors = project.competitors.map((rival) => {
    if (rival.name !== brand) return rival;
    const aliases = change(rival.aliases);
    changed ||= aliases.length !== rival.aliases.length;
    return { ...rival, aliases };
  });
  return changed ? { ...project, competitors } : project;
}

function brandNamed({ brand, competitors }: Project, requestedName = brand): string {
  const names = [brand, ...competitors.map(({ name }) => name)];
  const name = names.find((each) => foldedName(each) === foldedName(requestedName));
  if (name === undefined) throw refused("/brand", "unknown_brand", "This project tracks no such brand.");
  return name;
}

const refused = (path: string, code: string, message: string): Problem =>
  invalid([{ in: "body", path, code, message }]);
