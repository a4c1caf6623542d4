import type { IncomingMessage } from "node:http";
import { isIP, isIPv6 } from "node:net";
import type { Log } from "../../kernel/log.ts";
import { type Exchange, singleHeader } from "../exchange.ts";

/** The address that an exchange came from, for counting attempts. */
export const sourceOf = ({ request }: Exchange, trustedProxies: number): string =>
  sourceAddress(
    request.socket?.remoteAddress,
    singleHeader(request.headers["x-forwarded-for"]),
    trustedProxies,
  );

/**
 * Of `X-Forwarded-For`, trusts only as many hops as there are proxies in front of us; an IPv6 client counts by its /64.
 */
export function sourceAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  if (trustedProxies === 0 || forwardedFor === undefined) return grouped(socketAddress ?? "unknown");
  const hops = [...hopsIn(forwardedFor), socketAddress ?? ""];
  const believed = hops.slice(-1 - trustedProxies);
  const nearestKnown = believed.findIndex((_, index) =>
    believed.slice(index).every((hop) => isIP(hop) !== 0),
  );
  return grouped(believed[nearestKnown] ?? socketAddress ?? "unknown");
}

/** Some proxies add the port (Azure's Application Gateway, IIS), and with it the brackets of an IPv6 address. */
const hopsIn = (forwardedFor: string): string[] =>
  forwardedFor.split(",").map((hop) => {
    const [, four, six] = /^(?:([\d.]+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/.exec(hop.trim()) ?? [];
    return four ?? six ?? hop.trim();
  });

/** Says once that the proxies in front name visitors by something else than addresses: those then count as one. */
export function watchHops(log: Log, trustedProxies: number): (request: IncomingMessage) => void {
  let isTold = trustedProxies === 0;
  return ({ headers }) => {
    const forwardedFor = isTold ? undefined : singleHeader(headers["x-forwarded-for"]);
    if (forwardedFor === undefined) return;
    isTold = hopsIn(forwardedFor)
      .slice(-trustedProxies)
      .some((hop) => isIP(hop) === 0);
    if (isTold)
      log.warn(
        "the proxy in front writes no addresses into X-Forwarded-For: limits count all visitors as one; have it write the visitor's address there",
      );
  };
}

/** One customer's network: the /48 of an IPv6 address, the usual allocation of a site; an IPv4 address itself. */
export const networkOf = (source: string): string =>
  isIPv6(source) ? `${source.slice(0, "ffff:ffff:ffff".length)}::` : source;

/** A range of addresses likely to be in the same hands: the /32 of an IPv6 address, the /24 of an IPv4 one. */
export const neighbourhoodOf = (source: string): string =>
  isIPv6(source) ? `${source.slice(0, "ffff:ffff".length)}::` : source.replace(/\.\d+$/, ".0");

/** IPv6 as its /64, written out in full: the account library accepts that as an address and writes it the same way. */
function grouped(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const mapped = groups.slice(0, 6).join() === "0000,0000,0000,0000,0000,ffff";
  if (mapped) return groups.slice(6).flatMap(bytesOf).join(".");
  return [...groups.slice(0, 4), "0000", "0000", "0000", "0000"].join(":");
}

const bytesOf = (group: string): number[] =>
  [group.slice(0, 2), group.slice(2)].map((hex) => parseInt(hex, 16));

/** The eight groups of an IPv6 address, four digits each. */
function groupsOf(address: string): string[] {
  // The URL parser spells a trailing IPv4 part in hexadecimal, but does not accept zones.
  const { hostname } = new URL(`http://[${address.split("%")[0]}]`);
  const [head, tail] = hostname
    .slice(1, -1)
    .split("::")
    .map((part) => part.split(":").filter(Boolean));
  const missing = tail ? 8 - head!.length - tail.length : 0;
  const groups = [...head!, ...Array<string>(missing).fill("0"), ...(tail ?? [])];
  return groups.map((group) => group.padStart(4, "0"));
}
