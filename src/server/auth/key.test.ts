import assert from "node:assert/strict";
import { test } from "node:test";
import { createKeys } from "./key.ts";

const secret = "a secret of at least thirty-two characters";
const keys = createKeys({ prefix: "oh", secret });

test("a key is the prefix, 30 random characters and their CRC-32, 6 characters, all base62", () => {
  assert.match(keys.mint().secret, /^oh_[0-9A-Za-z]{36}$/);
  const zeros = createKeys({ prefix: "oh", secret, random: () => 0 }).mint();
  assert.equal(zeros.secret, `oh_${"0".repeat(30)}2C8GjS`);
  assert.equal(zeros.prefix, "oh_000000");
});

test("two keys are never the same", () => {
  assert.equal(new Set(Array.from({ length: 1000 }, () => keys.mint().secret)).size, 1000);
});

test("a key is found by the hash that was stored, and only under the same server secret", () => {
  const { secret: key, hash } = keys.mint();
  assert.deepEqual(keys.hashOf(key), hash);
  assert.equal(hash.length, 32);
  assert.notDeepEqual(createKeys({ prefix: "oh", secret: `${secret}!` }).hashOf(key), hash);
});

test("a key with any one character changed is refused without a look", () => {
  const { secret: key } = keys.mint();
  for (let at = 3; at < key.length; at++) {
    const other = key[at] === "x" ? "y" : "x";
    assert.equal(keys.hashOf(key.slice(0, at) + other + key.slice(at + 1)), null, `at ${at}`);
  }
});

for (const [what, spoil] of [
  ["of another prefix", (key: string) => key.replace("oh_", "ok_")],
  ["with the prefix in capitals", (key: string) => key.replace("oh_", "OH_")],
  ["one character short", (key: string) => key.slice(0, -1)],
  ["one character long", (key: string) => `${key}0`],
  ["with a line end", (key: string) => `${key}\n`],
  ["that is a connector's", (key: string) => key.replace("oh_", "oh_mcp_")],
  ["with a full-width digit", (key: string) => `${key.slice(0, -1)}０`],
  ["in other letter case", (key: string) => key.slice(0, 3) + key.slice(3).toLowerCase().toUpperCase()],
] as const) {
  test(`a key ${what} is refused without a look`, () => {
    assert.equal(keys.hashOf(spoil(keys.mint().secret)), null);
  });
}
