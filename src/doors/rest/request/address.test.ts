import assert from "node:assert/strict";
import { test } from "node:test";
import { sourceAddress } from "./address.ts";

for (const [what, socket, forwarded, proxies, expected] of [
  ["nobody in front is believed", "9.9.9.9", "1.1.1.1", 0, "9.9.9.9"],
  ["one proxy names its client", "9.9.9.9", "1.1.1.1", 1, "1.1.1.1"],
  ["what the client wrote itself is not believed", "9.9.9.9", "6.6.6.6, 1.1.1.1", 1, "1.1.1.1"],
  ["two proxies", "9.9.9.9", "6.6.6.6, 1.1.1.1, 8.8.8.8", 2, "1.1.1.1"],
  ["fewer hops than proxies", "9.9.9.9", "1.1.1.1", 3, "1.1.1.1"],
  ["a hop that is no address", "9.9.9.9", "unknown", 1, "9.9.9.9"],
  ["no header", "9.9.9.9", undefined, 1, "9.9.9.9"],
  ["IPv4 in IPv6", "::ffff:9.9.9.9", undefined, 0, "9.9.9.9"],
  ["IPv6 counts by its network", "2001:db8:1:2:3:4:5:6", undefined, 0, "2001:db8:1:2::/64"],
  ["short IPv6", "2001:db8::1", undefined, 0, "2001:db8:0:0::/64"],
  ["loopback", "::1", undefined, 0, "0:0:0:0::/64"],
  ["a socket that is gone", undefined, undefined, 0, "unknown"],
] as const) {
  test(`source address: ${what}`, () => {
    assert.equal(sourceAddress(socket, forwarded, proxies), expected);
  });
}
