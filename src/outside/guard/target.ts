import { isIP } from "node:net";
import { Problem } from "../../kernel/problem.ts";
import { isPublicAddress } from "./address.ts";

/** Why an address is refused, for `details.reason` of URL_NOT_ALLOWED. */
export type Refusal = "malformed" | "scheme" | "credentials" | "port" | "host" | "address";

/** Addresses an operator has opened by name and port, in the form of `URL.host`. */
export type Allowlist = ReadonlySet<string>;

export const refused = (reason: Refusal): Problem => new Problem("URL_NOT_ALLOWED", { details: { reason } });

const urlLengthMax = 2048;
const usualPorts = [80, 443];

/** Names that mean a machine of the network the server stands in, by RFC 6761, RFC 6762, RFC 8375 or habit. */
const localName =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion|svc|invalid|test)$/;

/** `host:port,…` of the settings as they are compared: canonical host, explicit port. */
export function allowlist(entries: readonly string[]): Allowlist {
  return new Set(
    entries.flatMap((entry) => (URL.canParse(`http://${entry}`) ? [keyOf(`http://${entry}`)] : [])),
  );
}

/** Whether the operator has opened this address: then it may be private, and its port any. */
export const isOpened = (url: URL, allowed: Allowlist): boolean => allowed.has(keyOf(url.href));

/**
 * A URL that may be asked as far as its text tells, in the one form that is used from here on.
 * Throws a Problem URL_NOT_ALLOWED. What its name resolves to is judged where the connection is made.
 */
export function targetOf(
  text: string,
  allowed: Allowlist,
  { ports = [], encrypted = false }: { ports?: readonly number[]; encrypted?: boolean } = {},
): URL {
  // What the parser would drop or turn round silently has no business in an address.
  if (text.length > urlLengthMax || /[\s\\\p{Cc}\p{Cf}]/u.test(text) || !URL.canParse(text))
    throw refused("malformed");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw refused("scheme");
  // A relative-looking `http:/host` or `http:host` is read differently by different programs.
  if (!/^https?:\/\/[^/]/i.test(text)) throw refused("malformed");
  if (url.username || url.password) throw refused("credentials");
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.replace(/\.+$/, "");
  url.hash = "";
  if (isOpened(url, allowed)) return url;
  if (encrypted && url.protocol !== "https:") throw refused("scheme");
  if (![...usualPorts, ...ports].includes(portOf(url))) throw refused("port");
  const host = hostOf(url);
  if (isIP(host) ? !isPublicAddress(host) : !isPublicName(host))
    throw refused(isIP(host) ? "address" : "host");
  return url;
}

/** The host without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

const portOf = (url: URL): number => Number(url.port) || (url.protocol === "https:" ? 443 : 80);

const isPublicName = (host: string): boolean =>
  host.includes(".") && host.length <= 253 && !host.includes("..") && !localName.test(host);

function keyOf(text: string): string {
  const url = new URL(text);
  return `${hostOf(url).replace(/\.+$/, "")} ${portOf(url)}`;
}
