import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { Closed, Uuid } from "../../api/schema/schema.ts";
import { Problem } from "../../kernel/problem.ts";
import { shareTokenHash } from "../../kernel/secret/share-token.ts";
import { demandRoleInPlan } from "../members/member-changes.ts";
import { MemberView, memberView } from "../members/member-view.ts";
import { findMember } from "../members/members.ts";
import { createdInvitation, limitedMember, organization } from "../organization-examples.ts";
import { findPlanHolder } from "../organizations.ts";
import { acceptInvitation as accept } from "./invitations.ts";

export const acceptInvitation = action({
  name: "accept_invitation",
  http: "POST /v1/organization/invitations/accept",
  summary: "Join the organization that you were invited to, with the token at the end of the link.",
  description:
    "Sign in with the address that was invited. What you own stays yours: you are then in both organizations.",
  tag: "organization",
  // Whoever may do nothing here may still join somewhere else.
  scope: "visibility:read",
  effect: "writes",
  limit: "write",
  sessionOnly: true,
  audit: (_, { organization_id, member }) => ({
    organizationId: organization_id,
    objectId: member.id,
    details: { role: member.role, workspace_ids: member.workspace_ids },
  }),
  problems: [
    ...(["INVITATION_NOT_FOUND", "INVITATION_CLOSED", "INVITATION_NOT_YOURS"] as const),
    ...(["ALREADY_MEMBER", "MEMBER_LIMIT_REACHED", "NO_ENTITLEMENT"] as const),
  ],
  input: Type.Object({
    token: Type.String({ minLength: 1, maxLength: 128, description: "The end of the invitation's link." }),
  }),
  output: Closed(
    {
      organization_id: Uuid("Organization you joined; name it in `Overheard-Organization`."),
      member: MemberView,
    },
    { title: "AcceptedInvitation" },
  ),
  example: () => ({
    bodies: {
      usual: { summary: "The end of the link", value: { token: createdInvitation.url.split("/").at(-1) } },
    },
    answers: {
      AcceptedInvitation: {
        summary: "A new member",
        data: {
          organization_id: organization.id,
          member: limitedMember,
        },
      },
    },
  }),
}).run(async ({ caller, forgetUser, now, settings, write }, { token }) => {
  const hash = shareTokenHash(token);
  if (!hash) throw new Problem("INVITATION_NOT_FOUND");
  const replied = await write(async (db) => {
    const { invitation, memberId } = await accept(db, hash, caller, now());
    // The organization may be on another plan than when it invited.
    const holder = await findPlanHolder(db, invitation.organizationId);
    if (holder) demandRoleInPlan(settings.plans, holder, invitation.role);
    const member = await findMember(db, invitation.organizationId, memberId);
    return reply({ organization_id: invitation.organizationId, member: memberView(member!) });
  });
  forgetUser(caller.userId);
  return replied;
});
