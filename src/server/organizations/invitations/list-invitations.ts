import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { cursor } from "../../api/examples/northwind.ts";
import { pageFields, pageOf } from "../../api/schema/page-terms.ts";
import { InvitationView, invitationView } from "../members/member-view.ts";
import { invitations } from "../organization-examples.ts";
import { listInvitations as invitationsOf } from "./invitations.ts";

export const listInvitations = action({
  name: "list_invitations",
  http: "GET /v1/organization/invitations",
  summary: "List the invitations of the organization, newest first, without their links.",
  description: "For admins: open invitations, and those accepted in the last month.",
  tag: "organization",
  scope: "visibility:read",
  role: "admin",
  effect: "reads",
  limit: "read",
  sessionOnly: true,
  paged: true,
  input: Type.Object(pageFields("Invitations")),
  output: Type.Array(InvitationView),
  example: () => ({
    fields: { limit: 500, cursor },
    answers: { InvitationList: { summary: "One open invitation", data: invitations } },
  }),
}).run(async ({ db, caller, cursors }, terms) => {
  const page = pageOf(cursors, `list_invitations ${caller.organizationId}`, terms);
  return page.reply(await invitationsOf(db, caller.organizationId, page.range), invitationView);
});
