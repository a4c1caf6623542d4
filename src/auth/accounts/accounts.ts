import { betterAuth } from "better-auth";
import { bearer, jwt } from "better-auth/plugins";
import { type AccountSettings, accountOptions, reportTo } from "./account-options.ts";
import { hashedSessionTokens } from "./session-tokens.ts";

/**
 * better-auth over our tables: email and password, sessions, and JWTs for them.
 * Takes 0.3 s and more to load, so it is imported when first needed.
 */
export function createAccounts(settings: AccountSettings & { issuer: string; audience: string }) {
  const { issuer, audience, log } = settings;
  return betterAuth({
    ...accountOptions(settings),
    basePath: "/api/auth",
    plugins: [
      hashedSessionTokens(),
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
    onAPIError: { onError: reportTo(log) },
  });
}

export type Accounts = ReturnType<typeof createAccounts>;
