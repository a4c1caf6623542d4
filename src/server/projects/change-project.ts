import type { Context } from "../api/context.ts";
import { projectDefaults, trackedBrands } from "./project.ts";
import {
  aliasesOf,
  competitorsOf,
  type GivenCompetitor,
  givenCompetitors,
  hostOf,
  type ProjectTerms,
  spelledTimezone,
} from "./project-terms.ts";
import type { NewProject } from "./projects.ts";
import { nextRun } from "./schedule.ts";
import { projectPaths, warnOfSharedNames } from "./shared-names.ts";
import { checkUntil } from "./until-terms.ts";

/** A project with the given fields, in their stored form; null clears a field, and absent fields stay. */
export function changeProject<P extends Omit<NewProject, "now">>(
  { now, settings, warn }: Pick<Context, "now" | "settings" | "warn">,
  project: P,
  terms: ProjectTerms,
): P {
  const brand = terms.brand ?? project.brand;
  const or = <T>(value: T | undefined, fallback: T): T => (value === undefined ? fallback : value);
  const aliases = or(terms.brandAliases, project.brandAliases) ?? projectDefaults.brandAliases;
  const rivals: readonly (string | GivenCompetitor)[] =
    (terms.competitors === undefined ? project.competitors : terms.competitors) ??
    projectDefaults.competitors;
  // A new brand name may equal one of the competitors that stay.
  const competitors =
    terms.competitors === undefined && terms.brand === undefined
      ? project.competitors
      : competitorsOf(givenCompetitors(rivals), brand, warn);
  const brandAliases =
    terms.brandAliases === undefined && terms.brand === undefined
      ? project.brandAliases
      : aliasesOf(aliases, brand, "/brandAliases", warn);
  const schedule = or(terms.schedule, project.schedule) ?? projectDefaults.schedule;
  const timezone =
    or(terms.timezone && spelledTimezone(terms.timezone), project.timezone) ?? projectDefaults.timezone;
  const planned = { schedule, timezone, projectId: project.id, spread: settings.spreadSchedules };
  const changed: P = {
    ...project,
    name: terms.name ?? project.name,
    brand,
    brandAliases,
    about: or(terms.about, project.about),
    domain: terms.domain ? hostOf(terms.domain) : or(terms.domain, project.domain),
    websiteUrl: or(terms.websiteUrl, project.websiteUrl),
    competitors,
    providers: or(terms.providers, project.providers),
    samples: or(terms.samples, project.samples) ?? projectDefaults.samples,
    until: terms.until === undefined ? project.until : (checkUntil(terms.until) ?? null),
    monthlySpendUsd: or(terms.monthlySpendUsd, project.monthlySpendUsd),
    schedule,
    nextRunAt: nextRun(planned, now())?.toISOString() ?? null,
    country: or(terms.country, project.country) ?? projectDefaults.country,
    language: or(terms.language, project.language) ?? projectDefaults.language,
    timezone,
    workspaceId: or(terms.workspaceId, project.workspaceId),
  };
  if (terms.brand !== undefined || terms.brandAliases !== undefined || terms.competitors !== undefined) {
    const paths = projectPaths({ brandAliases: aliases, competitors: rivals }, changed);
    warnOfSharedNames(trackedBrands(changed), paths, warn);
  }
  return changed;
}
