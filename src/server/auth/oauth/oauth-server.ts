import { type OAuthProviderExtension, oauthProvider } from "@better-auth/oauth-provider";
import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import { isParentGone } from "../../accounts/connectors/connectors.ts";
import { currentOrganization } from "../../accounts/users.ts";
import { type AccountSettings, accountOptions, reportTo } from "../accounts/account-options.ts";
import { hashedSessionTokens } from "../accounts/session-tokens.ts";
import { type ConnectorTokens, grantRevoked } from "./connector-token.ts";
import { withConsentedOrganization } from "./consented-organization.ts";
import { allScopes } from "./oauth-query.ts";

/** Seconds. Source: docs/contract/assistants.md and docs/connect.md. */
const lives = { code: 60, access: 3600, refresh: 30 * 86_400 };

/** For so long, in seconds, a refresh token that was used gets its answer again. Source: docs/contract/assistants.md. */
const answersAgainFor = 20;

/**
 * How long a person may take to sign in and decide, in seconds: for that long the library's signatures on its pages are
 * valid.
 */
const pageLife = 600;

export interface OAuthServerSettings extends AccountSettings {
  tokens: ConnectorTokens;
  /** What tokens are issued for (RFC 8707). */
  resource: string;
  clientDiscovery: NonNullable<OAuthProviderExtension["clientDiscovery"]>;
}

/**
 * The OAuth 2.1 server: better-auth's provider over the same accounts, at the root of the origin, so that the
 * origin is its issuer. Its tokens are opaque (no JWT), hashed and prefixed.
 */
export function createOAuthServer(settings: OAuthServerSettings) {
  const { tokens, resource, clientDiscovery, log, siteUrl } = settings;
  const { origin } = new URL(siteUrl);
  const generous = { window: 60, max: 600 };
  const report = reportTo(log);
  const shared = accountOptions(settings);
  return betterAuth({
    ...shared,
    basePath: "/",
    // People sign in at the accounts, with all their requirements.
    emailAndPassword: { enabled: false },
    // What the accounts renew, with the browser's cookie.
    session: { ...shared.session, disableSessionRefresh: true },
    databaseHooks: { ...shared.databaseHooks, verification: { create: { before: shortCodes } } },
    plugins: [
      hashedSessionTokens(),
      oauthProvider({
        loginPage: `${origin}/connect/sign-in`,
        consentPage: `${origin}/connect/consent`,
        // An assistant is let into the organization that the page named, or else the one chosen last.
        postLogin: {
          page: `${origin}/connect/consent`,
          shouldRedirect: async () => false,
          consentReferenceId: async ({ user }) =>
            withConsentedOrganization.getStore() ??
            (user ? currentOrganization(settings.db, user.id) : undefined),
        },
        scopes: allScopes,
        grantTypes: ["authorization_code", "refresh_token"],
        resources: [resource],
        enforcePerClientResources: false,
        codeExpiresIn: pageLife,
        accessTokenExpiresIn: lives.access,
        refreshTokenExpiresIn: lives.refresh,
        refreshTokenReuseInterval: answersAgainFor,
        disableJwtPlugin: true,
        storeTokens: {
          async hash(token, type) {
            await tokens.renew?.(token, type);
            return tokens.hash(token, type);
          },
        },
        generateOpaqueAccessToken: tokens.mint,
        prefix: { opaqueAccessToken: tokens.prefix },
        allowPublicClientPrelogin: true,
        extensions: [{ clientDiscovery }],
        // Cloud assistants share addresses.
        rateLimit: { token: generous, authorize: generous, revoke: generous },
        schema: {
          oauthClient: { modelName: "identity_oauth_clients" },
          oauthResource: { modelName: "identity_oauth_resources" },
          oauthClientResource: { modelName: "identity_oauth_client_resources" },
          oauthRefreshToken: { modelName: "identity_oauth_refresh_tokens" },
          oauthAccessToken: { modelName: "identity_oauth_access_tokens" },
          oauthConsent: { modelName: "identity_oauth_consents" },
        },
      }),
    ],
    onAPIError: {
      errorURL: `${origin}/connect/error`,
      onError(error) {
        if (isParentGone(error)) throw revoked();
        report(error);
      },
    },
  });
}

/** A grant that was revoked while tokens were made from it: used twice at once, or ended by its user. */
const revoked = () =>
  new APIError("BAD_REQUEST", { error: "invalid_grant", error_description: grantRevoked });

/** The library gives codes and signed pages the same lifetime; a code needs a much shorter one. */
async function shortCodes<V extends { value: string; expiresAt: Date }>(verification: V) {
  if (!verification.value.includes('"type":"authorization_code"')) return { data: verification };
  return { data: { ...verification, expiresAt: new Date(Date.now() + lives.code * 1000) } };
}

export type OAuthServer = ReturnType<typeof createOAuthServer>;
