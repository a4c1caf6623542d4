import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { stores, type TestStore } from "../../../../test/stores.ts";
import { createLimiter } from "../../db/limits/limits.ts";
import { limitClasses } from "../../kernel/limit.ts";
import { createLog } from "../../kernel/log.ts";
import { createDocumentClients } from "./client-document.ts";

const good = (clientId: string) => ({ client_id: clientId, redirect_uris: ["https://a.example/back"] });
const refuse = async () => {
  throw new Error("no such document");
};
const minuteMs = 60_000;

async function world(
  t: TestContext,
  read: (url: string) => Promise<unknown>,
  { open }: TestStore = stores[0]!,
) {
  const { db } = await open(t);
  let at = Date.parse("2026-03-01T12:00:00Z");
  const elapsed = () => at;
  const asked: string[] = [];
  const clients = createDocumentClients({
    ...{ db, log: createLog("silent"), now: () => new Date(at), elapsed, allow: [] },
    limiter: createLimiter({ rules: { ...limitClasses }, scale: 1, place: "memory", clock: elapsed }),
    read(url) {
      asked.push(url);
      return read(url);
    },
  });
  const pass = (ms: number) => {
    at += ms;
  };
  return { clients, asked, pass };
}

for (const store of stores) {
  const { name, skip } = store;

  test(`${name}: 640 clients in a minute, from one network, are ten fetches; from many, sixty`, {
    skip,
  }, async (t) => {
    const { clients, asked, pass } = await world(t, refuse, store);
    const states = [];
    for (let n = 0; n < 640; n += 1) states.push(await clients.look(`https://a.example/${n}`, "one"));
    assert.equal(asked.length, 10);
    assert.deepEqual([...new Set(states)], ["unknown", "limited"]);
    pass(minuteMs);
    for (let n = 0; n < 640; n += 1) await clients.look(`https://b.example/${n}`, `network ${n}`);
    assert.equal(asked.length, 10 + 60);
  });
}

test("a document that failed is not asked for again for minutes, by nobody", async (t) => {
  const { clients, asked, pass } = await world(t, refuse);
  for (let n = 0; n < 20; n += 1) assert.equal(await clients.look("https://a.example/x", `n${n}`), "unknown");
  assert.equal(asked.length, 1);
  pass(5 * minuteMs + 1);
  await clients.look("https://a.example/x", "one");
  assert.equal(asked.length, 2);
});

test("whoever asks for a document that is being read waits for it: one fetch, counted once", async (t) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { clients, asked } = await world(t, async (url) => {
    await held;
    return good(url);
  });
  const all = Array.from({ length: 50 }, () => clients.look("https://a.example/x", "one"));
  // Each has looked into the store, and the first has begun to read.
  while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
  answer();
  assert.deepEqual([...new Set(await Promise.all(all))], ["known"]);
  assert.equal(asked.length, 1);
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await clients.look(`https://a.example/${n}`, "one");
  assert.equal(asked.length, 10);
});

test("what was read serves for an hour, and for a day where the document cannot be had", async (t) => {
  let there = true;
  const { clients, asked, pass } = await world(t, async (url) => (there ? good(url) : refuse()));
  const look = () => clients.look("https://a.example/x", "one");
  assert.equal(await look(), "known");
  pass(59 * minuteMs);
  assert.deepEqual([await look(), asked.length], ["known", 1]);
  there = false;
  pass(2 * minuteMs);
  assert.deepEqual([await look(), asked.length], ["known", 2]);
  pass(24 * 60 * minuteMs);
  assert.deepEqual([await look(), asked.length], ["unknown", 3]);
});
