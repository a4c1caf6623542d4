/** Why a provider cannot be used; what is in no such code is told by the log alone. */
const faults = {
  away: (name: string) => `${name} cannot be reached, or does not answer. Try again in a minute.`,
  wrong_issuer: (name: string) =>
    `${name} calls itself by another issuer than this server expects. Whoever runs this server must set OIDC_ISSUER exactly as the provider writes it.`,
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

/** Codes of RFC 6749 and of the library alone; anything longer or stranger is a text. */
function codeIn(cause: unknown): string | null {
  const { error, code } = (cause ?? {}) as { error?: unknown; code?: unknown };
  const given = [error, code].find((each) => typeof each === "string" && /^[\w.-]{1,60}$/.test(each));
  return (given as string | undefined) ?? null;
}

/** The provider's own refusal of a person (RFC 6749 §5.2), as opposed to anything that keeps it from answering. */
export function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const { error: code, status } = error as { error?: unknown; status?: unknown };
  if (code === "invalid_grant") return new ProviderError("refused", "code_refused", error);
  if (code === "access_denied" || (code === undefined && status === 401))
    return new ProviderError("refused", "away", error);
  return new ProviderError("away", faultOf(error), error);
}

function faultOf(error: unknown): ProviderFault {
  const chain = causesOf(error);
  const all = chain.flatMap(({ cause }) => (isRecord(cause) ? [cause] : []));
  const codes = chain.flatMap(({ error, code }) => [error, code]);
  const has = (...wanted: string[]) => codes.some((code) => wanted.includes(code as string));
  if (has("invalid_client", "unauthorized_client", "invalid_redirect_uri", "redirect_uri_mismatch"))
    return "client_refused";
  if (all.some(({ header }) => isRecord(header) && /^(HS\d+|none)$/i.test(String(header.alg))))
    return "shared_signature";
  if (all.some(({ attribute, claim }) => attribute === "issuer" || claim === "iss")) return "wrong_issuer";
  if (statusIn(error) >= 500 || statusIn(error) === 429) return "away";
  if (has("temporarily_unavailable", "server_error", "slow_down")) return "away";
  // What the library itself finds wrong has its code; the network's errors have others.
  return codes.some((code) => String(code).startsWith("OAUTH_")) || has("invalid_request", "invalid_scope")
    ? "unreadable"
    : "away";
}

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
