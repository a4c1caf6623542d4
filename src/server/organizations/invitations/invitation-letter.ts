import type { Role } from "../../kernel/role.ts";
import { emailAddress } from "../../outbound/mail/email-address.ts";
import { letterText, ours } from "../../outbound/mail/letter-text.ts";
import type { Mail } from "../../outbound/mail/mail.ts";

/** What the letter tells the person who is invited. */
export interface InvitationFacts {
  to: string;
  /** Who invites, if they have an address. */
  by: string | null;
  /** Name of the organization: its members' words. */
  organization: string;
  role: Role;
  link: string;
  until: Date;
}

const may: Record<Role, string> = {
  viewer: "You can read its reports.",
  editor: "You can run analyses, write and publish in it.",
  admin: "You can do everything in it, and invite others.",
  owner: "You become one of its owners.",
};

/** The letter that carries an invitation's link. */
export const invitationLetter = ({ to, by, organization, role, link, until }: InvitationFacts): Mail => ({
  to,
  subject: "You are invited to Overheard",
  text: letterText`${ours(emailAddress(by) ?? "Somebody")} invites you to the organization "${organization}" in Overheard.
${ours(may[role])}

Open this address to accept, as ${ours(to)}. It works once, until ${ours(until.toISOString().slice(0, 10))}:

${ours(link)}

If you do not know what this is about, do nothing.
`,
  until,
});
