import { hash, randomBytes } from "node:crypto";
import type { Limiter } from "../../../kernel/limit.ts";
import { inboxOf } from "../../../outbound/mail/email-address.ts";
import { letterText, ours } from "../../../outbound/mail/letter-text.ts";
import type { Mail } from "../../../outbound/mail/mail.ts";

const lifeMs = 3_600_000;

/** Links to set the password of an account. */
export interface PasswordLinks {
  /** Counts one letter that is to go to this account's address, or to whom signs up with it; false if it is one too many. */
  take(email: string, letter: "reset" | "sign_up"): Promise<boolean>;
  send(to: string, token: string): Promise<void>;
  /** A new link, and the identifier under which the account library finds it. */
  mint(): { identifier: string; expiresAt: Date; address: string; token: string };
  /** The identifier of the note that a link was mailed: opening it proves the address. */
  mailed(token: string): { identifier: string };
  /** When a link that is made now stops working. */
  end(): Date;
}

export function createPasswordLinks(parts: {
  site: string;
  sendMail: ((mail: Mail) => Promise<void>) | null;
  limiter: Limiter;
  now(): Date;
}): PasswordLinks {
  const { site, sendMail, limiter, now } = parts;
  const addressOf = (token: string) => `${site}/sign-in/new-password?${new URLSearchParams({ token })}`;
  const end = () => new Date(now().getTime() + lifeMs);
  return {
    async take(email, letter) {
      // An account has a count of its own, which nothing but letters to it uses up. Who signs up may make up addresses.
      const to = letter === "reset" ? email.toLowerCase() : inboxOf(email);
      const state = await limiter.take(hash("sha256", to), `${letter}_mail`, "reset_mail");
      return state?.allowed ?? true;
    },
    async send(to, token) {
      const subject = "Set a new password for Overheard";
      await sendMail?.({ to, subject, text: letter(addressOf(token)), until: end() });
    },
    mint() {
      const token = randomBytes(24).toString("base64url");
      return { identifier: `reset-password:${token}`, expiresAt: end(), address: addressOf(token), token };
    },
    mailed: (token) => ({ identifier: `mailed-link:${token}` }),
    end,
  };
}

const letter = (
  link: string,
): string => letterText`Somebody, probably you, asked to set a new password for your Overheard account.

Open this address to set one. It works once, for an hour:

${ours(link)}

If it was not you, do nothing: your password stays as it is.
`;
