import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { workspaceId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { Problem } from "../../kernel/problem.ts";
import { limitable } from "../../kernel/role.ts";
import { changesBetween } from "../audit-log/audited-changes.ts";
import { limitedMember } from "../organization-examples.ts";
import { lockOrganization } from "../organizations.ts";
import { demandLimits, demandOwnerFor, demandRoleInPlan } from "./member-changes.ts";
import { MemberId, RoleWord, WorkspaceIds } from "./member-terms.ts";
import { MemberView, memberView } from "./member-view.ts";
import { updateMember as changeMember, findMember } from "./members.ts";

export const updateMember = action({
  name: "update_member",
  http: "PATCH /v1/organization/members/{memberId}",
  summary: "Change a member's role, or the client workspaces they are limited to.",
  description:
    "For admins; only an owner can make or change owners, and makes them within 10 minutes of signing in. A new role applies to the member's keys and connectors at once.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "writes",
  limit: "write",
  sessionOnly: true,
  signedInRecentlyFor: ({ role }) => role === "owner",
  problems: ["MEMBER_NOT_FOUND", "LAST_OWNER", "NO_ENTITLEMENT", "SIGN_IN_AGAIN"],
  input: Type.Object({
    memberId: MemberId,
    role: Type.Optional(RoleWord("Their new role.")),
    workspaceIds: Type.Optional(WorkspaceIds),
  }),
  output: MemberView,
  example: () => ({
    fields: { memberId: limitedMember.id },
    bodies: { usual: { summary: "Another role", value: { role: "viewer", workspaceIds: [workspaceId] } } },
    answers: { Member: { summary: "A client who may look", data: limitedMember } },
  }),
}).run(async ({ caller, forgetUser, settings, write }, { memberId, role, workspaceIds }) => {
  let changed: string | undefined;
  const replied = await write(async (db) => {
    await lockOrganization(db, caller.organizationId);
    const before = await findMember(db, caller.organizationId, memberId);
    if (!before) throw new Problem("MEMBER_NOT_FOUND");
    demandOwnerFor(caller, [before.role, role]);
    if (role && role !== before.role) demandRoleInPlan(settings.plans, caller, role);
    const next = role ?? before.role;
    if (workspaceIds !== undefined) await demandLimits(db, caller, next, workspaceIds);
    const member = await changeMember(db, caller.organizationId, before.id, {
      role,
      // Who may manage the organization sees all of it.
      workspaceIds: limitable.includes(next) ? workspaceIds : null,
    });
    if (!member) throw new Problem("MEMBER_NOT_FOUND");
    changed = member.userId;
    const view = memberView(member);
    const { role: was, workspace_ids: saw } = memberView(before);
    const changes = changesBetween(
      { role: was, workspace_ids: saw },
      { role: view.role, workspace_ids: view.workspace_ids },
    );
    return reply(view, { audited: changes });
  });
  if (changed) forgetUser(changed);
  return replied;
});
