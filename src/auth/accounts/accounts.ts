import { passkey } from "@better-auth/passkey";
import { type BetterAuthPlugin, betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import { bearer, jwt, twoFactor } from "better-auth/plugins";
import { type AccountSettings, accountOptions, reportTo } from "./account-options.ts";
import { sessionOfAccount } from "./session-of-account.ts";
import { hashedSessionTokens } from "./session-tokens.ts";

export interface SessionFacts {
  user: { id: string; email: string };
  session: { id: string; signedInBy?: string | null };
}

export interface AccountsSettings extends AccountSettings {
  issuer: string;
  audience: string;
  /** Whether strangers can make accounts, whose addresses nobody has verified. */
  signUp: "open" | "closed";
  /** Sends the link by which the owner of an account sets a new password, where that may open it. */
  sendReset(account: { id: string; email: string }, token: string): Promise<void>;
  /** The identity provider that people can sign in with; null: none. */
  provider: BetterAuthPlugin | null;
  /** When the JWT of a session ends at the latest; null: after its usual time. */
  latestEnd(session: SessionFacts): Promise<Date | null>;
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
    emailAndPassword: {
      enabled: passwords,
      resetPasswordTokenExpiresIn: 3_600,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => sendReset(user, token),
    },
    account: {
      ...shared.account,
      // What was made before it was known by whom: signed up by itself, it may name somebody else's address.
      accountLinking: { enabled: true, requireLocalEmailVerified: signUp === "open" },
    },
    verification: {
      ...shared.verification,
      storeIdentifier: { default: "plain", overrides: { "reset-password": "hashed" } },
    },
    plugins: [
      hashedSessionTokens(),
      sessionOfAccount(),
      // Before the one that hands a token out: whoever still owes a code gets none.
      twoFactor({ issuer: "Overheard", schema: { twoFactor: { modelName: "identity_two_factors" } } }),
      bearer(),
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

/** A passkey takes the place of both factors, so whoever holds the device must have shown that it is theirs. */
function demandOwner({ authenticationInfo }: { authenticationInfo: { userVerified: boolean } }): void {
  if (!authenticationInfo.userVerified)
    throw new APIError("UNAUTHORIZED", {
      code: "NOT_VERIFIED",
      message: "The device did not ask who you are.",
    });
}

export type Accounts = ReturnType<typeof createAccounts>;
