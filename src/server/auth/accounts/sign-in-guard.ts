import { hash } from "node:crypto";
import { passwordTrait } from "../../accounts/users.ts";
import type { Db } from "../../db/db.ts";
import type { LimitClass, Limiter } from "../../kernel/limit.ts";
import { derivedSecret } from "../server-secret.ts";
import { type Account, createDevices } from "./device.ts";
import { cookieNamesAt } from "./session-cookies.ts";

/** An attempt to sign in to an account with a password. */
export interface Attempt {
  email: string;
  cookie: string;
}

/**
 * Counts attempts per account, wherever they come from: docs/decisions/0013. Accounts that do not exist are counted and
 * answered the same. What counts an attempt says how many seconds to wait if it is one too many, otherwise null.
 */
export interface SignInGuard {
  /** A password, for signing in. */
  take(attempt: Attempt): Promise<number | null>;
  /** A password or code that somebody who is signed in is asked for again. */
  takeSession(sessionId: string): Promise<number | null>;
  /** A code of the second step, for signing in. */
  takeCode(accountId: string): Promise<number | null>;
  /** Whether this browser has signed in to this account. */
  isKnown(attempt: Attempt): Promise<boolean>;
  /** The cookie for a browser that has signed in; null if it has one already, which a new password replaces. */
  remember(attempt: Attempt, isNewPassword?: boolean): Promise<string | null>;
}

export function createSignInGuard(options: {
  db: Db;
  limiter: Limiter;
  /** The server's secret. */
  secret: string;
  siteUrl: string;
}): SignInGuard {
  const { db, limiter } = options;
  const devices = createDevices(derivedSecret(options.secret, "devices"), cookieNamesAt(options.siteUrl));

  async function count(who: string, bucket: string, rule: LimitClass): Promise<number | null> {
    const state = await limiter.take(digest(who), bucket, rule);
    return !state || state.allowed ? null : state.resetSeconds;
  }

  const accountOf = async (email: string): Promise<Account> => ({
    name: digest(email.toLowerCase()),
    trait: await passwordTrait(db, email.toLowerCase()),
  });

  return {
    async take({ email, cookie }) {
      const account = await accountOf(email);
      const { name, trait } = account;
      // Counted by itself, so that neither it nor the strangers use up what is the other's.
      const device = devices.knownDevice(cookie, account);
      if (device !== null) return count(`${name} ${device}`, "sign_in_known", "sign_in_known");
      // Somebody may have many of them, so they have one count together.
      if (devices.isOfOldKind(cookie, account)) return count(`${name} old`, "sign_in_known", "sign_in_known");
      // A new password starts the count anew: a link by mail, or an operator who sets one, lets its owner in.
      return count(`${name} ${trait}`, "sign_in_account", "sign_in_account");
    },
    takeSession: (sessionId) => count(`session ${sessionId}`, "sign_in_known", "sign_in_known"),
    takeCode: (accountId) => count(`code ${accountId}`, "sign_in_account", "sign_in_account"),
    async isKnown({ email, cookie }) {
      const account = await accountOf(email);
      return devices.knownDevice(cookie, account) !== null || devices.isOfOldKind(cookie, account);
    },
    async remember({ email, cookie }, isNewPassword = false) {
      const account = await accountOf(email);
      if (!isNewPassword && devices.isOfOldKind(cookie, account)) return null;
      return devices.knownDevice(cookie, account) === null ? devices.cookie(account) : null;
    },
  };
}

const digest = (text: string): string => hash("sha256", text, "base64url");
