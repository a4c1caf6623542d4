import { type Static, Type } from "typebox";
import { Closed, Nullable, OneOf, Time, Uuid } from "../../api/schema/schema.ts";
import { roles } from "../../kernel/role.ts";
import { personName } from "../../outbound/mail/person-name.ts";
import type { Invitation } from "../invitations/invitations.ts";
import { WorkspaceIds } from "./member-terms.ts";
import type { Member } from "./members.ts";

export const MemberView = Closed(
  {
    id: Uuid("Id of the membership."),
    user_id: Uuid("Who it is; the same in every organization."),
    email: Nullable(Type.String(), { description: "Their address." }),
    name: Nullable(Type.String(), { description: "Their name, as they wrote it; null: none." }),
    role: OneOf(roles, { description: "What they are." }),
    workspace_ids: WorkspaceIds,
    created_at: Time("When they joined."),
  },
  { title: "Member", description: "A member of the organization." },
);

export const memberView = (member: Member): Static<typeof MemberView> => ({
  id: member.id,
  user_id: member.userId,
  email: member.email,
  // Older ones were kept as they came.
  name: member.name === null ? null : personName(member.name) || null,
  role: member.role,
  workspace_ids: member.workspaceIds,
  created_at: member.createdAt,
});

const invitation = {
  id: Uuid("Id of the invitation."),
  email: Type.String({ description: "Whom it is for." }),
  role: OneOf(roles, { description: "Role they get." }),
  workspace_ids: WorkspaceIds,
  created_at: Time("When it was made."),
  expires_at: Time("When its link stops working."),
  accepted_at: Nullable(Time(), { description: "When it was accepted; null: not yet." }),
};

export const InvitationView = Closed(invitation, { title: "Invitation" });

export const CreatedInvitationView = Closed(
  { ...invitation, url: Type.String({ description: "The link for them, shown this once." }) },
  { title: "CreatedInvitation" },
);

export const invitationView = (
  record: Omit<Invitation, "organizationId">,
): Static<typeof InvitationView> => ({
  id: record.id,
  email: record.email,
  role: record.role,
  workspace_ids: record.workspaceIds,
  created_at: record.createdAt,
  expires_at: record.expiresAt,
  accepted_at: record.acceptedAt,
});
