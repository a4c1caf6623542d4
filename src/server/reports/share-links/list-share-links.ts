import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { cursor, projectId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { fitting } from "../../api/schema/page-room.ts";
import { viewFields } from "../../api/schema/view-terms.ts";
import { shareLink } from "./share-link-examples.ts";
import { ShareLinkView, shareLinkView } from "./share-link-view.ts";
import { listShareLinks as linksOf } from "./share-links.ts";

const usual = 50;

export const listShareLinks = action({
  name: "list_share_links",
  http: "GET /v1/projects/{projectId}/share-links",
  summary: "List a project's share links, newest first, including expired ones.",
  description: "Shows who can still read a report. URLs are never shown again.",
  tag: "setup",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  on: "project",
  paged: true,
  input: Type.Object({
    projectId: ProjectId,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 200, default: usual, description: "Links per page." }),
    ),
    cursor: viewFields.cursor,
  }),
  output: Type.Array(ShareLinkView),
  example: () => ({
    fields: { projectId, limit: 20, cursor },
    answers: { ShareLinkList: { summary: "One link", data: [shareLink()] } },
  }),
}).run(async ({ db, cursors, project }, { limit = usual, cursor }) => {
  const scope = `share links ${project.id}`;
  const links = await linksOf(db, project.id, { limit: limit + 1, before: cursors.open(scope, cursor) });
  const page = fitting(links.slice(0, limit).map(shareLinkView));
  const more = links.length > page.length;
  return reply(page, {
    pagination: {
      limit,
      next_cursor: more ? cursors.seal(scope, page.at(-1)!.id) : null,
      has_more: more,
    },
  });
});
