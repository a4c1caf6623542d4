import { createHmac } from "node:crypto";
import type { Limiter } from "../../../kernel/limit.ts";
import { countLetter } from "../../../outbound/mail/letter-count.ts";
import { letterText, ours } from "../../../outbound/mail/letter-text.ts";
import type { Mail } from "../../../outbound/mail/mail.ts";
import { isSameText } from "../../same-text.ts";

const lifeMs = 3_600_000;

/** Where such a link leads; src/server/pages answers there. */
const confirmPath = "/account/confirm";

interface Owner {
  accountId: string;
  email: string;
}

/**
 * Links by which people confirm that the address of their account is theirs. They work within an hour, for whoever is signed in
 * to the account: a stranger who has made one with your address gains nothing if you open the link.
 */
export interface ConfirmationLinks {
  /** False if this inbox was sent too many. */
  send(owner: Owner): Promise<boolean>;
  /** Whether this is the end of a link to this account that still works. */
  fits(owner: Owner, token: string): boolean;
}

export function createConfirmationLinks(parts: {
  site: string;
  sendMail(mail: Mail): Promise<void>;
  limiter: Limiter;
  secret: Buffer;
  now(): Date;
}): ConfirmationLinks {
  const { site, sendMail, limiter, secret, now } = parts;
  const proof = ({ accountId, email }: Owner, until: string) =>
    createHmac("sha256", secret).update(`${accountId}\n${email}\n${until}`).digest("base64url");
  return {
    async send(owner) {
      const { email: to } = owner;
      if ((await countLetter(limiter, "confirmation_mail", to)) !== null) return false;
      const until = new Date(now().getTime() + lifeMs);
      const token = `${until.getTime()}.${proof(owner, String(until.getTime()))}`;
      const link = `${site}${confirmPath}?${new URLSearchParams({ token })}`;
      await sendMail({ to, subject: "Confirm your email address for Overheard", text: letter(link), until });
      return true;
    },
    fits(owner, token) {
      const [until = "", signature = ""] = token.split(".");
      return isSameText(signature, proof(owner, until)) && Number(until) > now().getTime();
    },
  };
}

const letter = (
  link: string,
): string => letterText`Somebody, probably you, asked to confirm the email address of an Overheard account.

Open this address where you are signed in. It works once, within an hour:

${ours(link)}

If it was not you, do nothing.
`;
