import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { reply } from "../../kernel/reply.ts";
import { listPrompts, replacePrompts } from "../../store/projects/prompts.ts";
import { projectId, questions } from "../examples/northwind.ts";
import { prompts } from "../examples/projects.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { givenPrompts, PromptList } from "./terms/prompt-terms.ts";
import { PromptListView, promptListView } from "./views/prompt-view.ts";

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
  const given = givenPrompts(prompts, warn);
  return write(async (db) => {
    await replacePrompts(db, project.id, given);
    return reply(promptListView(project.id, await listPrompts(db, project.id)));
  });
});
