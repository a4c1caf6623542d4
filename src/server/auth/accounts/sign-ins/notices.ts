import type { Limiter } from "../../../kernel/limit.ts";
import { countLetter } from "../../../outbound/mail/letter-count.ts";
import { letterText, ours } from "../../../outbound/mail/letter-text.ts";
import type { Mail } from "../../../outbound/mail/mail.ts";
import { browserName } from "./browser-name.ts";

const changes = {
  password: "The password was changed.",
  passkey_added: "A passkey was added.",
  passkey_removed: "A passkey was removed.",
  second_step_begun: "Setting up an authenticator app was begun, with new backup codes.",
  second_step_on: "The second step was turned on.",
  second_step_off: "The second step was turned off.",
  backup_code_used: "A backup code was used to sign in.",
  reset_by_operator: "Whoever runs the server reset how you sign in.",
  unlinked: "Whoever runs the server separated the account from the identity provider.",
} as const;

/** What was changed about how somebody signs in. */
export type CredentialChange = keyof typeof changes;

/** Letters that tell the owner of an account what was done with it. */
export interface Notices {
  newDevice(to: string, from: Place): Promise<void>;
  changed(to: string, change: CredentialChange, from: Place | null): Promise<void>;
}

/** Where a request came from. */
export interface Place {
  /** The source address, from the door. */
  address: string;
  userAgent: string | null;
}

/** A letter that waits longer is of no use. */
const lifeMs = 86_400_000;

/** At most so many of each kind to one inbox as of any other letter. */
export function createNotices(parts: {
  site: string;
  /** Null if no mail is sent. */
  sendMail: ((mail: Mail) => Promise<void>) | null;
  limiter: Limiter;
  now(): Date;
}): Notices {
  const { site, sendMail, limiter, now } = parts;

  async function send(to: string, kind: string, subject: string, what: string, from: Place | null) {
    if (!sendMail || (await countLetter(limiter, `notice_${kind}`, to)) !== null) return;
    const at = now();
    const until = new Date(at.getTime() + lifeMs);
    const where = from ? ` ${browserName(from.userAgent)}, address ${from.address}.` : "";
    const time = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
    await sendMail({ to, subject, text: letter(`${what}${where}`, time, `${site}/account/security`), until });
  }

  return {
    newDevice: (to, from) =>
      send(to, "new_device", "A new browser signed in to Overheard", "A new browser has signed in:", from),
    changed: (to, change, from) =>
      send(to, change, "Your Overheard account was changed", changes[change], from),
  };
}

const letter = (
  what: string,
  time: string,
  link: string,
): string => letterText`This is about your Overheard account, on ${ours(time)}.

${ours(what)}

If it was you, do nothing. If it was not, set a new password, and sign out everywhere else:

${ours(link)}
`;
