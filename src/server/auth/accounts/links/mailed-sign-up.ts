import { letterText, ours } from "../../../outbound/mail/letter-text.ts";
import type { Mail } from "../../../outbound/mail/mail.ts";
import type { Accounts } from "../accounts.ts";
import type { PasswordLinks } from "../passwords/password-link.ts";

/**
 * Signs up by a letter: its link sets the password and proves the address. Whether an account exists is told to the owner of
 * the address alone, in the letter. Letters that are too many are left out.
 */
export function createMailedSignUp(parts: {
  load(): Promise<Accounts>;
  links: PasswordLinks;
  /** The site's origin. */
  site: string;
  sendMail(mail: Mail): Promise<void>;
}): (email: string, name: string) => Promise<void> {
  const { load, links, site, sendMail } = parts;

  return async (email, name) => {
    if (!(await links.take(email, "sign_up"))) return;
    const { internalAdapter } = await (await load()).$context;
    const match = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
    if (match && match.accounts.length > 0) {
      const subject = "You have an Overheard account already";
      return sendMail({ to: email, subject, text: accountExistsText(site), until: links.end() });
    }
    const user =
      match?.user ??
      (await internalAdapter.createUser(
        { email, name, emailVerified: false, selfMade: true },
        { method: "email-password" },
      ));
    const { identifier, expiresAt, address, token } = links.mint();
    await internalAdapter.createVerificationValue({ identifier, value: user.id, expiresAt });
    await internalAdapter.createVerificationValue({ ...links.mailed(token), value: user.id, expiresAt });
    await sendMail({
      to: email,
      subject: "Finish your Overheard account",
      text: fresh(address),
      until: expiresAt,
    });
  };
}

const fresh = (
  link: string,
): string => letterText`Somebody, probably you, made an Overheard account with this address.

Open this address to set its password. It works once, for an hour:

${ours(link)}

If it was not you, do nothing: without a password nobody can use the account.
`;

const accountExistsText = (
  site: string,
): string => letterText`Somebody, probably you, tried to make an Overheard account with this address. You have one already.

Sign in, or set a new password, at ${ours(site)}/sign-in

If it was not you, do nothing: your account stays as it is.
`;
