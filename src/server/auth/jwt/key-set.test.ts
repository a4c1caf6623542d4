import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import type { JWK } from "jose";
import { createLog } from "../../kernel/log.ts";
import { boundedJsonFetch } from "../oidc/bounded-json-fetch.ts";
import { remoteKeys } from "./jwks.ts";
import { createKeySet } from "./key-set.ts";

const minute = 60_000;
const hour = 60 * minute;

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const key = (kid: string): JWK => ({ ...(publicKey.export({ format: "jwk" }) as JWK), kid });

/** A provider that counts how often it is asked, and a clock that is moved by hand. */
function provider(...kids: string[]) {
  const state = { kids, reads: 0, down: false, at: 0 };
  const keys = createKeySet({
    read: async () => {
      state.reads += 1;
      if (state.down) throw new Error("down");
      return state.kids.map(key);
    },
    elapsed: () => state.at,
  });
  return { state, keys };
}

test("keys are asked for once in 10 minutes", async () => {
  const { state, keys } = provider("a");
  await Promise.all(Array.from({ length: 20 }, () => keys.finderFor("a")));
  state.at = 10 * minute - 1;
  await keys.finderFor("a");
  assert.equal(state.reads, 1);
  state.at = 10 * minute;
  await keys.finderFor("a");
  assert.equal(state.reads, 2);
});

test("a key that has come new is found within 30 s, and unknown ones cause one look in 30 s", async () => {
  const { state, keys } = provider("a");
  await keys.finderFor("a");
  state.kids.push("b");
  for (let n = 0; n < 1000; n++) await keys.finderFor(`nobody-${n}`);
  assert.equal(state.reads, 1);
  state.at = 30_000;
  await Promise.all(Array.from({ length: 100 }, () => keys.finderFor("b")));
  for (let n = 0; n < 1000; n++) await keys.finderFor(`nobody-${n}`);
  assert.equal(state.reads, 2);
});

test("a key that its provider has withdrawn is gone after 10 minutes", async () => {
  const { state, keys } = provider("a", "b");
  await keys.finderFor("b");
  state.kids = ["a"];
  state.at = 10 * minute;
  const find = await keys.finderFor("b");
  await assert.rejects(find({ alg: "EdDSA", kid: "b" }));
});

test("keys outlive an outage of their provider for 24 hours, and no longer", async () => {
  const { state, keys } = provider("a");
  await keys.finderFor("a");
  state.down = true;
  state.at = 24 * hour;
  await keys.finderFor("a");
  assert.equal(keys.state(), "stale");
  state.at = 24 * hour + 1;
  await assert.rejects(keys.finderFor("a"), { code: "SERVICE_UNAVAILABLE" });
  assert.equal(keys.state(), "empty");
  state.down = false;
  state.at += 30_000;
  await keys.finderFor("a");
  assert.equal(keys.state(), "fresh");
});

test("a provider that is down is asked once in 30 s", async () => {
  const { state, keys } = provider("a");
  await keys.finderFor("a");
  state.down = true;
  for (state.at = 10 * minute; state.at < 11 * minute; state.at += 1000) await keys.finderFor("a");
  assert.equal(state.reads, 3);
});

test("before the first keys nothing is accepted, and it is tried again after a second", async () => {
  const { state, keys } = provider("a");
  state.down = true;
  for (let n = 0; n < 10; n++)
    await assert.rejects(keys.finderFor("a"), { code: "SERVICE_UNAVAILABLE", retryAfterSeconds: 30 });
  assert.equal(state.reads, 1);
  state.down = false;
  state.at = 1000;
  await keys.finderFor("a");
});

async function serving(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
}

test("of published keys only the public members are taken, and no symmetric ones", async (t) => {
  const set = {
    keys: [
      { ...privateKey.export({ format: "jwk" }), kid: "a" },
      { kty: "oct", k: "AAAA", kid: "b" },
      { kty: "EC" },
      null,
      5,
    ],
  };
  const url = await serving(t, (_, response) => response.end(JSON.stringify(set)));
  assert.deepEqual(await readKeys(url)(), [{ ...publicKey.export({ format: "jwk" }), kid: "a" }]);
});

const readKeys = (url: string, timeoutMs?: number) =>
  remoteKeys(url, boundedJsonFetch(fetch, createLog("silent"), timeoutMs));

for (const [what, answer] of [
  [
    "is larger than 256 KiB",
    (_, response) => response.end(JSON.stringify({ keys: [], filler: "x".repeat(270_000) })),
  ],
  ["redirects", (_, response) => response.writeHead(302, { location: "/other" }).end()],
  ["answers 500", (_, response) => response.writeHead(500).end("{}")],
  ["is no JSON", (_, response) => response.end("<html>")],
  ["holds no list of keys", (_, response) => response.end('{"keys":{}}')],
  [
    "is cut off",
    (_, response) =>
      void response.writeHead(200, { "content-length": 100 }).write("{", () => response.destroy()),
  ],
] satisfies [string, RequestListener][]) {
  test(`a key set that ${what} is not taken`, async (t) => {
    await assert.rejects(readKeys(await serving(t, answer))());
  });
}

test("a key set that does not come in time is given up", async (t) => {
  const url = await serving(t, (_, response) => void response.writeHead(200).write("{"));
  await assert.rejects(readKeys(url, 100)(), { name: "TimeoutError" });
});
