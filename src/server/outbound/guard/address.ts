import { BlockList, isIP } from "node:net";

/** IPv4 ranges that are not public hosts: IANA's special-purpose registry, multicast, cloud metadata. */
const closed4: readonly [network: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  // Azure's host agent answers there on every machine of that cloud.
  ["168.63.129.16", 32],
];

/** The only public part of IPv6; mapped, unique local, link-local and multicast addresses lie outside it. */
const open6: [network: string, prefix: number] = ["2000::", 3];

/** Addresses of IPv4 as networks without IPv4 reach them (NAT64); with one that is not public in them, they are not either. Source: RFC 6052 §2.1. */
const nat64 = "64:ff9b::";

/** Exceptions within it: protocol assignments with Teredo, documentation, 6to4, AS112, segment routing. */
const closed6: readonly [network: string, prefix: number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
];

const listOf = (family: "ipv4" | "ipv6", networks: readonly [string, number][]): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
};

const private4 = listOf("ipv4", closed4);
const global6 = listOf("ipv6", [open6]);
const private6 = listOf("ipv6", closed6);
const translated = listOf("ipv6", [[nat64, 96]]);
const privateTranslated = listOf(
  "ipv6",
  closed4.map(([network, prefix]) => [`${nat64}${network}`, 96 + prefix]),
);

/**
 * Whether an IP literal, without brackets, is a public unicast address: the only kind that the server connects to at a
 * user's request. False for anything that is not an IP literal.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !private4.check(address, "ipv4");
  if (family !== 6 || address.includes("%")) return false;
  if (translated.check(address, "ipv6")) return !privateTranslated.check(address, "ipv6");
  return global6.check(address, "ipv6") && !private6.check(address, "ipv6");
}
