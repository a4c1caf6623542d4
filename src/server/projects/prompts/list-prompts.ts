import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { projectId } from "../../api/examples/northwind.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { prompts } from "../project-examples.ts";
import { PromptListView, promptListView } from "./prompt-view.ts";
import { listPrompts as promptsOf } from "./prompts.ts";

export const listPrompts = action({
  name: "list_prompts",
  http: "GET /v1/projects/{projectId}/prompts",
  summary: "List the saved prompts of a project.",
  description: "The questions that every run asks, with the keys that reports use for them.",
  tag: "setup",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  on: "project",
  input: Type.Object({ projectId: ProjectId }),
  output: PromptListView,
  example: () => ({
    fields: { projectId },
    answers: { PromptList: { summary: "Two prompts", data: prompts } },
  }),
}).run(async ({ db, project }) => promptListView(project.id, await promptsOf(db, project.id)));
