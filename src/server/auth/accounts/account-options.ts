import type { BetterAuthOptions } from "better-auth";
import { APIError } from "better-auth/api";
import { isAccountDisabled } from "../../accounts/disabling.ts";
import { dropFirstLinks } from "../../accounts/first-account.ts";
import { isProviders } from "../../accounts/oidc-grants.ts";
import { useCode } from "../../accounts/used-codes.ts";
import type { Db } from "../../db/db.ts";
import { newId } from "../../kernel/id.ts";
import type { Limiter } from "../../kernel/limit.ts";
import type { Log } from "../../kernel/log.ts";
import { personName } from "../../outbound/mail/person-name.ts";
import { cookieNamesAt } from "./session-cookies.ts";

export interface AccountSettings {
  db: Db;
  log: Log;
  limiter: Limiter;
  /** 32 or more characters; signs sessions and encrypts the private keys. */
  secret: string;
  siteUrl: string;
  /** The header with the source address of a request. */
  sourceHeader: string;
  /** Whether people can sign in with passwords. */
  passwords: boolean;
  /** Absent: scrypt, as better-auth has it. */
  passwordHash?: PasswordHash | undefined;
}

export interface PasswordHash {
  hash(password: string): Promise<string>;
  verify(credentials: { hash: string; password: string }): Promise<boolean>;
}

/** What the accounts and the OAuth server share: tables, cookies, limits. Sends no mail and no telemetry. */
export function accountOptions(settings: AccountSettings) {
  const { db, log, limiter, secret, siteUrl, sourceHeader, passwords } = settings;
  const { origin } = new URL(siteUrl);
  const { secure, prefix } = cookieNamesAt(siteUrl);
  return {
    appName: "Overheard",
    baseURL: origin,
    secret,
    trustedOrigins: [origin],
    // Without transactions each statement stands alone, and none waits for the embedded store's only connection.
    database: { db, type: "postgres", transaction: false },
    emailAndPassword: { enabled: true },
    user: {
      modelName: "identity_users",
      additionalFields: { selfMade: { type: "boolean", required: false, input: false, returned: false } },
    },
    session: {
      modelName: "identity_sessions",
      // Adding a passkey requires a recent sign-in, as what cannot be undone does: it opens recent sessions itself.
      freshAge: 600,
      additionalFields: { signedInBy: { type: "string", required: false, input: false } },
    },
    account: { modelName: "identity_accounts" },
    verification: { modelName: "identity_verifications" },
    databaseHooks: {
      session: { create: { before: beginSession(db, passwords) } },
      user: { create: { before: noteMaker, after: () => dropFirstLinks(db) } },
    },
    rateLimit: { enabled: true, customStorage: { consume: countedBy(limiter) } },
    advanced: {
      cookiePrefix: prefix,
      useSecureCookies: secure,
      disableOriginCheck: false,
      // The source address comes from the door; a client's own headers are not believed.
      ipAddress: { ipAddressHeaders: [sourceHeader] },
      database: { generateId: () => newId(), validateSchema: false },
    },
    telemetry: { enabled: false },
    // Its messages may repeat a client's text.
    logger: { log: (_level: string, message: string) => log.debug({ from: "accounts" }, message) },
  } satisfies BetterAuthOptions;
}

/** The request that begins a session. */
interface Beginning {
  path?: string;
  body?: { code?: unknown };
  context?: { session?: unknown };
}

/**
 * Every way to sign in ends in a session. A disabled account gets none, and a session opened by an identity provider is
 * marked as such.
 */
const beginSession =
  (db: Db, passwords: boolean) =>
  async <S extends { userId: string }>(session: S, context: Beginning | null) => {
    if (await isAccountDisabled(db, session.userId)) {
      const message = "This account is disabled. Ask whoever runs this server.";
      throw new APIError("FORBIDDEN", { code: "ACCOUNT_DISABLED", message });
    }
    // Setting up the second step takes this path too, and uses up no code.
    if (context?.path === "/two-factor/verify-totp" && !context.context?.session) {
      const code = String(context.body?.code ?? "").replace(/\D/g, "");
      if (!(await useCode(db, session.userId, code, new Date()))) {
        const message = "This code has been used. Wait for the next one.";
        throw new APIError("UNAUTHORIZED", { code: "INVALID_CODE", message });
      }
    }
    // An account without a password belongs to the provider, even when it signs in with a passkey.
    const byProvider =
      context?.path?.startsWith("/callback") || (await isProviders(db, session.userId, passwords));
    const signedInBy = byProvider ? "oidc" : null;
    return { data: { ...session, signedInBy } };
  };

/** The address of an account that somebody made for themselves is unverified, now or from when sign-up was open. */
const noteMaker = async <U extends { name: string }>(user: U, context: { path?: string } | null) => ({
  data: {
    ...user,
    name: personName(user.name),
    selfMade: "selfMade" in user ? user.selfMade : context?.path === "/sign-up/email",
  },
});

/** Counts like all other limits, so that no flood of addresses fills a table; the library names the key. */
const countedBy = (limiter: Limiter) => async (key: string) => {
  const [address = "", path = ""] = key.split("|", 2);
  const state = await limiter.take(address, path, "accounts");
  if (!state || state.allowed) return { allowed: true, retryAfter: null };
  return { allowed: false, retryAfter: state.resetSeconds };
};

/** Logs an internal failure by its name and answers without details; a client's mistake is not logged. */
export const reportTo = (log: Log) => (error: unknown) => {
  const { name, statusCode } = error as { name?: string; statusCode?: number };
  if (statusCode && statusCode < 500) return;
  log.error({ from: "accounts", error: name }, "a request to the accounts failed");
  // The library would otherwise print the error with the row concerned.
  throw new APIError("INTERNAL_SERVER_ERROR", { error: "server_error" });
};
