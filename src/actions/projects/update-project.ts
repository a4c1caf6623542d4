import { type TSchema, Type } from "typebox";
import { type Project, trackedBrands } from "../../domain/project/project.ts";
import { nextRun } from "../../domain/project/schedule.ts";
import { action } from "../../kernel/action.ts";
import type { Context } from "../../kernel/context.ts";
import { reply } from "../../kernel/reply.ts";
import { lockProject, updateProject as storeProject } from "../../store/projects/projects.ts";
import { replacePrompts } from "../../store/projects/prompts.ts";
import { holdWorkspace } from "../../store/projects/workspaces.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { Nullable } from "../schema/schema.ts";
import {
  checkProjectTerms,
  competitorsOf,
  hostOf,
  type ProjectTerms,
  projectFields,
} from "./terms/project-terms.ts";
import { givenPrompts } from "./terms/prompt-terms.ts";
import { projectPaths, warnOfSharedNames } from "./terms/shared-names.ts";
import { ProjectView, projectView } from "./views/project-view.ts";

const { name, brand, ...clearable } = projectFields;
const orNull = <T extends TSchema & { description?: string }>(schema: T) =>
  Type.Optional(Nullable(schema, { description: `${schema.description} Null clears it.` }));

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
    brandAliases: orNull(clearable.brandAliases),
    domain: orNull(clearable.domain),
    websiteUrl: orNull(clearable.websiteUrl),
    about: orNull(clearable.about),
    competitors: orNull(clearable.competitors),
    prompts: orNull(clearable.prompts),
    providers: orNull(clearable.providers),
    samples: orNull(clearable.samples),
    schedule: orNull(clearable.schedule),
    country: orNull(clearable.country),
    language: orNull(clearable.language),
    timezone: orNull(clearable.timezone),
    workspaceId: orNull(clearable.workspaceId),
  }),
  output: ProjectView,
}).run(async (context, { projectId, prompts, ...terms }) => {
  const { caller, engines, now, queue, write } = context;
  checkProjectTerms(terms as ProjectTerms, engines);
  const saved = prompts === undefined ? undefined : givenPrompts(prompts ?? []);
  const replied = await write(async (db) => {
    if (terms.workspaceId) await holdWorkspace(db, caller.userId, terms.workspaceId);
    // As it is now: what others have changed since the request came in stays as they left it.
    const project = await lockProject(db, caller.userId, context.project.id);
    const changed = changedProject(context, project, terms);
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
      : competitorsOf(rivals, brandName, warn);
  const or = <T>(given: T | undefined, kept: T): T => (given === undefined ? kept : given);
  const schedule = or(terms.schedule, project.schedule) ?? "off";
  const timezone = or(terms.timezone, project.timezone) ?? "UTC";
  const planned = { schedule, timezone, projectId: project.id, spread: settings.spreadSchedules };
  const changed: Project = {
    ...project,
    name: terms.name ?? project.name,
    brand: brandName,
    brandAliases: or(terms.brandAliases, project.brandAliases) ?? [],
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
    warnOfSharedNames(trackedBrands(changed), projectPaths(rivals, competitors), warn);
  return changed;
}

/** Whether stored answers must be read again: another brand, rival, alias, domain or `about`. */
function readsDifferently(before: Project, after: Project): boolean {
  const looked = ({ brand, brandAliases, about, domain, websiteUrl, competitors }: Project) =>
    JSON.stringify([brand, brandAliases, about, domain, websiteUrl, competitors]);
  return looked(before) !== looked(after);
}
