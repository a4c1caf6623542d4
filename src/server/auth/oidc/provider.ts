import { hash } from "node:crypto";
import type * as client from "openid-client";
import { createLog, type Log } from "../../kernel/log.ts";
import { isLoopback } from "../../outbound/loopback.ts";
import { type Claims, claimIn, joinedClaims, namesAddress } from "./admission.ts";
import { boundedJsonFetch } from "./bounded-json-fetch.ts";
import {
  asProviderError,
  namesNoTenant,
  ProviderError,
  type ProviderFault,
  statusIn,
} from "./provider-error.ts";

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claim that decides the role; null: none. */
  roleClaim: string | null;
  /** Scopes that are asked for beside those that identify a person. */
  scopes: readonly string[];
}

export interface Vouched {
  claims: Claims;
  /** Null if the provider gives none: then it cannot be asked again. */
  refreshToken: string | null;
}

/** With which of the ways to ask for scopes somebody is sent; each asks for less than the one before. */
export interface ScopeChoice {
  /** The one that this began with: all from there on were refused until this one. */
  first: number;
  way: number;
}

/** An OpenID Connect provider. Everything rejects with ProviderError only. */
export interface Provider {
  issuer: string;
  /** The address that a browser is sent to for signing in. */
  authorizationUrl(request: {
    state: string;
    codeVerifier: string;
    redirectUri: string;
    scopeChoice: ScopeChoice;
  }): Promise<URL>;
  /** What it says about the person who returned with this code. */
  exchange(grant: {
    code: string;
    codeVerifier: string;
    redirectUri: string;
    scopeChoice: ScopeChoice;
  }): Promise<Vouched>;
  /** Asks again about a person it has vouched for. */
  renew(refreshToken: string, subject: string): Promise<Vouched>;
  /** Resolves if it can be reached, is the right one, has keys and knows this server, as far as can be tried. */
  check(redirectUri: string): Promise<void>;
  /** How whoever begins now is sent there: as the last ones who got in where more was refused. */
  usual(): ScopeChoice;
  /** It refused the scopes: how it is asked again, without one that only some know or allow; null: no more. */
  askLess(scopeChoice: ScopeChoice): Promise<ScopeChoice | null>;
}

/** How long the provider's metadata is used, in ms. */
const foundForMs = 10 * 60_000;
/** The pause before it is looked up again after a failure. */
const pauseMs = 2_000;

export function createProvider(
  settings: ProviderSettings,
  {
    network = fetch,
    elapsed = () => performance.now(),
    log = createLog("silent"),
  }: { network?: typeof fetch; elapsed?(): number; log?: Log } = {},
): Provider {
  let discovery: Promise<Found> | null = null;
  let foundAt = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let usual = 0;

  /** The provider's endpoints; looked up by one caller at a time, and not right after a failure. */
  function find(): Promise<Found> {
    if (discovery && elapsed() - foundAt < foundForMs) return discovery;
    if (elapsed() - failedAt < pauseMs) return Promise.reject(new ProviderError("away"));
    foundAt = elapsed();
    const looking = discover(settings, boundedJsonFetch(network, log));
    discovery = looking;
    looking.catch(() => {
      if (discovery === looking) discovery = null;
      failedAt = elapsed();
    });
    return looking;
  }

  async function through<T>(work: (connection: Found) => Promise<T>): Promise<T> {
    try {
      return await work(await find());
    } catch (error) {
      const fault = asProviderError(error);
      // It may have moved or changed its keys: the next attempt looks it up again.
      if (fault.kind === "away") discovery = null;
      throw fault;
    }
  }

  return {
    issuer: settings.issuer,
    authorizationUrl: ({ state, codeVerifier, redirectUri, scopeChoice }) =>
      through(async ({ oidc, config }) => {
        const ways = waysToAsk(config, settings);
        const params = {
          redirect_uri: redirectUri,
          scope: scopeOf(config, settings, ways[scopeChoice.way] ?? ways.at(-1)),
          state,
          nonce: nonceOf(codeVerifier),
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: "S256",
        };
        return config.serverMetadata().require_pushed_authorization_requests
          ? oidc.buildAuthorizationUrlWithPAR(config, params)
          : oidc.buildAuthorizationUrl(config, params);
      }),
    exchange: ({ code, codeVerifier, redirectUri, scopeChoice }) =>
      through(async (connection) => {
        const { oidc, config } = connection;
        const back = new URL(redirectUri);
        back.searchParams.set("code", code);
        // The account library has compared the answer's issuer, if there was one.
        if (config.serverMetadata().authorization_response_iss_parameter_supported)
          back.searchParams.set("iss", config.serverMetadata().issuer);
        const tokens = await oidc.authorizationCodeGrant(config, back, {
          pkceCodeVerifier: codeVerifier,
          expectedNonce: nonceOf(codeVerifier),
          idTokenExpected: true,
        });
        const subject = tokens.claims()?.sub;
        if (!subject) throw new ProviderError("refused");
        if (!isStorable(subject)) throw new ProviderError("away", "unreadable");
        // Anybody can say that the scopes were refused; only the provider gives a code.
        if (usual === scopeChoice.first) usual = scopeChoice.way;
        return vouched(connection, settings, tokens, subject);
      }),
    renew: (refreshToken, subject) =>
      through(async (connection) => {
        const { oidc, config } = connection;
        const tokens = await oidc.refreshTokenGrant(config, refreshToken);
        const renewed = await vouched(connection, settings, tokens, subject);
        if (renewed.claims.sub !== subject) throw new ProviderError("refused");
        return { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken };
      }),
    check: (redirectUri) => through((connection) => tried(connection, redirectUri)),
    usual: () => ({ first: usual, way: usual }),
    askLess: ({ first, way }) =>
      through(async ({ config }) =>
        way + 1 < waysToAsk(config, settings).length ? { first, way: way + 1 } : null,
      ),
  };
}

interface Found {
  oidc: typeof client;
  config: client.Configuration;
  bounded: typeof fetch;
}

async function discover(
  { issuer, clientId, clientSecret }: ProviderSettings,
  bounded: typeof fetch,
): Promise<Found> {
  const oidc = await import("openid-client");
  const plain = isLoopback(new URL(issuer).hostname) ? [oidc.allowInsecureRequests] : [];
  const looked = await oidc
    .discovery(new URL(issuer), clientId, undefined, undefined, {
      [oidc.customFetch]: bounded as client.CustomFetch,
      execute: plain,
    })
    .catch((error: unknown) => {
      throw asNotFound(error);
    });
  const metadata = provable(usable({ ...looked.serverMetadata() }));
  const auth = authenticationOf(oidc, metadata, clientSecret);
  const config = new oidc.Configuration(metadata, clientId, { [oidc.clockTolerance]: 30 }, auth);
  config[oidc.customFetch] = bounded as client.CustomFetch;
  for (const step of plain) step(config);
  // The signature is checked even though the token comes directly from the provider.
  oidc.enableNonRepudiationChecks(config);
  return { oidc, config, bounded };
}

/** What is at the address is no provider at all; a provider that is away, or another one, is told as that. */
function asNotFound(error: unknown): unknown {
  const { fault } = asProviderError(error);
  const status = statusIn(error);
  const isAnother = fault === "unreadable" || (status >= 400 && status < 500 && status !== 429);
  return isAnother ? new ProviderError("away", "no_provider", error) : error;
}

/** Throws ProviderError for a provider at which nobody can sign in as this server does it. */
function usable(metadata: client.ServerMetadata): client.ServerMetadata {
  const { issuer, authorization_endpoint, token_endpoint, jwks_uri } = metadata;
  if (namesNoTenant(issuer)) throw new ProviderError("away", "many_tenants");
  const offers = (list: unknown, one: string) => !Array.isArray(list) || list.includes(one);
  const flows = [
    offers(metadata.response_types_supported, "code"),
    offers(metadata.grant_types_supported, "authorization_code"),
    offers(metadata.response_modes_supported, "query"),
    authorization_endpoint && token_endpoint && jwks_uri,
  ];
  if (!flows.every(Boolean)) throw new ProviderError("away", "flow_unsupported");
  if (metadata.require_signed_request_object) throw new ProviderError("away", "client_unsupported");
  return metadata;
}

/** How this server shows its secret, by what the provider offers. Throws ProviderError if it cannot. */
function authenticationOf(
  oidc: typeof client,
  metadata: client.ServerMetadata,
  secret: string,
): client.ClientAuth {
  const offered = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const ways = [
    ["client_secret_basic", oidc.ClientSecretBasic],
    ["client_secret_post", oidc.ClientSecretPost],
    ["client_secret_jwt", oidc.ClientSecretJwt],
    // The code is bound to this server by its verifier (PKCE).
    ["none", oidc.None],
  ] as const;
  const way = ways.find(([name]) => offered.includes(name))?.[1];
  if (!way) throw new ProviderError("away", "client_unsupported");
  return way(secret);
}

/** Faults that a code which nobody was given brings out, beside the refusal of that code. */
const toldByTrying: readonly ProviderFault[] = ["client_refused", "flow_unsupported"];

/** Asks for the provider's keys and, with a code that nobody was given, whether it knows this server. */
async function tried({ oidc, config, bounded }: Found, redirectUri: string): Promise<void> {
  const { jwks_uri } = config.serverMetadata();
  const keys = await bounded(jwks_uri!, { headers: { accept: "application/json" } });
  if (!keys.ok) throw new ProviderError("away", keys.status < 500 ? "unreadable" : "away");
  const back = new URL(redirectUri);
  back.searchParams.set("code", "made-up-by-doctor");
  back.searchParams.set("iss", config.serverMetadata().issuer);
  const verifier = oidc.randomPKCECodeVerifier();
  await oidc.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier }).catch((error: unknown) => {
    const { fault } = asProviderError(error);
    // Providers refuse such a code in many ways; only an answer that never came says something else.
    if (toldByTrying.includes(fault) || statusIn(error) === 0) throw error;
  });
}

/** Signatures that only the provider can make. */
const ownSignatures = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "Ed25519", "EdDSA"],
];

/**
 * What the provider says of itself, without signatures that prove nothing. Throws ProviderError if it offers no others
 * for its ID tokens. One that says nothing about those of its userinfo may use any.
 */
function provable(metadata: client.ServerMetadata): client.ServerMetadata {
  const own = (offered: unknown) =>
    Array.isArray(offered) ? ownSignatures.filter((each) => offered.includes(each)) : undefined;
  const offered = metadata.id_token_signing_alg_values_supported;
  const idToken = own(offered);
  const isShared = offered?.every((alg) => /^(HS\d+|none)$/i.test(alg));
  if (idToken?.length === 0) throw new ProviderError("away", isShared ? "shared_signature" : "unreadable");
  return {
    ...metadata,
    ...(idToken ? { id_token_signing_alg_values_supported: idToken } : {}),
    userinfo_signing_alg_values_supported: own(metadata.userinfo_signing_alg_values_supported) ?? [
      ...ownSignatures,
    ],
  };
}

/** Scopes that a provider may refuse to know, or to allow this server. */
interface Asked {
  offline: boolean;
  /** The scope that brings the role's claim; null: none, or it is not asked for. */
  role: string | null;
}

/** What to ask for first, and what after each refusal: the provider does not say which of them it refuses. */
function waysToAsk(config: client.Configuration, { roleClaim }: ProviderSettings): readonly Asked[] {
  const offered = config.serverMetadata().scopes_supported ?? [];
  // Many providers have the claims `groups` and `roles` in scopes of that name.
  const role = [roleClaim, roleClaim?.split(".")[0]].find((name) => name && offered.includes(name)) ?? null;
  const ways = [true, false].map((offline) => ({ offline, role }));
  return role === null ? ways : [...ways, ...ways.map(({ offline }) => ({ offline, role: null }))];
}

/** The requested scopes: enough to identify a person and, if the provider allows it, to ask again without them. */
function scopeOf(
  config: client.Configuration,
  { scopes: more }: ProviderSettings,
  { offline, role }: Asked = { offline: true, role: null },
): string {
  const offered = config.serverMetadata().scopes_supported;
  const baseScopes = ["openid", "email", "profile", ...(offline ? ["offline_access"] : [])];
  const scopes = new Set([...baseScopes, ...(role === null ? [] : [role]), ...more]);
  // A list may leave out what a client is allowed (Ory Hydra); without the address nobody signs in.
  const always = ["openid", "email", ...more];
  return [...scopes]
    .filter((scope) => !offered || always.includes(scope) || offered.includes(scope))
    .join(" ");
}

/** Bound to the browser by the verifier, which only the state of this attempt has. */
const nonceOf = (codeVerifier: string): string => hash("sha256", `nonce ${codeVerifier}`, "base64url");

/** Source: OpenID Connect Core 2, for the length; no text that is kept has control characters. */
const isStorable = (subject: string): boolean => subject.length <= 255 && !/\p{Cc}/u.test(subject);

type Tokens = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

/**
 * The claims of the ID token and, if there is one, of the userinfo endpoint, which alone may have the groups. A provider
 * that refuses its userinfo is taken at the token's word, if that says all that is needed.
 */
async function vouched(
  { oidc, config }: Found,
  { roleClaim }: ProviderSettings,
  tokens: Tokens,
  subject: string,
): Promise<Vouched> {
  const claims: Claims = tokens.claims() ?? {};
  const refreshToken = tokens.refresh_token ?? null;
  if (!config.serverMetadata().userinfo_endpoint) return { claims, refreshToken };
  try {
    const more = await oidc.fetchUserInfo(config, tokens.access_token, subject);
    return { claims: joinedClaims(claims, more), refreshToken };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const needed = ["sub", ...(roleClaim === null ? [] : [roleClaim])];
    if (namesAddress(claims) && needed.every((name) => claimIn(claims, name) !== undefined))
      return { claims, refreshToken };
    throw new ProviderError("away", "userinfo_refused", error);
  }
}

/** It was reached and does not say. */
function isRefusal(error: unknown): boolean {
  const status = statusIn(error);
  return status >= 400 && status < 500 && status !== 429;
}
