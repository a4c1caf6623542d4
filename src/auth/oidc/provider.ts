import { hash } from "node:crypto";
import type * as client from "openid-client";
import { isLoopback } from "../../kernel/outside/loopback.ts";
import { type Claims, joinedClaims } from "./admission.ts";
import { boundedJsonFetch } from "./bounded-json-fetch.ts";

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Why asking a provider failed: it is away (or not itself), or it does not vouch for this person. */
export class ProviderError extends Error {
  override name = "ProviderError";
  readonly kind: "away" | "refused";

  constructor(kind: "away" | "refused", cause?: unknown) {
    super(kind === "away" ? "the identity provider cannot be used" : "the identity provider refuses", {
      cause,
    });
    this.kind = kind;
  }
}

export interface Vouched {
  claims: Claims;
  /** Null if the provider gives none: then it cannot be asked again. */
  refreshToken: string | null;
}

/** An OpenID Connect provider. Everything rejects with ProviderError only. */
export interface Provider {
  issuer: string;
  /** The address that a browser is sent to for signing in. */
  authorizationUrl(given: { state: string; codeVerifier: string; redirectUri: string }): Promise<URL>;
  /** What it says about the person who returned with this code. */
  exchange(given: { code: string; codeVerifier: string; redirectUri: string }): Promise<Vouched>;
  /** Asks again about a person it has vouched for. */
  renew(refreshToken: string, subject: string): Promise<Vouched>;
  /** Resolves if it can be reached and is the right one. */
  check(): Promise<void>;
}

/** How long the provider's metadata is used, in ms. */
const foundForMs = 10 * 60_000;
/** The pause before it is looked up again after a failure. */
const pauseMs = 2_000;

export function createProvider(
  settings: ProviderSettings,
  { network = fetch, elapsed = () => performance.now() }: { network?: typeof fetch; elapsed?(): number } = {},
): Provider {
  let found: Promise<Found> | null = null;
  let foundAt = 0;
  let failedAt = Number.NEGATIVE_INFINITY;

  /** The provider's endpoints; looked up by one caller at a time, and not right after a failure. */
  function find(): Promise<Found> {
    if (found && elapsed() - foundAt < foundForMs) return found;
    if (elapsed() - failedAt < pauseMs) return Promise.reject(new ProviderError("away"));
    foundAt = elapsed();
    const looking = discover(settings, network);
    found = looking;
    looking.catch(() => {
      if (found === looking) found = null;
      failedAt = elapsed();
    });
    return looking;
  }

  async function through<T>(work: (found: Found) => Promise<T>): Promise<T> {
    try {
      return await work(await find());
    } catch (error) {
      const fault = asProviderError(error);
      // It may have moved or changed its keys: the next attempt looks it up again.
      if (fault.kind === "away") found = null;
      throw fault;
    }
  }

  return {
    issuer: settings.issuer,
    authorizationUrl: ({ state, codeVerifier, redirectUri }) =>
      through(async ({ oidc, config }) =>
        oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: scopeOf(config),
          state,
          nonce: nonceOf(codeVerifier),
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: "S256",
        }),
      ),
    exchange: ({ code, codeVerifier, redirectUri }) =>
      through(async ({ oidc, config }) => {
        const back = new URL(redirectUri);
        back.searchParams.set("code", code);
        // The account library has compared the answer's issuer, if there was one.
        if (config.serverMetadata().authorization_response_iss_parameter_supported)
          back.searchParams.set("iss", settings.issuer);
        const tokens = await oidc.authorizationCodeGrant(config, back, {
          pkceCodeVerifier: codeVerifier,
          expectedNonce: nonceOf(codeVerifier),
          idTokenExpected: true,
        });
        const subject = tokens.claims()?.sub;
        if (!subject) throw new ProviderError("refused");
        return vouched({ oidc, config }, tokens, subject);
      }),
    renew: (refreshToken, subject) =>
      through(async ({ oidc, config }) => {
        const tokens = await oidc.refreshTokenGrant(config, refreshToken);
        const renewed = await vouched({ oidc, config }, tokens, subject);
        if (renewed.claims.sub !== subject) throw new ProviderError("refused");
        return { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken };
      }),
    check: () => through(async () => undefined),
  };
}

interface Found {
  oidc: typeof client;
  config: client.Configuration;
}

async function discover(
  { issuer, clientId, clientSecret }: ProviderSettings,
  network: typeof fetch,
): Promise<Found> {
  const oidc = await import("openid-client");
  const bounded = boundedJsonFetch(network);
  const plain = isLoopback(new URL(issuer).hostname) ? [oidc.allowInsecureRequests] : [];
  const looked = await oidc.discovery(new URL(issuer), clientId, undefined, undefined, {
    [oidc.customFetch]: bounded as client.CustomFetch,
    execute: plain,
  });
  const metadata = looked.serverMetadata();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const auth = methods.includes("client_secret_basic")
    ? oidc.ClientSecretBasic(clientSecret)
    : oidc.ClientSecretPost(clientSecret);
  const config = new oidc.Configuration(metadata, clientId, { [oidc.clockTolerance]: 30 }, auth);
  config[oidc.customFetch] = bounded as client.CustomFetch;
  for (const step of plain) step(config);
  // The signature is checked even though the token comes directly from the provider.
  oidc.enableNonRepudiationChecks(config);
  return { oidc, config };
}

/** The requested scopes: enough to identify a person and, if the provider allows it, to ask again without them. */
function scopeOf(config: client.Configuration): string {
  const offered = config.serverMetadata().scopes_supported;
  const wanted = ["openid", "email", "profile", "offline_access"];
  return wanted.filter((scope) => !offered || scope === "openid" || offered.includes(scope)).join(" ");
}

/** Bound to the browser by the verifier, which only the state of this attempt has. */
const nonceOf = (codeVerifier: string): string => hash("sha256", `nonce ${codeVerifier}`, "base64url");

type Tokens = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

/** The claims of the ID token and, if there is one, of the userinfo endpoint, which alone may have the groups. */
async function vouched({ oidc, config }: Found, tokens: Tokens, subject: string): Promise<Vouched> {
  const claims: Claims = tokens.claims() ?? {};
  const { userinfo_endpoint: asks } = config.serverMetadata();
  const more = asks ? await oidc.fetchUserInfo(config, tokens.access_token, subject) : {};
  return { claims: joinedClaims(claims, more), refreshToken: tokens.refresh_token ?? null };
}

/** The provider's own refusal (RFC 6749 §5.2), as opposed to anything that keeps it from answering. */
function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const { error: code, status } = error as { error?: unknown; status?: unknown };
  const no = code === "invalid_grant" || code === "access_denied" || (code === undefined && status === 401);
  return new ProviderError(no ? "refused" : "away", error);
}
