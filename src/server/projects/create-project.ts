import { Type } from "typebox";
import { action } from "../api/action.ts";
import { brand, questions } from "../api/examples/northwind.ts";
import { reply } from "../api/reply.ts";
import { showAs } from "../api/schema/openapi-hints.ts";
import { newId } from "../kernel/id.ts";
import { Problem } from "../kernel/problem.ts";
import { lockOrganization } from "../organizations/organizations.ts";
import { changeProject } from "./change-project.ts";
import { demandWorkspace } from "./client-workspaces/demand-workspace.ts";
import { holdWorkspace } from "./client-workspaces/workspaces.ts";
import { projectDefaults } from "./project.ts";
import { project, projectTerms } from "./project-examples.ts";
import { checkProjectTerms, ProjectSettings, projectNames } from "./project-terms.ts";
import { ProjectView, projectView } from "./project-view.ts";
import { countProjects, insertProject } from "./projects.ts";
import { givenPrompts } from "./prompts/prompt-terms.ts";
import { replacePrompts } from "./prompts/prompts.ts";
import { nothingToRun } from "./schedule-terms.ts";

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
}).run(async (context, { prompts: promptInputs, ...terms }) => {
  const { caller, engines, settings, now, warn, write } = context;
  checkProjectTerms({ ...terms, prompts: promptInputs }, engines);
  const prompts = givenPrompts(promptInputs ?? [], warn);
  demandWorkspace(caller, terms.workspaceId);
  const { name, brand } = terms;
  const empty = { ...projectDefaults, id: newId(), organizationId: caller.organizationId, name, brand };
  const newProject = changeProject(context, empty, terms);
  if (newProject.schedule !== "off" && prompts.length === 0) warn(nothingToRun);
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
    const project = await insertProject(db, { ...newProject, now: now() });
    const promptCount = await replacePrompts(db, project.id, prompts);
    return reply(projectView({ ...project, promptCount }, engines.configured()), {
      location: `/v1/projects/${project.id}`,
    });
  });
});
