import { isLoopback } from "../../outbound/loopback.ts";

/** The longest redirect address, in characters. */
export const redirectMax = 512;

/** Schemes without a dot that known assistants use for themselves. */
const knownSchemes: readonly string[] = [
  ...["antigravity", "cherrystudio", "claude", "code-oss", "cursor", "goose", "jan", "kiro", "lmstudio"],
  ...["obsidian", "positron", "raycast", "trae", "vscode", "vscode-insiders", "vscodium", "warp", "windsurf"],
  ...["windsurf-next", "zed"],
].map((scheme) => `${scheme}:`);

/** An app's own scheme by RFC 8252 §7.1: a reversed domain, which an app can own and no system uses. */
const reverseDomain = /^[a-z]{2,}(?:\.[a-z0-9-]+)+:$/;

/** Schemes in the same form that systems use for their own programs. */
const ofTheSystem = /^(?:microsoft|windows|ms|com\.(?:microsoft|apple))\./;

/**
 * Whether a code may be sent there: https, http on loopback (RFC 8252 §7.3), or an app's own scheme. Everything else is
 * refused, since it may start a program that never asked for codes.
 */
export function isRedirect(uri: unknown): uri is string {
  if (typeof uri !== "string" || uri.length > redirectMax || /[^!-~]|[#\\]/.test(uri)) return false;
  const url = URL.parse(uri);
  if (url?.username !== "" || url.password !== "") return false;
  const { protocol } = url;
  // A dot at the end of a host changes nothing of where it leads.
  const hostname = url.hostname.replace(/\.$/, "");
  if (protocol === "https:") return !isLoopback(hostname) && !hostname.endsWith(".localhost");
  if (protocol === "http:") return isLoopback(hostname);
  return knownSchemes.includes(protocol) || (reverseDomain.test(protocol) && !ofTheSystem.test(protocol));
}
