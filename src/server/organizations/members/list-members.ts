import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { cursor } from "../../api/examples/northwind.ts";
import { pageFields, pageOf } from "../../api/schema/page-terms.ts";
import { limitedMember } from "../organization-examples.ts";
import { MemberView, memberView } from "./member-view.ts";
import { listMembers as membersOf } from "./members.ts";

export const listMembers = action({
  name: "list_members",
  http: "GET /v1/organization/members",
  summary: "List the members of the organization, newest first; a limited member sees only themselves.",
  description: "Who works in the organization, and in which role.",
  tag: "organization",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  sessionOnly: true,
  paged: true,
  input: Type.Object(pageFields("Members")),
  output: Type.Array(MemberView),
  example: () => ({
    fields: { limit: 500, cursor },
    answers: { MemberList: { summary: "A client who may look", data: [limitedMember] } },
  }),
}).run(async ({ db, caller, cursors }, terms) => {
  const page = pageOf(cursors, `list_members ${caller.organizationId}`, terms);
  const only = caller.workspaceIds === null ? null : caller.memberId;
  return page.reply(await membersOf(db, caller.organizationId, page.range, only), memberView);
});
