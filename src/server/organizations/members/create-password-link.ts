import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { Closed, Time } from "../../api/schema/schema.ts";
import { Problem } from "../../kernel/problem.ts";
import { newShareToken } from "../../kernel/secret/share-token.ts";
import { limitedMember, passwordLink } from "../organization-examples.ts";
import { MemberId } from "./member-terms.ts";
import { currentRole, findMember } from "./members.ts";
import { type PasswordLinkObstacle, passwordLinkObstacle, putPasswordLink } from "./password-links.ts";

/** How long the link works. */
const openMs = 3_600_000;

export const createPasswordLink = action({
  name: "create_password_link",
  http: "POST /v1/organization/members/{memberId}/password-link",
  summary: "Create a link with which a member sets a new password, on a server that sends no mail.",
  description:
    "For admins, within 10 minutes of signing in, and only for members with a lower role whose account belongs to no other organization. Send the `url` to the person: it works once, for an hour, and ends the link before. Setting the password signs them out everywhere; a second step stays on.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "writes",
  limit: "invite",
  sessionOnly: true,
  signedInRecently: true,
  secret: true,
  noStore: true,
  problems: ["MEMBER_NOT_FOUND", "PASSWORD_LINK_REFUSED", "SIGN_IN_AGAIN"],
  input: Type.Object({ memberId: MemberId }),
  output: Closed(
    {
      url: Type.String({ description: "The link for the member, shown this once." }),
      expires_at: Time("When it stops working."),
    },
    { title: "PasswordLink" },
  ),
  example: () => ({
    fields: { memberId: limitedMember.id },
    answers: { PasswordLink: { summary: "A new link", data: passwordLink } },
  }),
}).run(async ({ caller, now, settings, write }, { memberId }) => {
  const { token, hash } = newShareToken();
  const expiresAt = new Date(now().getTime() + openMs);
  const url = new URL("/sign-in/new-password", settings.siteUrl);
  url.searchParams.set("member", token);
  return write(async (db) => {
    const role = await currentRole(db, caller);
    const member = await findMember(db, caller.organizationId, memberId);
    if (!role || !member) throw new Problem("MEMBER_NOT_FOUND");
    if (settings.mail) throw refused("mail");
    if (!settings.passwords) throw refused("passwords_off");
    const obstacle = await passwordLinkObstacle(db, member.id, role);
    if (obstacle) throw refused(obstacle);
    await putPasswordLink(db, { memberId: member.id, tokenHash: hash, madeBy: caller.userId, expiresAt });
    return reply({ url: url.href, expires_at: expiresAt.toISOString() });
  });
});

const messages: Record<PasswordLinkObstacle | "mail" | "passwords_off", string> = {
  mail: "This server sends mail: members request the link themselves, on the sign-in page.",
  passwords_off: "Nobody signs in to this server with a password.",
  role: "You can create this link only for members with a lower role than yours. The server administrator can create one for others.",
  belongs_elsewhere:
    "This account also belongs to another organization or has projects or keys of its own. The server administrator can create a link for it.",
  provider: "This member signs in with an identity provider. A new password is set there.",
  disabled: "This account is disabled. The server administrator can enable it.",
  foreign: "This account is not one of this server.",
};

const refused = (reason: keyof typeof messages): Problem =>
  new Problem("PASSWORD_LINK_REFUSED", { message: messages[reason], details: { reason } });
