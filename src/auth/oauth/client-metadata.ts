import { isLoopback } from "../../kernel/outside/loopback.ts";

/** What a client says of itself, as far as we keep it; the rest of RFC 7591 is ignored. */
export interface ClientMetadata {
  name: string | null;
  uri: string | null;
  redirectUris: string[];
  applicationType: "web" | "native";
}

/** Why a client's description is refused, as RFC 7591 §3.2.2 names it; the words are ours alone. */
export class ClientMetadataError extends Error {
  override name = "ClientMetadataError";
  readonly code: "invalid_redirect_uri" | "invalid_client_metadata";

  constructor(code: ClientMetadataError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

const redirectsMax = 20;
const nameMax = 100;
const addressMax = 2048;

/**
 * Reads client metadata (RFC 7591 §2). Every client is public, whatever it asks for: PKCE proves it, not a secret.
 * Throws ClientMetadataError.
 */
export function clientMetadataOf(document: unknown): ClientMetadata {
  if (typeof document !== "object" || document === null || Array.isArray(document))
    throw new ClientMetadataError("invalid_client_metadata", "Client metadata is a JSON object.");
  const { client_name, client_uri, redirect_uris, grant_types, response_types } = document as Record<
    string,
    unknown
  >;
  demandIncludes(grant_types, "authorization_code", "grant_types");
  demandIncludes(response_types, "code", "response_types");
  const redirectUris = redirectUrisOf(redirect_uris);
  return {
    name: shownName(client_name),
    uri: typeof client_uri === "string" && isWeb(client_uri) ? client_uri : null,
    redirectUris,
    applicationType: redirectUris.every(isWeb) ? "web" : "native",
  };
}

function demandIncludes(given: unknown, needed: string, field: string): void {
  if (given === undefined || (Array.isArray(given) && given.includes(needed))) return;
  throw new ClientMetadataError("invalid_client_metadata", `${field} must include ${needed}.`);
}

function redirectUrisOf(given: unknown): string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > redirectsMax)
    throw new ClientMetadataError(
      "invalid_redirect_uri",
      `redirect_uris are 1 to ${redirectsMax} addresses.`,
    );
  if (given.every(isRedirect)) return [...new Set(given)];
  throw new ClientMetadataError(
    "invalid_redirect_uri",
    "Each of redirect_uris is https, http on loopback, or an address of an app's own scheme, without user and fragment.",
  );
}

/** Schemes that a browser acts on by itself, or that lead out of it. */
const unsafeSchemes = [
  ...["javascript:", "data:", "vbscript:", "blob:", "about:", "file:", "filesystem:", "view-source:"],
  ...["ftp:", "ws:", "wss:", "mailto:", "tel:", "sms:", "intent:", "chrome:", "jar:"],
];

/** Where a code may be sent: RFC 8252 §7, and the schemes that editors use. */
function isRedirect(given: unknown): given is string {
  if (typeof given !== "string" || given.length > addressMax || /[^!-~]|[#\\]/.test(given)) return false;
  const url = URL.parse(given);
  if (url?.username !== "" || url.password !== "") return false;
  const { protocol, hostname } = url;
  if (protocol === "https:") return !isLoopback(hostname) && !hostname.endsWith(".localhost");
  if (protocol === "http:") return isLoopback(hostname);
  return !unsafeSchemes.includes(protocol);
}

const isWeb = (address: string): boolean =>
  address.length <= addressMax && URL.parse(address)?.protocol === "https:";

/** The name less what cannot be seen or turns the text around it; null where nothing is left. */
function shownName(given: unknown): string | null {
  if (typeof given !== "string") return null;
  const visible = given.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim();
  return [...visible].slice(0, nameMax).join("") || null;
}
