import { Type } from "typebox";
import type { Competitor } from "../../projects/project.ts";
import { foldedName, hostOf } from "../../projects/project-terms.ts";

/** Over HTTP, a path segment that was decoded once. */
export const CompetitorTerm = Type.String({
  minLength: 1,
  maxLength: 253,
  description: "Name, slug or domain of a competitor.",
  examples: ["Bolt"],
});

/** The rival with this name, slug or domain; a name beats a slug, and a slug beats a domain. */
export function competitorBy(competitors: readonly Competitor[], term: string): Competitor | undefined {
  const foldedTerm = foldedName(term);
  const host = hostOf(term);
  return (
    competitors.find(({ name }) => foldedName(name) === foldedTerm) ??
    competitors.find(({ slug }) => slug === foldedTerm) ??
    competitors.find(({ domain }) => domain !== null && domain === host)
  );
}
