import { Type } from "typebox";
import { type Project, trackedBrands } from "../../domain/project/project.ts";
import { nextRun } from "../../domain/project/schedule.ts";
import { action } from "../../kernel/action.ts";
import type { Context } from "../../kernel/context.ts";
import { reply } from "../../kernel/reply.ts";
import { lockProject, updateProject as storeProject } from "../../store/projects/projects.ts";
import { replacePrompts } from "../../store/projects/prompts.ts";
import { holdWorkspace } from "../../store/projects/workspaces.ts";
import { ProjectId } from "../schema/id-terms.ts";
import {
  aliasesOf,
  checkProjectTerms,
  competitorsOf,
  givenCompetitors,
  hostOf,
  orNull,
  type ProjectTerms,
  projectFields,
} from "./terms/project-terms.ts";
import { givenPrompts } from "./terms/prompt-terms.ts";
import { nothingToRun } from "./terms/schedule-terms.ts";
import { projectPaths, warnOfSharedNames } from "./terms/shared-names.ts";
import { ProjectView, projectView } from "./views/project-view.ts";

const { name, brand, ...clearable } = projectFields;

export const updateProject = action({
  name: "update_project",
  http: "PATCH /v1/projects/{projectId}",
  summary: "Change fields of a project; null clears one. A change of names re-reads stored answers.",
  tag: "setup",
  scope: "projects:write",
  effect: "writes",
  limit: "write",
  tool: true,
  on: "project",
  problems: ["WORKSPACE_NOT_FOUND"],
  input: Type.Object({
    projectId: ProjectId,
    name: Type.Optional(name),
    brand: Type.Optional(brand),
    ...orNull(clearable, "Null clears it."),
  }),
  output: ProjectView,
}).run(async (context, { projectId, prompts, ...terms }) => {
  const { caller, engines, now, queue, write } = context;
  checkProjectTerms(terms as ProjectTerms, engines);
  const saved = prompts === undefined ? undefined : givenPrompts(prompts ?? [], context.warn);
  const replied = await write(async (db) => {
    if (terms.workspaceId) await holdWorkspace(db, caller, terms.workspaceId);
    // As it is now: what others have changed since the request came in stays as they left it.
    const project = await lockProject(db, caller, context.project.id);
    const changed = changedProject(context, project, terms);
    const promptsLeft = saved?.length ?? project.promptCount;
    const newly = terms.schedule !== undefined || saved !== undefined;
    if (newly && changed.schedule !== "off" && promptsLeft === 0) context.warn(nothingToRun);
    const stored = await storeProject(db, changed, now());
    const promptCount =
      saved === undefined ? stored.promptCount : await replacePrompts(db, project.id, saved);
    if (readsDifferently(project, changed)) await queue.enqueueReread(db, project.id);
    return reply(projectView({ ...stored, promptCount }, engines.configured()));
  });
  queue.wake();
  return replied;
});

type Changes = { [Field in keyof ProjectTerms]?: ProjectTerms[Field] | null };

/** The project with the fields given; null clears one, and absent ones stay. */
function changedProject({ now, settings, warn }: Context, project: Project, terms: Changes): Project {
  const brandName = terms.brand ?? project.brand;
  const rivals = terms.competitors === undefined ? project.competitors : (terms.competitors ?? []);
  const competitors =
    terms.competitors === undefined && terms.brand === undefined
      ? project.competitors
      : competitorsOf(givenCompetitors(rivals), brandName, warn);
  const brandAliases = terms.brandAliases === undefined ? project.brandAliases : (terms.brandAliases ?? []);
  const or = <T>(given: T | undefined, kept: T): T => (given === undefined ? kept : given);
  const schedule = or(terms.schedule, project.schedule) ?? "off";
  const timezone = or(terms.timezone, project.timezone) ?? "UTC";
  const planned = { schedule, timezone, projectId: project.id, spread: settings.spreadSchedules };
  const changed: Project = {
    ...project,
    name: terms.name ?? project.name,
    brand: brandName,
    brandAliases:
      terms.brandAliases === undefined && terms.brand === undefined
        ? project.brandAliases
        : aliasesOf(brandAliases, brandName, "/brandAliases", warn),
    about: or(terms.about, project.about),
    domain: terms.domain ? hostOf(terms.domain) : or(terms.domain, project.domain),
    websiteUrl: or(terms.websiteUrl, project.websiteUrl),
    competitors,
    providers: or(terms.providers, project.providers),
    samples: or(terms.samples, project.samples) ?? 1,
    schedule,
    nextRunAt: nextRun(planned, now())?.toISOString() ?? null,
    country: or(terms.country, project.country) ?? "US",
    language: or(terms.language, project.language) ?? "en",
    timezone,
    workspaceId: or(terms.workspaceId, project.workspaceId),
  };
  if (terms.brand !== undefined || terms.brandAliases !== undefined || terms.competitors !== undefined)
    warnOfSharedNames(
      trackedBrands(changed),
      projectPaths({ brandAliases, competitors: rivals }, changed),
      warn,
    );
  return changed;
}

/** Whether stored answers must be read again: another brand, rival, alias, domain or `about`. */
function readsDifferently(before: Project, after: Project): boolean {
  const looked = ({ brand, brandAliases, about, domain, websiteUrl, competitors }: Project) =>
    JSON.stringify([brand, brandAliases, about, domain, websiteUrl, competitors]);
  return looked(before) !== looked(after);
}
