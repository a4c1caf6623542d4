import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { tagsOf } from "../../store/projects/prompt-tags.ts";
import { projectId } from "../examples/northwind.ts";
import { tags } from "../examples/projects.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { knownPrompts } from "./steps/known-prompts.ts";
import { TagListView, tagListView } from "./views/tag-view.ts";

export const listTags = action({
  name: "list_tags",
  http: "GET /v1/projects/{projectId}/tags",
  summary: "List the tags of a project and the prompts that have them.",
  description: "Tags group prompts by product or topic. They change nothing of what is asked.",
  tag: "setup",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  on: "project",
  input: Type.Object({ projectId: ProjectId }),
  output: TagListView,
  example: () => ({
    fields: { projectId },
    answers: { TagList: { summary: "One tag on one prompt", data: tags } },
  }),
}).run(async ({ db, project }) =>
  tagListView(project.id, await tagsOf(db, project.id), await knownPrompts(db, project.id)),
);
