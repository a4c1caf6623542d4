import { foldCase } from "../../../reader/prompt.ts";
import type { Project } from "../project.ts";

type Competitors = Project["competitors"];

/** New names of competitors that are called otherwise than before: spelled anew, or another name of the old one or of its domain. */
export function renamedCompetitors(before: Competitors, after: Competitors): ReadonlyMap<string, string> {
  const [had, has] = [before, after].map((some) => new Set(some.map(({ name }) => name)));
  const fresh = after.filter(({ name }) => !had!.has(name));
  const renamed = new Map<string, string>();
  for (const { name, domain } of before) {
    if (has!.has(name)) continue;
    const isCalled = (other: string): boolean => foldCase(other) === foldCase(name);
    const next =
      fresh.find((each) => isCalled(each.name)) ??
      fresh.find((each) => each.aliases.some(isCalled)) ??
      fresh.find((each) => domain !== null && each.domain === domain);
    if (next) renamed.set(name, next.name);
  }
  return renamed;
}
