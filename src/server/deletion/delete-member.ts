import { Type } from "typebox";
import { action } from "../api/action.ts";
import { deleted } from "../api/examples/northwind.ts";
import { reply } from "../api/reply.ts";
import { Deleted } from "../api/schema/schema.ts";
import { Problem } from "../kernel/problem.ts";
import { demandAdminFor, demandOwnerFor, seesMember } from "../organizations/members/member-changes.ts";
import { MemberId } from "../organizations/members/member-terms.ts";
import { currentRole, findMember } from "../organizations/members/members.ts";
import { limitedMember } from "../organizations/organization-examples.ts";
import { endMembership } from "./account-deletion.ts";

export const deleteMember = action({
  name: "delete_member",
  http: "DELETE /v1/organization/members/{memberId}",
  summary: "Remove a member, or leave the organization yourself; their keys and connectors end.",
  description:
    "Admins remove anyone but owners, and everyone can leave, except the last owner. What the member made stays.",
  tag: "organization",
  // Everybody may leave.
  scope: "visibility:read",
  effect: "deletes",
  limit: "write",
  sessionOnly: true,
  problems: ["MEMBER_NOT_FOUND", "LAST_OWNER"],
  input: Type.Object({ memberId: MemberId }),
  output: Deleted,
  example: () => ({ fields: { memberId: limitedMember.id }, answers: deleted }),
}).run(async ({ caller, forgetUser, now, settings, write }, { memberId }) => {
  let removed: string | undefined;
  const replied = await write(async (db) => {
    const member = await findMember(db, caller.organizationId, memberId);
    if (!member || !seesMember(caller, member.id)) throw new Problem("MEMBER_NOT_FOUND");
    // Their own role may have been taken since they were let in.
    const role = await currentRole(db, caller);
    if (!role) throw new Problem("MEMBER_NOT_FOUND");
    demandAdminFor({ ...caller, role }, member.id);
    demandOwnerFor({ ...caller, role }, [member.role]);
    await endMembership(db, member, {
      organizationId: caller.organizationId,
      plans: settings.plans,
      now: now(),
    });
    removed = member.userId;
    return reply({ id: member.id, deleted: true });
  });
  if (removed) forgetUser(removed);
  return replied;
});
