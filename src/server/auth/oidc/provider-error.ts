/** Why a provider cannot be used; what is in no such code is told by the log alone. */
const faults = {
  away: (name: string) => `${name} cannot be reached, or does not answer. Try again in a minute.`,
  wrong_issuer: (name: string) =>
    `${name} calls itself by another issuer than this server expects. Whoever runs this server must set OIDC_ISSUER exactly as the provider writes it, with the / at its end where there is one.`,
  many_tenants: (name: string) =>
    `${name} is the address of all its tenants at once. Whoever runs this server must name one in OIDC_ISSUER, such as https://login.microsoftonline.com/TENANT-ID/v2.0.`,
  no_provider: (name: string) =>
    `${name} has no /.well-known/openid-configuration below the address in OIDC_ISSUER. Whoever runs this server must correct that address.`,
  unknown_host: (name: string) =>
    `This server finds no host of the name that ${name} has. Whoever runs it must check OIDC_ISSUER and its DNS.`,
  untrusted: (name: string) =>
    `${name} has a certificate that this server does not trust. Whoever runs this server finds its code in the log; an authority of one's own is named in NODE_EXTRA_CA_CERTS.`,
  redirects: (name: string) =>
    `${name} sends this server on to another address, which it does not follow. Whoever runs this server must set OIDC_ISSUER to the address at the end.`,
  plain_http: (name: string) =>
    `${name} names addresses of its own that begin with http://. Whoever runs it must tell it its https address, as it has to know behind a proxy.`,
  client_unsupported: (name: string) =>
    `${name} knows programs only by keys or certificates (private_key_jwt, tls_client_auth), and this server has a secret. Whoever runs it must allow client_secret_basic or client_secret_post.`,
  flow_unsupported: (name: string) =>
    `${name} does not offer the authorization code flow, by which people sign in here. Whoever runs it must allow response_type=code and grant_type=authorization_code.`,
  clocks: (name: string) =>
    `The clocks of ${name} and of this server are apart. Whoever runs them must set both by NTP.`,
  no_id_token: (name: string) =>
    `${name} gives no ID token. Whoever runs it must let this server use the scope openid; a provider of OAuth alone cannot be used.`,
  encrypted: (name: string) =>
    `${name} encrypts what it says, and this server has no key to read it. Whoever runs it must let it sign its tokens without encrypting them.`,
  shared_signature: (name: string) =>
    `${name} signs with a secret that this server has too, or not at all, which proves nothing. Whoever runs it must let it sign with a key of its own, such as RS256.`,
  client_refused: (name: string) =>
    `${name} refuses this server. Whoever runs this server must check OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and what is registered there.`,
  userinfo_refused: (name: string) =>
    `${name} refuses to say who you are, and its ID token does not say it either. Whoever runs it must let this server read its userinfo, or put the address into the token.`,
  code_refused: (name: string) =>
    `${name} does not take the code that it sent you here with: it is too old, or was used already. Sign in again.`,
  unreadable: (name: string) =>
    `${name} does not answer as OpenID Connect asks. Whoever runs this server finds its code in the log.`,
} satisfies Record<string, (name: string) => string>;

export type ProviderFault = keyof typeof faults;

/** As the sign-in page and `doctor` say it; null for a code that is none of these. */
export const providerFaultIn = (code: string, name: string): string | null =>
  Object.hasOwn(faults, code) ? faults[code as ProviderFault](name) : null;

/** Why asking a provider failed: it cannot be used, for one of these faults, or it does not vouch for this person. */
export class ProviderError extends Error {
  override name = "ProviderError";
  readonly kind: "away" | "refused";
  readonly fault: ProviderFault;
  /** The code that the provider or the library gave; null if it gave none. */
  readonly code: string | null;

  constructor(kind: "away" | "refused", fault: ProviderFault = "away", cause?: unknown) {
    super(kind === "away" ? "the identity provider cannot be used" : "the identity provider refuses", {
      cause,
    });
    this.kind = kind;
    this.fault = fault;
    this.code = codeIn(cause);
  }
}

/** Codes of RFC 6749, of the library and of the network alone; anything longer or stranger is a text. */
const codeIn = (cause: unknown): string | null =>
  codesIn(causesOf(cause)).find((code) => /^[\w.-]{1,60}$/.test(code)) ?? null;

/** The provider's codes before those of whoever noticed. */
function codesIn(chain: readonly Link[]): string[] {
  const challenged = chain.map((link) => challengeIn(link)?.parameters?.error);
  const candidates = [...challenged, ...chain.flatMap(({ error, code }) => [error, code])];
  return candidates.filter((code) => typeof code === "string");
}

interface Challenge {
  scheme?: unknown;
  parameters?: { error?: unknown };
}

/** How a provider wants to be asked that answered 401 (RFC 9110, WWW-Authenticate); Basic is for clients (RFC 6749 §5.2). */
const challengeIn = (error: unknown): Challenge | undefined =>
  causesOf(error)
    .map(({ cause }) => cause)
    .find(Array.isArray)
    ?.find(isRecord) as Challenge | undefined;

/** The provider's own refusal of a person (RFC 6749 §5.2), as opposed to anything that keeps it from answering. */
export function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const { error: code, status } = error as { error?: unknown; status?: unknown };
  if (challengeIn(error)) return new ProviderError("away", faultOf(error), error);
  if (code === "invalid_grant") return new ProviderError("refused", "code_refused", error);
  if (code === "access_denied" || (code === undefined && status === 401))
    return new ProviderError("refused", "away", error);
  return new ProviderError("away", faultOf(error), error);
}

function faultOf(error: unknown): ProviderFault {
  const chain = causesOf(error);
  const all = chain.flatMap(({ cause }) => (isRecord(cause) ? [cause] : []));
  const codes = codesIn(chain);
  const challenge = challengeIn(error);
  if (challenge?.scheme === "basic") return "client_refused";
  const has = (...names: string[]) => codes.some((code) => names.includes(code));
  if (has("invalid_client", "unauthorized_client", "invalid_redirect_uri", "redirect_uri_mismatch"))
    return "client_refused";
  if (has("unsupported_grant_type", "unsupported_response_type")) return "flow_unsupported";
  if (codes.some((code) => /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/.test(code))) return "untrusted";
  if (has("ENOTFOUND", "EAI_AGAIN")) return "unknown_host";
  if (has("OAUTH_HTTP_REQUEST_FORBIDDEN")) return "plain_http";
  if (has("OAUTH_JWT_TIMESTAMP_CHECK_FAILED")) return "clocks";
  const body = all.map(({ body }) => body).find(isRecord);
  if (body && typeof body.access_token === "string" && body.id_token === undefined) return "no_id_token";
  if (chain.some(({ cause }) => isEncrypted(cause))) return "encrypted";
  if (all.some(({ header }) => isRecord(header) && /^(HS\d+|none)$/i.test(String(header.alg))))
    return "shared_signature";
  if (
    all.some(({ attribute, body }) => attribute === "issuer" && isRecord(body) && namesNoTenant(body.issuer))
  )
    return "many_tenants";
  if (all.some(({ attribute, claim }) => attribute === "issuer" || claim === "iss")) return "wrong_issuer";
  const status = statusIn(error);
  if (status >= 300 && status < 400) return "redirects";
  if (status >= 500 || status === 429) return "away";
  if (has("temporarily_unavailable", "server_error", "slow_down")) return "away";
  // What the library itself finds wrong has its code; the network's errors have others.
  return codes.some((code) => code.startsWith("OAUTH_")) || has("invalid_request", "invalid_scope")
    ? "unreadable"
    : "away";
}

/** Entra ID's placeholder, at addresses for all tenants. */
export const namesNoTenant = (issuer: unknown): boolean => String(issuer).includes("{");

/** A JWT in five parts, of which the first is its header. */
const isEncrypted = (token: unknown): boolean => typeof token === "string" && token.split(".").length === 5;

/** The status of the answer that an error is about; 0: none. */
export const statusIn = (error: unknown): number =>
  causesOf(error)
    .map(({ status }) => Number(status))
    .find((status) => status > 0) ?? 0;

type Link = Record<"error" | "code" | "status" | "cause", unknown>;

function causesOf(error: unknown): Link[] {
  const chain: Link[] = [];
  for (let at = error; isRecord(at) && chain.length < 5; at = at.cause) chain.push(at as Link);
  return chain;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
