import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { cursor, projectId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { fitting } from "../../api/schema/page-room.ts";
import { pageFields } from "../../api/schema/page-terms.ts";
import { tags } from "../project-examples.ts";
import { knownPrompts } from "./known-prompts.ts";
import { tagsOf } from "./prompt-tags.ts";
import { TagListView, tagListView } from "./tag-view.ts";

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
  paged: true,
  input: Type.Object({ projectId: ProjectId, ...pageFields("Prompts") }),
  output: TagListView,
  example: () => ({
    fields: { projectId, limit: 500, cursor },
    answers: { TagList: { summary: "One tag on one prompt", data: tags } },
  }),
}).run(async ({ db, project, cursors }, { limit = 500, cursor }) => {
  const tags = await tagsOf(db, project.id);
  const promptTexts = await knownPrompts(db, project.id);
  const scope = `list_tags ${project.id}`;
  const offset = Number(cursors.open(scope, cursor) ?? 0);
  const all = [...new Set([...promptTexts.keys(), ...tags.keys()])];
  const view = tagListView(project.id, tags, all.slice(offset, offset + limit), promptTexts);
  const prompts = fitting(view.prompts, { ...view, prompts: [] });
  const end = offset + prompts.length;
  const more = end < all.length;
  const next = more ? cursors.seal(scope, String(end)) : null;
  return reply({ ...view, prompts }, { pagination: { limit, next_cursor: next, has_more: more } });
});
