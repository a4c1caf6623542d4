import { typedAddress } from "../../outbound/mail/email-address.ts";
import { personNameFault } from "../../outbound/mail/person-name.ts";
import type { AccountRequest } from "./fetch-accounts.ts";
import { passwordFault } from "./passwords/password-rules.ts";

/** The endpoints of the library that can be reached from outside; no others can. */
const open = [
  "POST /sign-out",
  "GET /get-session",
  "GET /token",
  "GET /jwks",
  "POST /two-factor/enable",
  "POST /two-factor/disable",
  "POST /two-factor/verify-totp",
  "POST /two-factor/verify-backup-code",
  "GET /passkey/generate-register-options",
  "POST /passkey/verify-registration",
  "GET /passkey/generate-authenticate-options",
  "POST /passkey/verify-authentication",
  "GET /passkey/list-user-passkeys",
  "POST /passkey/delete-passkey",
];
const byPassword = [
  "POST /sign-up/email",
  "POST /sign-in/email",
  "POST /change-password",
  "POST /reset-password",
];
const byMail = ["POST /request-password-reset"];
const byProvider = ["POST /sign-in/social", "GET /callback/oidc"];

/** Those of them that name an account by its address. */
const naming = ["/sign-up/email", "/sign-in/email", "/request-password-reset"];

/** Where a password of an account is asked for again, though somebody is signed in. */
export const askAgain = ["/change-password", "/two-factor/enable", "/two-factor/disable"];
export const codes = ["/two-factor/verify-totp", "/two-factor/verify-backup-code"];
export const hashes = ["/sign-up/email", "/sign-in/email", "/reset-password", ...askAgain];
/**
 * Where somebody who is not known yet may guess. Codes come after a right password and count for the account; a passkey cannot
 * be guessed, and lets in whoever a neighbour's guesses have locked out.
 */
export const guessable = ["/sign-in/email", "/reset-password"];

/** The field with the password that a request sets. */
export const setBy: Record<string, string> = {
  "/sign-up/email": "password",
  "/change-password": "newPassword",
  "/reset-password": "newPassword",
};

/** The routes that this server has, as `METHOD /path`. */
export const routesWith = (has: { passwords: boolean; mail: boolean; provider: boolean }): Set<string> =>
  new Set([
    ...open,
    ...(has.passwords ? byPassword : []),
    ...(has.passwords && has.mail ? byMail : []),
    ...(has.provider ? byProvider : []),
  ]);

/** What the account library takes at a sign-up: ASCII alone. */
const canSignUp = (email: unknown): boolean =>
  /^(?!.*\.\.)[\w'+-][\w'+.-]*@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/.test(typedAddress(email) ?? "");

/** The fields with an address in its one spelling, under which it is counted, looked up and tried. */
export const spelled = ({ path, fields }: AccountRequest): AccountRequest["fields"] =>
  naming.includes(path) ? { ...fields, email: typedAddress(fields.email) } : fields;

/** What is wrong with the fields, as far as limits and rules depend on them; null for nothing. */
export function faultIn(
  { path, fields }: AccountRequest,
  byMail: boolean,
): { code: string; message: string } | null {
  const isText = (name: string) => typeof fields[name] === "string";
  const missing = (what: string) => ({ code: "VALIDATION_ERROR", message: `This request takes ${what}.` });
  if (path === "/sign-in/email" && !(isText("email") && isText("password")))
    return missing("an email address and a password");
  if (path === "/sign-up/email" && !(isText("email") && isText("name")))
    return missing("an email address and a name");
  const wrongName = path === "/sign-up/email" ? personNameFault(String(fields.name)) : null;
  if (wrongName !== null) return { code: "VALIDATION_ERROR", message: wrongName };
  const isUsable = path === "/sign-up/email" ? canSignUp : typedAddress;
  if (naming.includes(path) && !isUsable(fields.email))
    return {
      code: "INVALID_EMAIL",
      message: "This is no email address that can be used here: write one like ada@example.com.",
    };
  const set = setBy[path];
  // The link in the letter sets it.
  if (!set || (path === "/sign-up/email" && byMail)) return null;
  if (!isText(set)) return { code: "VALIDATION_ERROR", message: `The field ${set} is missing.` };
  return passwordFault(String(fields[set]));
}
