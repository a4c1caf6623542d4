import assert from "node:assert/strict";
import test from "node:test";
import type { PoolClient } from "pg";
import { stores } from "../../../../test/stores.ts";
import { Problem } from "../../kernel/problem.ts";
import { forVisitor, onBehalfOf } from "../../kernel/turns/on-behalf.ts";
import { type Connected, FairPool } from "./fair-pool.ts";

const server = stores.find(({ name }) => name === "PostgreSQL")!;

test("an organization that asks for every connection leaves some to the others", server, async (t) => {
  const { pool } = await server.openNew(t);
  const connect = (owner: string) => onBehalfOf(owner, () => pool.connect());
  const held = await Promise.all(Array.from({ length: 6 }, () => connect("many")));
  let had = false;
  const next = connect("many").then((client) => {
    had = true;
    return client;
  });
  const others = await Promise.all([connect("one"), connect("another"), pool.connect()]);
  assert.equal(had, false);
  for (const client of [...others, ...held]) client.release();
  (await next).release();
});

/** Hands out connections that go nowhere, and none is given back. */
class Unreturned extends FairPool {
  protected override connectNow(callback: Connected): void {
    callback(undefined, {} as PoolClient, () => undefined);
  }
}

test("whoever waits in vain behind many of its own is told so, and others that the store is busy", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const pool = new Unreturned({ max: 1, connectionTimeoutMillis: 15_000 });
  const connect = (owner: string) =>
    onBehalfOf(owner, () => pool.connect()).then(
      () => "connected",
      (error) => (error instanceof Problem ? `${error.code} ${error.retryAfterSeconds}` : error.code),
    );
  const many = Array.from({ length: 13 }, () => connect("many"));
  const one = connect("one");
  t.mock.timers.tick(15_000);
  const outcomes = await Promise.all(many);
  assert.deepEqual(outcomes.slice(0, 2), ["connected", "53300"]);
  assert.deepEqual(outcomes.slice(11), ["RATE_LIMITED 2", "RATE_LIMITED 2"]);
  assert.equal(await one, "53300");
});

test("thousands of requests of one owner wait in its line, and the next owner's turn comes before theirs", async () => {
  const pool = new Unreturned({ max: 2, connectionTimeoutMillis: 15_000 });
  let [refused, begun] = [0, 0];
  for (let count = 0; count < 5_000; count += 1)
    onBehalfOf("many", () => pool.connect()).then(
      () => (begun += 1),
      () => (refused += 1),
    );
  await onBehalfOf("one", () => pool.connect());
  assert.deepEqual([begun, refused], [1, 0]);
});

/** Hands out connections that are given back by hand. */
class Returned extends FairPool {
  readonly given: PoolClient[] = [];
  protected override connectNow(callback: Connected): void {
    const client = {} as PoolClient;
    this.given.push(client);
    callback(undefined, client, () => undefined);
  }
  async returnOne(): Promise<void> {
    this.emit("release", undefined, this.given.shift());
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("visitors from however many networks have every third turn while an organization waits", async () => {
  const pool = new Returned({ max: 1, connectionTimeoutMillis: 15_000 });
  const turns: string[] = [];
  const connect = (who: string, as: (work: () => Promise<unknown>) => Promise<unknown>) =>
    as(() => pool.connect()).then(
      () => turns.push(who),
      // Those who still wait at the end of the test.
      () => undefined,
    );
  for (let at = 0; at < 20; at += 1) connect("visitor", (work) => forVisitor(`192.0.2.${at}`, work));
  for (let at = 0; at < 4; at += 1) connect("organization", (work) => onBehalfOf("one", work));
  await new Promise((resolve) => setImmediate(resolve));
  for (let at = 0; at < 7; at += 1) await pool.returnOne();
  const [first, ...others] = turns;
  assert.equal(first, "visitor");
  assert.equal(others.slice(0, 6).filter((who) => who === "organization").length, 4, turns.join());
});
