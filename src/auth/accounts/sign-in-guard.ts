import { hash } from "node:crypto";
import type { Limiter } from "../../kernel/access/limit.ts";
import { accountTraits } from "../../store/accounts/users.ts";
import type { Db } from "../../store/db/db.ts";
import { derivedSecret } from "../server-secret.ts";
import { createDevices } from "./device.ts";

/** Somebody who names an account and a password. */
export interface Attempt {
  email: string;
  /** Source address, as the door says it. */
  from: string;
  cookie: string;
}

/**
 * Counts passwords by the account that they are tried on, wherever they come from: docs/decisions/0013. The same is
 * counted, and answered, for accounts that do not exist.
 */
export interface SignInGuard {
  /** Takes one attempt; seconds to wait where it is one too many, else null. */
  take(attempt: Attempt): Promise<number | null>;
  /** The cookie for whoever got in, null if the browser has it already. */
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
      // With a new password the count begins anew: an operator who sets one lets its owner in.
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
