import { Type } from "typebox";
import { hasProvenAddress } from "../../accounts/users.ts";
import { action } from "../../api/action.ts";
import type { Context } from "../../api/context.ts";
import { workspaceId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { newId } from "../../kernel/id.ts";
import { Problem, problems } from "../../kernel/problem.ts";
import { newShareToken } from "../../kernel/secret/share-token.ts";
import { emailAddress } from "../../outbound/mail/email-address.ts";
import { demandLimits, demandOwnerFor, demandRoleInPlan } from "../members/member-changes.ts";
import { RoleWord, WorkspaceIds } from "../members/member-terms.ts";
import { CreatedInvitationView, invitationView } from "../members/member-view.ts";
import { createdInvitation, limitedMember } from "../organization-examples.ts";
import { findOrganization } from "../organizations.ts";
import { invitationLetter } from "./invitation-letter.ts";
import { insertInvitation } from "./invitations.ts";

/** How long its link works. */
const openMs = 7 * 86_400_000;

export const createInvitation = action({
  name: "create_invitation",
  http: "POST /v1/organization/invitations",
  summary:
    "Invite somebody by their email address. Mail is sent if the server can; the answer has the link, once.",
  description:
    "For admins; an owner is invited within 10 minutes of signing in. An inbox gets at most three letters in 15 minutes; beyond that, `meta.warnings` has `MAIL_NOT_SENT`. Send the `url` to the person: it works once, for seven days, for this address. An older invitation for the same address ends.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "writes",
  limit: "invite",
  sessionOnly: true,
  signedInRecentlyFor: ({ role }) => role === "owner",
  secret: true,
  noStore: true,
  status: 201,
  audit: (_, { role, workspace_ids }) => ({ details: { role, workspace_ids } }),
  problems: [
    "ALREADY_MEMBER",
    "EMAIL_NOT_CONFIRMED",
    "MEMBER_LIMIT_REACHED",
    "NO_ENTITLEMENT",
    "SIGN_IN_AGAIN",
  ],
  input: Type.Object({
    email: Type.String({
      ...{
        format: "email",
        minLength: 3,
        maxLength: 254,
        description: "Whom to invite: the email address they sign in with.",
      },
    }),
    role: RoleWord("Role they get."),
    workspaceIds: Type.Optional(WorkspaceIds),
  }),
  output: CreatedInvitationView,
  example: () => ({
    bodies: {
      usual: {
        summary: "A client who may look",
        value: {
          ...{ email: limitedMember.email!, role: "viewer", workspaceIds: [workspaceId] },
        },
      },
    },
    answers: { CreatedInvitation: { status: 201, summary: "A new invitation", data: createdInvitation } },
  }),
}).run(async (context, { email: rawEmail, role, workspaceIds = null }) => {
  const { caller, now, queue, settings, warn, write } = context;
  demandOwnerFor(caller, [role]);
  demandRoleInPlan(settings.plans, caller, role);
  const email = emailAddress(rawEmail)!;
  await demandConfirmed(context);
  // Counted here, since a transaction must not wait for another connection.
  const mayMail = settings.mail && (await context.countInvitationLetter(email));
  if (settings.mail && !mayMail) warn(notMailed);
  const copied = newShareToken();
  // Another one than who invites can copy: it shows that somebody reads the mail of this address.
  const mailed = mayMail ? newShareToken() : null;
  const created = now();
  const until = new Date(created.getTime() + openMs);
  const linkOf = (token: string) => new URL(`/invitations/${token}`, settings.siteUrl).href;
  const replied = await write(async (db) => {
    await demandLimits(db, caller, role, workspaceIds);
    const invitation = {
      ...{
        id: newId(),
        organizationId: caller.organizationId,
        email,
        role,
        workspaceIds,
      },
      ...{ createdAt: created.toISOString(), expiresAt: until.toISOString() },
    };
    const hashes = { tokenHash: copied.hash, mailedTokenHash: mailed?.hash ?? null };
    await insertInvitation(db, { ...invitation, ...hashes, invitedBy: caller.userId });
    if (mailed) {
      const { name: organization = "" } = (await findOrganization(db, caller.organizationId)) ?? {};
      const facts = {
        to: invitation.email,
        by: caller.email,
        organization,
        role,
        link: linkOf(mailed.token),
        until,
      };
      const terms = { of: "invitation", invitationId: invitation.id } as const;
      await queue.enqueueMail(db, { ...invitationLetter(facts), terms });
    }
    return reply(
      { ...invitationView({ ...invitation, acceptedAt: null }), url: linkOf(copied.token) },
      { location: `/v1/organization/invitations/${invitation.id}` },
    );
  }).catch(async (error: unknown) => {
    if (mayMail) await context.uncountInvitationLetter(email);
    throw error;
  });
  if (mayMail) queue.wake();
  return replied;
});

/** An inbox gets so many letters, from whichever organization. */
const notMailed = {
  code: "MAIL_NOT_SENT",
  path: null,
  message:
    "No mail was sent: this inbox got three invitations within 15 minutes. Pass the link on yourself. The link in an earlier mail for this organization no longer works.",
};

/** Throws EMAIL_NOT_CONFIRMED: whoever made up an address must not have letters sent in its name. */
async function demandConfirmed({ caller, db, settings }: Context): Promise<void> {
  const areOperators = settings.signUp === "closed" && !settings.mail;
  if (areOperators || (await hasProvenAddress(db, caller.userId))) return;
  const how = settings.mail
    ? `Request a link for it at ${new URL("/account/security", settings.siteUrl).href}, then invite again.`
    : "Ask whoever runs this server to confirm it.";
  throw new Problem("EMAIL_NOT_CONFIRMED", { message: `${problems.EMAIL_NOT_CONFIRMED.says} ${how}` });
}
