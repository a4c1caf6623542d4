import { hash } from "node:crypto";
import type { Limiter } from "../../kernel/access/limit.ts";
import { accountTraits } from "../../store/accounts/users.ts";
import type { Db } from "../../store/db/db.ts";
import { derivedSecret } from "../server-secret.ts";
import { createDevices } from "./device.ts";

/** An attempt to sign in to an account with a password. */
export interface Attempt {
  email: string;
  /** The source address, from the door. */
  from: string;
  cookie: string;
}

/**
 * Counts password attempts per account, wherever they come from: docs/decisions/0013. Accounts that do not exist are
 * counted and answered the same.
 */
export interface SignInGuard {
  /** Counts one attempt; the seconds to wait if it is one too many, otherwise null. */
  take(attempt: Attempt): Promise<number | null>;
  /** The cookie for a browser that has signed in; null if it has one already. */
  remember(attempt: Attempt): string | null;
}

export function createSignInGuard(options: {
  db: Db;
  limiter: Limiter;
  now(): Date;
  /** The server's secret. */
  secret: string;
  siteUrl: string;
}): SignInGuard {
  const { db, limiter, now } = options;
  const secure = new URL(options.siteUrl).protocol === "https:";
  const devices = createDevices({ secret: derivedSecret(options.secret, "devices"), secure });

  return {
    async take({ email, from, cookie }) {
      const account = accountOf(email);
      const { passwordTrait, signedInFrom } = await accountTraits(db, email.toLowerCase(), from, now());
      const known = devices.known(cookie, account) ?? (signedInFrom ? from : null);
      if (known !== null) {
        const state = await limiter.take(digest(`${account} ${known}`), "sign_in_known", "sign_in_known");
        if (!state || state.allowed) return null;
      }
      // A new password starts the count anew: an operator who sets one lets its owner in.
      const who = digest(`${account} ${passwordTrait}`);
      const state = await limiter.take(who, "sign_in_account", "sign_in_account");
      return !state || state.allowed ? null : state.resetSeconds;
    },
    remember({ email, cookie }) {
      const account = accountOf(email);
      return devices.known(cookie, account) === null ? devices.cookie(account) : null;
    },
  };
}

const digest = (text: string): string => hash("sha256", text, "base64url");

const accountOf = (email: string): string => digest(email.toLowerCase());
