import type { Static } from "typebox";
import type { Until } from "../../figures/planning/until.ts";
import type { Brand, TrackedBrands } from "../../reader/brand.ts";
import { demandFeature } from "../api/access/entitlement.ts";
import type { Context } from "../api/context.ts";
import { listCorrections, withCorrections } from "../corrections/corrections.ts";
import { type Competitor, type Project, rivalBrand, trackedBrands } from "../projects/project.ts";
import {
  type Competitors,
  checkNames,
  competitorsOf,
  foldedName,
  givenCompetitors,
} from "../projects/project-terms.ts";
import type { GivenPrompt } from "../projects/prompts/prompt-terms.ts";
import { adHocPaths, warnOfSharedNames } from "../projects/shared-names.ts";
import { startRun } from "./start-run.ts";

export interface CustomTerms {
  brand: string;
  prompts: readonly GivenPrompt[];
  /** Absent: the project's, without the brand asked about. */
  competitors?: Static<typeof Competitors> | undefined;
  until?: Until | undefined;
}

/** Runs ad hoc prompts about any brand, with the project's engines, samples, country and language. */
export async function analyseCustom(
  context: Context,
  project: Project,
  terms: CustomTerms,
  options: { waitSeconds: number; statusWhileRunning: 200 | 202 },
) {
  demandFeature(
    { feature: "custom_analysis", spends: "visibility" },
    context.settings.plans,
    context.caller,
    project,
  );
  checkNames(terms);
  const brands = customBrands(context, project, terms);
  warnOfSharedNames(brands, adHocPaths(terms.competitors ?? [], brands.rivals), context.warn);
  const corrections = await listCorrections(context.db, project.id);
  return startRun(context, {
    type: "visibility_analysis_api",
    project,
    brands: withCorrections(brands, corrections),
    prompts: terms.prompts,
    until: terms.until,
    ...options,
  });
}

/** A rival as given; the project supplies what was left out. */
function withGiven(base: Brand, { aliases, domain }: Omit<Competitor, "slug">): Brand {
  return {
    ...base,
    ...(aliases.length > 0 ? { aliases } : {}),
    ...(domain === null ? {} : { domains: [domain] }),
  };
}

/** What the project knows of a name (aliases, domain, about) applies here too. */
function customBrands(
  { warn }: Context,
  project: Project,
  { brand, competitors }: CustomTerms,
): TrackedBrands {
  const { own, rivals } = trackedBrands(project);
  const brandsByName = new Map([...rivals, own].map((one) => [foldedName(one.name), one]));
  const brandOf = (name: string): Brand =>
    brandsByName.get(foldedName(name)) ?? rivalBrand({ name, aliases: [], domain: null });
  if (competitors) {
    const newCompetitors = competitorsOf(givenCompetitors(competitors), brand, warn);
    return {
      own: brandOf(brand),
      rivals: newCompetitors.map((rival) => withGiven(brandOf(rival.name), rival)),
    };
  }
  return { own: brandOf(brand), rivals: rivals.filter(({ name }) => foldedName(name) !== foldedName(brand)) };
}
