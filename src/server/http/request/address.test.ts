import assert from "node:assert/strict";
import { test } from "node:test";
import { getIP } from "@better-auth/core/utils/ip";
import { createLog } from "../../kernel/log.ts";
import { neighbourhoodOf, networkOf, sourceAddress, watchHops } from "./address.ts";

for (const [what, socket, forwarded, proxies, expected] of [
  ["nobody in front is believed", "9.9.9.9", "1.1.1.1", 0, "9.9.9.9"],
  ["one proxy names its client", "9.9.9.9", "1.1.1.1", 1, "1.1.1.1"],
  ["what the client wrote itself is not believed", "9.9.9.9", "6.6.6.6, 1.1.1.1", 1, "1.1.1.1"],
  ["two proxies", "9.9.9.9", "6.6.6.6, 1.1.1.1, 8.8.8.8", 2, "1.1.1.1"],
  ["fewer hops than proxies", "9.9.9.9", "1.1.1.1", 3, "1.1.1.1"],
  ["a hop that is no address", "9.9.9.9", "unknown", 1, "9.9.9.9"],
  ["a hop with its port", "9.9.9.9", "1.1.1.1:51234", 1, "1.1.1.1"],
  ["several hops with ports", "9.9.9.9", "6.6.6.6:1, 1.1.1.1:51234, 8.8.8.8:443", 2, "1.1.1.1"],
  ["IPv6 with its port", "9.9.9.9", "[2001:db8::1]:443", 1, "2001:0db8:0000:0000:0000:0000:0000:0000"],
  ["IPv6 in brackets", "9.9.9.9", "[2001:db8::1]", 1, "2001:0db8:0000:0000:0000:0000:0000:0000"],
  ["a port that is none", "9.9.9.9", "1.1.1.1:http", 1, "9.9.9.9"],
  ["brackets around a name", "9.9.9.9", "[visitor]:443", 1, "9.9.9.9"],
  ["no header", "9.9.9.9", undefined, 1, "9.9.9.9"],
  ["IPv4 in IPv6", "::ffff:9.9.9.9", undefined, 0, "9.9.9.9"],
  ["IPv4 in IPv6, in hexadecimal", "::ffff:909:909", undefined, 0, "9.9.9.9"],
  ["IPv6 of a zone", "fe80::1%eth0", undefined, 0, "fe80:0000:0000:0000:0000:0000:0000:0000"],
  [
    "IPv6 counts by its network",
    "2001:db8:1:2:3:4:5:6",
    undefined,
    0,
    "2001:0db8:0001:0002:0000:0000:0000:0000",
  ],
  ["short IPv6", "2001:db8::1", undefined, 0, "2001:0db8:0000:0000:0000:0000:0000:0000"],
  ["loopback", "::1", undefined, 0, "0000:0000:0000:0000:0000:0000:0000:0000"],
  ["a socket that is gone", undefined, undefined, 0, "unknown"],
] as const) {
  test(`source address: ${what}`, () => {
    assert.equal(sourceAddress(socket, forwarded, proxies), expected);
  });
}

test("addresses of one hand are counted together: the /48 or the address, and the /32 or the /24", () => {
  const six = sourceAddress("2001:db8:1:2:3:4:5:6", undefined, 0);
  assert.deepEqual([networkOf(six), neighbourhoodOf(six)], ["2001:0db8:0001::", "2001:0db8::"]);
  assert.deepEqual(
    [networkOf("198.51.100.7"), neighbourhoodOf("198.51.100.7")],
    ["198.51.100.7", "198.51.100.0"],
  );
  assert.deepEqual([networkOf("unknown"), neighbourhoodOf("unknown")], ["unknown", "unknown"]);
});

test("an IPv6 source is an address to the account library, which tells one /64 from another", () => {
  const ip = (socket: string) =>
    getIP(new Headers({ source: sourceAddress(socket, undefined, 0) }), {
      advanced: { ipAddress: { ipAddressHeaders: ["source"] } },
    });
  assert.equal(ip("2001:db8:1:2:3:4:5:6"), sourceAddress("2001:db8:1:2:3:4:5:6", undefined, 0));
  assert.equal(ip("2001:db8:1:2::1"), ip("2001:db8:1:2:3:4:5:6"));
  assert.notEqual(ip("2001:db8:1:3::1"), ip("2001:db8:1:2::1"));
});

test("a proxy that names visitors by no address is told once, what a visitor wrote before it never", () => {
  const said: string[] = [];
  const look = watchHops({ ...createLog("silent"), warn: (line: string) => said.push(line) } as never, 1);
  const from = (...hops: string[]) => look({ headers: { "x-forwarded-for": hops.join(", ") } } as never);
  from("1.1.1.1:80");
  from("unknown", "[2001:db8::1]:443");
  look({ headers: {} } as never);
  assert.equal(said.length, 0);
  from("1.1.1.1", "unknown");
  from("_hidden");
  assert.equal(said.length, 1);
  assert.match(said[0]!, /^the proxy in front writes no addresses/);
});
