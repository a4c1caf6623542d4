import { betterAuth } from "better-auth";
import { bearer, jwt } from "better-auth/plugins";
import { newId } from "../kernel/id.ts";
import type { Log } from "../kernel/log.ts";
import type { Db } from "../store/db.ts";

export interface AccountSettings {
  db: Db;
  log: Log;
  /** 32 or more characters; signs sessions and encrypts the private keys. */
  secret: string;
  siteUrl: string;
  issuer: string;
  audience: string;
  /** Header in which a request carries the address that it came from. */
  sourceHeader: string;
}

/**
 * better-auth over our tables: email and password, sessions, and JWTs for them. Sends no mail and no telemetry.
 * Takes 0.3 s and more to load, so it is imported when first needed.
 */
export function createAccounts({
  db,
  log,
  secret,
  siteUrl,
  issuer,
  audience,
  sourceHeader,
}: AccountSettings) {
  const { origin, protocol } = new URL(siteUrl);
  return betterAuth({
    appName: "Overheard",
    baseURL: origin,
    basePath: "/api/auth",
    secret,
    trustedOrigins: [origin],
    // Without transactions each of its statements stands alone: none waits for the embedded store's one connection.
    database: { db, type: "postgres", transaction: false },
    emailAndPassword: { enabled: true },
    user: { modelName: "identity_users" },
    session: { modelName: "identity_sessions" },
    account: { modelName: "identity_accounts" },
    verification: { modelName: "identity_verifications" },
    rateLimit: { enabled: true, storage: "database", modelName: "identity_rate_limits" },
    advanced: {
      cookiePrefix: "overheard",
      useSecureCookies: protocol === "https:",
      disableOriginCheck: false,
      // The door says where a request comes from; what the client says is not believed.
      ipAddress: { ipAddressHeaders: [sourceHeader] },
      database: { generateId: () => newId(), validateSchema: false },
    },
    plugins: [
      bearer(),
      jwt({
        schema: { jwks: { modelName: "identity_signing_keys" } },
        jwt: {
          issuer,
          audience,
          expirationTime: "15m",
          definePayload: ({ user }) => ({ email: user.email }),
        },
      }),
    ],
    telemetry: { enabled: false },
    // Its words may repeat a client's.
    logger: { log: (_level, message) => log.debug({ from: "accounts" }, message) },
    onAPIError: {
      onError(error) {
        const { name, statusCode } = error as { name?: string; statusCode?: number };
        if (!statusCode || statusCode >= 500)
          log.error({ from: "accounts", error: name }, "a request to the accounts failed");
      },
    },
  });
}

export type Accounts = ReturnType<typeof createAccounts>;
