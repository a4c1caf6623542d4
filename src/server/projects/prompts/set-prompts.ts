import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { projectId, questions } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { prompts } from "../project-examples.ts";
import { givenPrompts, PromptList } from "./prompt-terms.ts";
import { PromptListView, promptListView } from "./prompt-view.ts";
import { listPrompts, replacePrompts } from "./prompts.ts";

export const setPrompts = action({
  name: "set_prompts",
  http: "PUT /v1/projects/{projectId}/prompts",
  summary: "Replace the saved prompts of a project.",
  description:
    "Send the whole list: prompts you leave out are removed. An unchanged prompt keeps its key and history.",
  tag: "setup",
  scope: "projects:write",
  effect: "writes",
  limit: "write",
  tool: true,
  on: "project",
  input: Type.Object({ projectId: ProjectId, prompts: PromptList }),
  output: PromptListView,
  example: () => ({
    fields: { projectId },
    bodies: {
      usual: {
        summary: "Two prompts",
        value: {
          prompts: [...questions],
        },
      },
    },
    answers: { PromptList: { summary: "Two prompts", data: prompts } },
  }),
}).run(async ({ project, warn, write }, { prompts }) => {
  const newPrompts = givenPrompts(prompts, warn);
  return write(async (db) => {
    await replacePrompts(db, project.id, newPrompts);
    return reply(promptListView(project.id, await listPrompts(db, project.id)));
  });
});
