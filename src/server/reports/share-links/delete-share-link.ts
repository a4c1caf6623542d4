import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { deleted, shareLinkId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { Deleted } from "../../api/schema/schema.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { deleteShareLink as removeLink } from "./share-links.ts";

export const deleteShareLink = action({
  name: "delete_share_link",
  http: "DELETE /v1/share-links/{shareLinkId}",
  summary: "Revoke a share link; its page is gone at once.",
  description: "For a page that should no longer be public.",
  tag: "setup",
  scope: "share:write",
  effect: "deletes",
  limit: "share",
  problems: ["SHARE_LINK_NOT_FOUND"],
  input: Type.Object({
    shareLinkId: Type.String({ description: "Id of the share link." }),
  }),
  output: Deleted,
  example: () => ({
    fields: { shareLinkId },
    answers: deleted,
  }),
}).run(async ({ caller, write }, { shareLinkId }) => {
  const id = canonicalUuid(shareLinkId);
  if (!id) throw new Problem("SHARE_LINK_NOT_FOUND");
  return write(async (db) => {
    if (!(await removeLink(db, caller, id))) throw new Problem("SHARE_LINK_NOT_FOUND");
    return reply({ id, deleted: true });
  });
});
