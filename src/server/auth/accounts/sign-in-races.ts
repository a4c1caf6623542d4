import { accountBySession } from "../../accounts/account-list.ts";
import { isAccountDisabled } from "../../accounts/disabling.ts";
import { endSessionOf } from "../../accounts/sessions.ts";
import { passwordTrait } from "../../accounts/users.ts";
import type { Db } from "../../db/db.ts";
import { refusal } from "./account-refusals.ts";
import { type CookieNames, pendingAccount, sessionTokenIn } from "./session-cookies.ts";
import { sessionTokenHash } from "./session-tokens.ts";

interface Parts {
  db: Db;
  cookieNames: CookieNames;
}

/**
 * Signs in by a password, unless another is set meanwhile: what was begun by the former would come too late to be ended with the rest.
 * `forget`: ends a sign-in that waits for its code.
 */
export async function unlessReplaced(
  { db, cookieNames, forget }: Parts & { forget(identifier: string): Promise<void> },
  email: string,
  signIn: () => Promise<Response>,
): Promise<Response> {
  const address = email.toLowerCase();
  const before = await passwordTrait(db, address);
  const response = await signIn();
  if (!response.ok || (await passwordTrait(db, address)) === before) return response;
  const cookies = response.headers.getSetCookie();
  const [token, pending] = [
    sessionTokenIn(cookies, cookieNames),
    pendingAccount(sentBack(cookies), cookieNames),
  ];
  if (token !== null) await endSessionOf(db, sessionTokenHash(token));
  if (pending !== null) await forget(pending);
  return refusal(401, "INVALID_EMAIL_OR_PASSWORD", "Invalid email or password");
}

/** The answer of a request that may have begun a session, unless its account was disabled meanwhile. */
export async function unlessDisabled({ db, cookieNames }: Parts, response: Response): Promise<Response> {
  const token = sessionTokenIn(response.headers.getSetCookie(), cookieNames);
  const hash = token && sessionTokenHash(token);
  const owner = hash && (await accountBySession(db, hash));
  if (!owner || !(await isAccountDisabled(db, owner.accountId))) return response;
  await endSessionOf(db, hash);
  return refusal(403, "ACCOUNT_DISABLED", "This account is disabled. Ask whoever runs this server.");
}

/** Cookies as a browser sends those that it got. */
const sentBack = (cookies: readonly string[]): string =>
  cookies.map((cookie) => cookie.split(";")[0]).join("; ");
