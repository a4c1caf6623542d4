import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { deleted } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { Deleted } from "../../api/schema/schema.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { createdInvitation } from "../organization-examples.ts";
import { deleteInvitation as takeBack } from "./invitations.ts";

export const deleteInvitation = action({
  name: "delete_invitation",
  http: "DELETE /v1/organization/invitations/{invitationId}",
  summary: "Withdraw an invitation; its link stops working at once.",
  description: "For admins, for an invitation that went to the wrong address.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "deletes",
  limit: "write",
  sessionOnly: true,
  problems: ["INVITATION_NOT_FOUND"],
  input: Type.Object({
    invitationId: Type.String({ minLength: 1, maxLength: 128, description: "Id of an open invitation." }),
  }),
  output: Deleted,
  example: () => ({ fields: { invitationId: createdInvitation.id }, answers: deleted }),
}).run(async ({ caller, write }, { invitationId }) => {
  const id = canonicalUuid(invitationId);
  if (!id) throw new Problem("INVITATION_NOT_FOUND");
  return write(async (db) => {
    if (!(await takeBack(db, caller.organizationId, id))) throw new Problem("INVITATION_NOT_FOUND");
    return reply({ id, deleted: true });
  });
});
