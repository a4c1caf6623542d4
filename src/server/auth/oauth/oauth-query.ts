import { scopes as known, staysConnected } from "../../kernel/scope.ts";
import { isRedirect } from "./redirect-address.ts";

export const allScopes = [...known, staysConnected];
const usualScope = "visibility:read";
const noResource = "urn:overheard:no-resource";

/** The parameters that are passed on. Nothing else reaches the library, so what we do not offer cannot be requested. */
const passedOn = {
  authorize: [
    ...["response_type", "client_id", "redirect_uri", "scope", "state", "prompt"],
    ...["code_challenge", "code_challenge_method", "resource"],
  ],
  token: [
    ...["grant_type", "client_id", "code", "code_verifier", "redirect_uri"],
    ...["refresh_token", "scope", "resource"],
  ],
  revoke: ["token", "token_type_hint", "client_id"],
};

/** Characters that no parameter has (RFC 6749, appendix A) and no table can store. */
const controls = /\p{Cc}/u;

export const hasControls = (params: URLSearchParams): boolean =>
  [...params].flat().some((text) => controls.test(text) || !text.isWellFormed());

/** Our own resource's address as some clients write it, with a slash or a query, becomes its one spelling. */
function ownSpelling(resource: string, own: string): string {
  const [url, ours] = [URL.parse(resource), new URL(own)];
  const isOurs = url?.origin === ours.origin && url.pathname.replace(/\/$/, "") === ours.pathname;
  return isOurs && url.username === "" && url.password === "" ? own : resource;
}

/**
 * The parameters that are passed on, or null if one of them is given twice (RFC 6749 §3.1). `own` is the resource that
 * tokens are issued for.
 */
export function sifted(
  params: URLSearchParams,
  endpoint: keyof typeof passedOn,
  own: string,
): URLSearchParams | null {
  const query = new URLSearchParams();
  for (const [name, value] of params) {
    if (!passedOn[endpoint].includes(name) || value === "") continue;
    if (name !== "resource" && query.has(name)) return null;
    query.append(name, name === "resource" ? ownSpelling(value, own) : value);
  }
  return query;
}

/**
 * An authorization request as the library gets it. Consent is required each time: a public client cannot rely on an
 * earlier one. Null if the request is malformed.
 */
export function authorizationQuery(params: URLSearchParams, own: string): URLSearchParams | null {
  const query = sifted(params, "authorize", own);
  if (!query) return null;
  const scopes = (query.get("scope") ?? "").split(" ").filter((scope) => allScopes.includes(scope));
  query.set("scope", [...new Set(scopes.length > 0 ? scopes : [usualScope])].join(" "));
  const prompts = (query.get("prompt") ?? "").split(" ");
  query.set("prompt", prompts.includes("login") ? "login consent" : "consent");
  // The library would take an empty resource for none; it refuses one that does not exist, with an error.
  const resources = query.getAll("resource");
  query.delete("resource");
  for (const resource of resources.length > 0 ? resources : [""])
    query.append("resource", URL.canParse(resource) ? resource : noResource);
  return query;
}

/**
 * The fault of a request that can be seen without looking up its client, as an error of OAuth; null for none. Checked
 * before a foreign document is fetched for it.
 */
export function faultOf(query: URLSearchParams, resource: string): string | null {
  if (query.get("response_type") !== "code") return "unsupported_response_type";
  if (!isRedirect(query.get("redirect_uri"))) return "invalid_redirect";
  const challenged = /^[\w~.-]{43,128}$/.test(query.get("code_challenge") ?? "");
  if (!challenged || query.get("code_challenge_method") !== "S256") return "invalid_request";
  return query.getAll("resource").every((target) => target === resource) ? null : "invalid_target";
}
