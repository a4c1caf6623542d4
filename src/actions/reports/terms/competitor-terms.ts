import { Type } from "typebox";
import type { Competitor } from "../../../domain/project/project.ts";
import { foldedName, hostOf } from "../../projects/terms/project-terms.ts";

/** Over HTTP a segment of the path, decoded once. */
export const CompetitorTerm = Type.String({
  minLength: 1,
  maxLength: 253,
  description: "Name, slug or domain of a competitor.",
  examples: ["Bolt"],
});

/** The rival of that name, slug or domain; a name comes before a slug, a slug before a domain. */
export function competitorBy(competitors: readonly Competitor[], term: string): Competitor | undefined {
  const wanted = foldedName(term);
  const host = hostOf(term);
  return (
    competitors.find(({ name }) => foldedName(name) === wanted) ??
    competitors.find(({ slug }) => slug === wanted) ??
    competitors.find(({ domain }) => domain !== null && domain === host)
  );
}
