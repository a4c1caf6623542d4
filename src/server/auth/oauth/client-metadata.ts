import { isRedirect, redirectMax } from "./redirect-address.ts";

/** What a client says about itself, as far as we keep it; the rest of RFC 7591 is ignored. */
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

/** VS Code registers six. */
const redirectsMax = 20;
const nameMax = 100;

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

function demandIncludes(values: unknown, needed: string, field: string): void {
  if (values === undefined || (Array.isArray(values) && values.includes(needed))) return;
  throw new ClientMetadataError("invalid_client_metadata", `${field} must include ${needed}.`);
}

function redirectUrisOf(uris: unknown): string[] {
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > redirectsMax)
    throw new ClientMetadataError(
      "invalid_redirect_uri",
      `redirect_uris are 1 to ${redirectsMax} addresses.`,
    );
  const unusable = uris.flatMap((uri, at) => (isRedirect(uri) ? [] : [`redirect_uris[${at}]`]));
  if (unusable.length === 0) return [...new Set(uris)];
  throw new ClientMetadataError(
    "invalid_redirect_uri",
    `${unusable.join(", ")} cannot be used, so nothing is registered. Each of redirect_uris is https, http on loopback, of an app's own scheme in reverse-domain form (com.example.app:/callback), or of a known assistant's (vscode:), without user and fragment, and has at most ${redirectMax} characters.`,
  );
}

const isWeb = (address: string): boolean =>
  address.length <= redirectMax && !/[^!-~]/.test(address) && URL.parse(address)?.protocol === "https:";

/** The name without invisible characters and those that reverse the text around them; null if nothing remains. */
function shownName(name: unknown): string | null {
  if (typeof name !== "string") return null;
  const visible = name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim();
  return [...visible].slice(0, nameMax).join("") || null;
}
