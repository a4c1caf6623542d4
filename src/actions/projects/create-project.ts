import { Type } from "typebox";
import { projectDefaults } from "../../domain/project/project.ts";
import { action } from "../../kernel/action.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { reply } from "../../kernel/reply.ts";
import { lockOrganization } from "../../store/organizations/organizations.ts";
import { countProjects, insertProject } from "../../store/projects/projects.ts";
import { replacePrompts } from "../../store/projects/prompts.ts";
import { holdWorkspace } from "../../store/projects/workspaces.ts";
import { brand, questions } from "../examples/northwind.ts";
import { project, projectTerms } from "../examples/projects.ts";
import { showAs } from "../schema/shown-as.ts";
import { changedProject } from "./steps/changed-project.ts";
import { demandWorkspace } from "./steps/demand-workspace.ts";
import { checkProjectTerms, ProjectSettings, projectNames } from "./terms/project-terms.ts";
import { givenPrompts } from "./terms/prompt-terms.ts";
import { nothingToRun } from "./terms/schedule-terms.ts";
import { ProjectView, projectView } from "./views/project-view.ts";

export const createProject = action({
  name: "create_project",
  http: "POST /v1/projects",
  summary: "Create a project: a brand, its competitors, its prompts and how they are measured.",
  description: "Nothing is asked until you run an analysis or set a schedule.",
  tag: "setup",
  scope: "projects:write",
  effect: "writes",
  limit: "write",
  tool: true,
  status: 201,
  problems: ["BILLING_REQUIRED", "WORKSPACE_NOT_FOUND"],
  input: showAs(Type.Object({ ...projectNames, ...ProjectSettings.properties }), {
    bases: [ProjectSettings],
  }),
  output: ProjectView,
  example: () => ({
    bodies: {
      usual: { summary: "A project", value: projectTerms },
      least: {
        summary: "The least that is needed",
        value: { name: brand, brand, prompts: [questions[0]] },
      },
    },
    answers: { Project: { status: 201, summary: "A project that has not been run", data: project } },
  }),
}).run(async (context, { prompts: sent, ...terms }) => {
  const { caller, engines, settings, now, warn, write } = context;
  checkProjectTerms({ ...terms, prompts: sent }, engines);
  const prompts = givenPrompts(sent ?? [], warn);
  demandWorkspace(caller, terms.workspaceId);
  const { name, brand } = terms;
  const empty = { ...projectDefaults, id: newId(), organizationId: caller.organizationId, name, brand };
  const asked = changedProject(context, empty, terms);
  if (asked.schedule !== "off" && prompts.length === 0) warn(nothingToRun);
  const limit = settings.plans[caller.plan].projects;

  return write(async (db) => {
    await lockOrganization(db, caller.organizationId);
    const used = await countProjects(db, caller.organizationId);
    if (used >= limit) {
      throw new Problem("BILLING_REQUIRED", {
        message: `Projects: ${used} of the ${limit} that the plan allows.`,
        details: { quota: "projects", remaining: 0, required: 1, limit, resets_at: null, upgrade_url: null },
      });
    }
    if (terms.workspaceId) await holdWorkspace(db, caller, terms.workspaceId);
    const project = await insertProject(db, { ...asked, now: now() });
    const promptCount = await replacePrompts(db, project.id, prompts);
    return reply(projectView({ ...project, promptCount }, engines.configured()), {
      location: `/v1/projects/${project.id}`,
    });
  });
});
