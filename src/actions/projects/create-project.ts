import { Type } from "typebox";
import { trackedBrands } from "../../domain/project/project.ts";
import { nextRun } from "../../domain/project/schedule.ts";
import { action } from "../../kernel/action.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { reply } from "../../kernel/reply.ts";
import { lockOrganization } from "../../store/organizations/organizations.ts";
import { countProjects, insertProject } from "../../store/projects/projects.ts";
import { replacePrompts } from "../../store/projects/prompts.ts";
import { holdWorkspace } from "../../store/projects/workspaces.ts";
import {
  aliasesOf,
  checkProjectTerms,
  competitorsOf,
  givenCompetitors,
  hostOf,
  orNull,
  projectFields,
} from "./terms/project-terms.ts";
import { givenPrompts } from "./terms/prompt-terms.ts";
import { nothingToRun } from "./terms/schedule-terms.ts";
import { projectPaths, warnOfSharedNames } from "./terms/shared-names.ts";
import { ProjectView, projectView } from "./views/project-view.ts";

const { name, brand, ...others } = projectFields;

export const createProject = action({
  name: "create_project",
  http: "POST /v1/projects",
  summary: "Create a project: a brand, its rivals, its prompts and how they are measured.",
  tag: "setup",
  scope: "projects:write",
  effect: "writes",
  limit: "write",
  tool: true,
  status: 201,
  problems: ["BILLING_REQUIRED", "WORKSPACE_NOT_FOUND"],
  input: Type.Object({ name, brand, ...orNull(others, "Null: not set.") }),
  output: ProjectView,
}).run(async ({ caller, engines, settings, now, warn, write }, terms) => {
  checkProjectTerms(terms, engines);
  const prompts = givenPrompts(terms.prompts ?? [], warn);
  const given = { brandAliases: terms.brandAliases ?? [], competitors: terms.competitors ?? [] };
  const competitors = competitorsOf(givenCompetitors(given.competitors), terms.brand, warn);
  const names = {
    brand: terms.brand,
    brandAliases: aliasesOf(given.brandAliases, terms.brand, "/brandAliases", warn),
    about: terms.about ?? null,
    domain: terms.domain ? hostOf(terms.domain) : null,
    websiteUrl: terms.websiteUrl ?? null,
    competitors,
  };
  warnOfSharedNames(trackedBrands(names), projectPaths(given, names), warn);
  const id = newId();
  const limit = settings.plans[caller.plan].projects;
  const schedule = terms.schedule ?? "off";
  const timezone = terms.timezone ?? "UTC";
  if (schedule !== "off" && prompts.length === 0) warn(nothingToRun);
  const spread = settings.spreadSchedules;

  return write(async (db) => {
    await lockOrganization(db, caller.organizationId);
    const used = await countProjects(db, caller.organizationId);
    if (used >= limit) {
      throw new Problem("BILLING_REQUIRED", {
        details: { quota: "projects", remaining: 0, required: 1, limit, resets_at: null, upgrade_url: null },
      });
    }
    if (terms.workspaceId) await holdWorkspace(db, caller, terms.workspaceId);
    const project = await insertProject(db, {
      id,
      organizationId: caller.organizationId,
      name: terms.name,
      ...names,
      providers: terms.providers ?? null,
      samples: terms.samples ?? 1,
      schedule,
      nextRunAt: nextRun({ schedule, timezone, projectId: id, spread }, now())?.toISOString() ?? null,
      country: terms.country ?? "US",
      language: terms.language ?? "en",
      timezone,
      workspaceId: terms.workspaceId ?? null,
      now: now(),
    });
    const promptCount = await replacePrompts(db, project.id, prompts);
    return reply(projectView({ ...project, promptCount }, engines.configured()), {
      location: `/v1/projects/${id}`,
    });
  });
});
