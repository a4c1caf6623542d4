import { isIP } from "node:net";
import { Problem } from "../../kernel/problem.ts";
import { isPublicAddress } from "./address.ts";

/** Why an address is refused, for `details.reason` of URL_NOT_ALLOWED. */
export type Refusal = "malformed" | "scheme" | "credentials" | "port" | "host" | "address";

/** Addresses that the operator has opened, by host and port, in the form of `URL.host`. */
export type Allowlist = ReadonlySet<string>;

const byOperator =
  "The operator can allow it by its host and port, exactly as in the address, such as OVERHEARD_OUTBOUND_ALLOW=127.0.0.1:8080, and a restart.";

/** What is wrong with a refused address, and what to do. */
const says: Record<Refusal, string> = {
  malformed:
    "This is not a whole address: it must begin with https:// or http:// and name a host, as https://acme.example/page does.",
  scheme: "Only http and https addresses can be fetched.",
  credentials: "An address must not contain a user name or password.",
  port: `This server may only fetch from ports 80 and 443. ${byOperator}`,
  host: `This is not a public host name. ${byOperator}`,
  address: `This address is not on the public internet. ${byOperator}`,
};

/** Of a name, which says nothing of where it leads. */
const leadsInside = `Where this server looks it up, this name leads to an address that is not on the public internet, as an inner DNS server's and a VPN's answers do. ${byOperator}`;

export const refusedName = (): Problem => refused("address", leadsInside);

export const refused = (reason: Refusal, message = says[reason]): Problem =>
  new Problem("URL_NOT_ALLOWED", { message, details: { reason } });

const urlLengthMax = 2048;
const usualPorts = [80, 443];

/** Names of machines on the server's own network, by RFC 6761, RFC 6762, RFC 8375 or convention. */
const localName =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion|svc|invalid|test)$/;

/** The setting's `host:port,…` in the form for comparison: canonical host, explicit port. */
export function allowlist(entries: readonly string[]): Allowlist {
  return new Set(
    entries.flatMap((entry) => (URL.canParse(`http://${entry}`) ? [keyOf(`http://${entry}`)] : [])),
  );
}

/** Whether the operator has opened this address: then it may be private and use any port. */
export const isOpened = (url: URL, allowed: Allowlist): boolean => allowed.has(keyOf(url.href));

/**
 * A URL that is allowed as far as its text tells, in the canonical form used from here on. Throws a Problem
 * URL_NOT_ALLOWED. What its name resolves to is checked when the connection is made.
 */
export function targetOf(
  text: string,
  allowed: Allowlist,
  { ports = [], encrypted = false }: { ports?: readonly number[]; encrypted?: boolean } = {},
): URL {
  // Characters that the parser would silently drop or convert have no place in an address.
  if (text.length > urlLengthMax || /[\s\\\p{Cc}\p{Cf}]/u.test(text) || !URL.canParse(text))
    throw refused("malformed");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw refused("scheme");
  // Programs disagree on how to read a relative-looking `http:/host` or `http:host`.
  if (!/^https?:\/\/[^/]/i.test(text)) throw refused("malformed");
  if (url.username || url.password) throw refused("credentials");
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.replace(/\.+$/, "");
  url.hash = "";
  if (isOpened(url, allowed)) return url;
  const host = hostOf(url);
  if (isIP(host) ? !isPublicAddress(host) : !isPublicName(host))
    throw refused(isIP(host) ? "address" : "host");
  if (encrypted && url.protocol !== "https:")
    throw refused("scheme", `Use https://, since this carries credentials. ${byOperator}`);
  if (![...usualPorts, ...ports].includes(portOf(url))) throw refused("port");
  return url;
}

/** The host without IPv6 brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

const portOf = (url: URL): number => Number(url.port) || (url.protocol === "https:" ? 443 : 80);

const isPublicName = (host: string): boolean =>
  host.includes(".") && host.length <= 253 && !host.includes("..") && !localName.test(host);

function keyOf(text: string): string {
  const url = new URL(text);
  return `${hostOf(url).replace(/\.+$/, "")} ${portOf(url)}`;
}
