import { passkey } from "@better-auth/passkey";
import { type BetterAuthPlugin, betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import { jwt, twoFactor } from "better-auth/plugins";
import { type AccountSettings, accountOptions, reportTo } from "./account-options.ts";
import { boundedSessions, type SessionLives } from "./session-lives.ts";
import { sessionOfAccount } from "./session-of-account.ts";
import { hashedSessionTokens } from "./session-tokens.ts";

export interface SessionFacts {
  user: { id: string; email: string };
  session: { id: string; signedInBy?: string | null };
}

export interface AccountsSettings extends AccountSettings {
  issuer: string;
  audience: string;
  /** Whether strangers can create accounts, with unverified addresses. */
  signUp: "open" | "closed";
  /** Sends the link to set a new password, if such a link may sign in to the account. */
  sendReset(account: { id: string; email: string }, token: string): Promise<void>;
  /** The identity provider that people can sign in with; null for none. */
  provider: BetterAuthPlugin | null;
  /** The latest time at which the JWT of a session expires; null: its usual time. */
  latestEnd(session: SessionFacts): Promise<Date | null>;
  sessions: SessionLives;
}

/**
 * better-auth over our tables: passwords, an identity provider, second factors, sessions, and JWTs for them.
 * Takes 0.3 s and more to load, so it is imported when first needed.
 */
export function createAccounts(settings: AccountsSettings) {
  const { issuer, audience, log, passwords, signUp, sendReset, provider, latestEnd } = settings;
  const shared = accountOptions(settings);
  const { hostname, origin } = new URL(settings.siteUrl);
  return betterAuth({
    ...shared,
    basePath: "/api/auth",
    // Requests are counted before they come here.
    rateLimit: { enabled: false },
    ...boundedSessions(shared, settings.db, settings.sessions),
    emailAndPassword: {
      enabled: passwords,
      resetPasswordTokenExpiresIn: 3_600,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => sendReset(user, token),
      ...(settings.passwordHash && { password: settings.passwordHash }),
    },
    account: {
      ...shared.account,
      // Accounts made before their maker was recorded may have been made by anybody while sign-up is open, with
      // somebody else's address.
      accountLinking: { enabled: true, requireLocalEmailVerified: signUp === "open" },
    },
    verification: {
      ...shared.verification,
      storeIdentifier: {
        default: "plain",
        overrides: { "reset-password": "hashed", "mailed-link": "hashed" },
      },
    },
    plugins: [
      hashedSessionTokens(),
      sessionOfAccount(),
      // Comes before the plugin that hands out tokens: without the second step there is none.
      twoFactor({ issuer: "Overheard", schema: { twoFactor: { modelName: "identity_two_factors" } } }),
      jwt({
        schema: { jwks: { modelName: "identity_signing_keys" } },
        jwt: {
          issuer,
          audience,
          expirationTime: "15m",
          definePayload: async (facts) => {
            const { user, session } = facts as unknown as SessionFacts;
            const end = await latestEnd({ user, session });
            const exp = end ? { exp: Math.floor(end.getTime() / 1000) } : {};
            return { email: user.email, sid: session.id, ...exp };
          },
        },
      }),
      passkey({
        rpID: hostname,
        rpName: "Overheard",
        origin,
        schema: { passkey: { modelName: "identity_passkeys" } },
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        authentication: { afterVerification: async ({ verification }) => demandOwner(verification) },
      }),
      ...(provider ? [provider] : []),
    ],
    onAPIError: { onError: reportTo(log), errorURL: `${origin}/sign-in` },
  });
}

/** A passkey replaces both factors, so the holder of the device must have shown that it is theirs. */
function demandOwner({ authenticationInfo }: { authenticationInfo: { userVerified: boolean } }): void {
  if (!authenticationInfo.userVerified)
    throw new APIError("UNAUTHORIZED", {
      code: "NOT_VERIFIED",
      message: "The device did not ask who you are.",
    });
}

export type Accounts = ReturnType<typeof createAccounts>;
