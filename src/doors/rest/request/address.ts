import { isIP, isIPv6 } from "node:net";
import { type Exchange, singleHeader } from "../exchange.ts";

/** The address that an exchange came from, for counting failed attempts. */
export const sourceOf = ({ request }: Exchange, trustedProxies: number): string =>
  sourceAddress(
    request.socket?.remoteAddress,
    singleHeader(request.headers["x-forwarded-for"]),
    trustedProxies,
  );

/**
 * Of `X-Forwarded-For` only as many hops are
 * believed as there are proxies of ours in front; an IPv6 client counts by its /64.
 */
export function sourceAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  if (trustedProxies === 0 || forwardedFor === undefined) return grouped(socketAddress ?? "unknown");
  const hops = [...(forwardedFor?.split(",").map((hop) => hop.trim()) ?? []), socketAddress ?? ""];
  const believed = hops.slice(-1 - trustedProxies);
  const nearestKnown = believed.findIndex((_, index) =>
    believed.slice(index).every((hop) => isIP(hop) !== 0),
  );
  return grouped(believed[nearestKnown] ?? socketAddress ?? "unknown");
}

function grouped(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  return isIPv6(address) ? `${expanded(address).slice(0, 4).join(":")}::/64` : address;
}

/** The eight groups of an IPv6 address. */
function expanded(address: string): string[] {
  const [head, tail] = address.split("%")[0]!.split("::") as [string, string | undefined];
  const left = head === "" ? [] : head.split(":");
  if (tail === undefined) return left;
  const right = tail === "" ? [] : tail.split(":");
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right];
}
