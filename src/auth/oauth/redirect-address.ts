import { isLoopback } from "../../kernel/outside/loopback.ts";

/** Characters of an address that a client may be answered at. */
export const redirectMax = 512;

/** Schemes without a dot that assistants are known to open themselves with. */
const knownSchemes = ["cursor:", "vscode:", "vscode-insiders:", "windsurf:", "claude:"];

/** An app's own scheme, as RFC 8252 §7.1 wants it: a domain turned round. Anybody can own one, and no system does. */
const reverseDomain = /^[a-z]{2,}(?:\.[a-z0-9-]+)+:$/;

/** Systems name their own programs in the same form. */
const ofTheSystem = /^(?:microsoft|windows|ms|com\.(?:microsoft|apple))\./;

/**
 * Where a code may be sent: https, http on loopback (RFC 8252 §7.3), an app's own scheme. Everything else is refused,
 * as it may start a program that never asked for codes.
 */
export function isRedirect(given: unknown): given is string {
  if (typeof given !== "string" || given.length > redirectMax || /[^!-~]|[#\\]/.test(given)) return false;
  const url = URL.parse(given);
  if (url?.username !== "" || url.password !== "") return false;
  const { protocol, hostname } = url;
  if (protocol === "https:") return !isLoopback(hostname) && !hostname.endsWith(".localhost");
  if (protocol === "http:") return isLoopback(hostname);
  return knownSchemes.includes(protocol) || (reverseDomain.test(protocol) && !ofTheSystem.test(protocol));
}
