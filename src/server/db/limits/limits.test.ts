import assert from "node:assert/strict";
import test from "node:test";
import { longTest } from "../../../../test/depth.ts";
import { runFixture } from "../../../../test/fixtures/run.ts";
import { stores } from "../../../../test/stores.ts";
import { type LimitState, limitClasses } from "../../kernel/limit.ts";
import { createLimiter, type LimiterOptions } from "./limits.ts";

const inMemory = (options: Partial<LimiterOptions> = {}) =>
  createLimiter({ rules: { ...limitClasses }, scale: 1, place: "memory", ...options });

const allowed = (states: (LimitState | null)[]) => states.filter((state) => state?.allowed).length;

test("of ten times the limit at once, exactly the limit is allowed", async () => {
  const limiter = inMemory();
  const states = await Promise.all(
    Array.from({ length: 1200 }, () => limiter.take("ann", "get_report", "read")),
  );
  assert.equal(allowed(states), 120);
});

test("the remaining count falls to 0 and stays there", async () => {
  const limiter = inMemory({ rules: { read: { limit: 2, windowSeconds: 60 } } });
  const remaining = [];
  for (let call = 0; call < 4; call++)
    remaining.push((await limiter.take("ann", "get_report", "read"))?.remaining);
  assert.deepEqual(remaining, [1, 0, 0, 0]);
});

test("each user and each route has a counter of its own", async () => {
  const limiter = inMemory({ rules: { read: { limit: 1, windowSeconds: 60 } } });
  const one = await limiter.take("ann", "get_report", "read");
  const other = await limiter.take("bob", "get_report", "read");
  const elsewhere = await limiter.take("ann", "list_projects", "read");
  assert.deepEqual([one?.allowed, other?.allowed, elsewhere?.allowed], [true, true, true]);
});

test("a window opens with the first request, and whoever waits for its end is let in", async () => {
  let at = 5_000;
  const limiter = inMemory({ rules: { read: { limit: 1, windowSeconds: 60 } }, clock: () => at });
  const take = () => limiter.take("ann", "get_report", "read");
  const first = await take();
  at += 59_001;
  const early = await take();
  at += (early?.resetSeconds ?? 0) * 1000;
  const late = await take();
  assert.deepEqual([first?.allowed, first?.resetSeconds], [true, 60]);
  assert.deepEqual([early?.allowed, early?.resetSeconds], [false, 1]);
  assert.deepEqual([late?.allowed, late?.resetSeconds], [true, 60]);
});

longTest("closed windows take no memory, and a flood of made-up addresses has a bound", async () => {
  let at = 0;
  const limiter = inMemory({ clock: () => at });
  for (let address = 0; address < 300_000; address++) {
    at += 0.01;
    await limiter.take(`${address}`, "auth_fail", "auth_fail");
  }
  const again = await limiter.take("0", "auth_fail", "auth_fail");
  assert.equal(again?.remaining, 29);
});

longTest(
  "what is counted by one limit pushes out nothing of another, nor what is used up of its own",
  async () => {
    let at = 0;
    const limiter = inMemory({ clock: () => at });
    const states = async (limitClass: "sign_in_account" | "sign_in", times: number) => {
      const all = [];
      for (let n = 0; n < times; n += 1) all.push(await limiter.take("ann", "b", limitClass));
      return all;
    };
    await states("sign_in_account", 9);
    await states("sign_in", 100);
    for (let address = 0; address < 250_000; address++)
      await limiter.take(`${address}`, "b", address % 50 === 0 ? "reset_mail" : "sign_in");
    assert.equal(allowed(await states("sign_in_account", 3)), 1, "another limit of the same length");
    assert.equal(allowed(await states("sign_in", 1)), 0, "used up");
    at += 900_000;
    assert.equal(allowed(await states("sign_in", 1)), 1);
  },
);

longTest("where all windows are used up, nobody new is let through until one closes", async () => {
  let at = 0;
  const rules = { auth_fail: { limit: 1, windowSeconds: 60 } };
  const limiter = inMemory({ clock: () => at, rules });
  const take = (who: string) => limiter.take(who, "auth_fail", "auth_fail");
  for (let address = 0; address < 100_000; address++) {
    at += 1 / 8;
    await take(`${address}`);
  }
  const refused = await take("new");
  assert.deepEqual([refused?.allowed, refused?.resetSeconds], [false, 48]);
  at += 48_000;
  assert.equal((await take("new"))?.allowed, true);
  assert.equal((await take("99999"))?.allowed, false);
});

test("a limit of 0 refuses everything", async () => {
  const state = await inMemory({ rules: { read: { limit: 0, windowSeconds: 60 } } }).take(
    "ann",
    "get_report",
    "read",
  );
  assert.deepEqual(state, { allowed: false, limit: 0, remaining: 0, resetSeconds: 60 });
});

for (const [scale, limit] of [
  [2, 20],
  [0.5, 5],
  [1.1, 11],
  [0.01, 1],
] as const)
  test(`a limit of 10 scaled by ${scale} is ${limit}`, async () => {
    const state = await inMemory({ scale }).take("ann", "run_analysis", "analyze");
    assert.equal(state?.limit, limit);
  });

test("a scale of 0 switches limits off", async () => {
  assert.equal(await inMemory({ scale: 0 }).take("ann", "run_analysis", "analyze"), null);
});

for (const store of stores) {
  test(`${store.name}: of ten times the limit at once, exactly the limit is allowed`, {
    skip: store.skip,
  }, async (t) => {
    const place = await store.open(t);
    const limiters = [inMemory({ place }), inMemory({ place })];
    const takes = Array.from({ length: 1200 }, (_, call) =>
      limiters[call % 2]?.take("ann", "get_report", "read"),
    );
    const states = await Promise.all(takes as Promise<LimitState>[]);
    assert.equal(allowed(states), 120);
    assert.equal(Math.min(...states.map(({ remaining }) => remaining)), 0);
    assert.ok(states.every(({ resetSeconds }) => resetSeconds >= 1 && resetSeconds <= 60));
  });

  test(`${store.name}: places in a window are given once each`, { skip: store.skip }, async (t) => {
    const limiter = inMemory({ place: await store.open(t) });
    const states = await Promise.all(
      Array.from({ length: 50 }, () => limiter.take("ann", "get_report", "read")),
    );
    assert.deepEqual(
      states.map((state) => state?.remaining),
      Array.from({ length: 50 }, (_, place) => 119 - place),
    );
  });

  test(`${store.name}: what is given back can be taken again, once, and only while the window is open`, {
    skip: store.skip,
  }, async (t) => {
    const rules = { read: { limit: 2, windowSeconds: 60 } };
    const limiter = inMemory({ place: await store.open(t), rules });
    await limiter.giveBack("ann", "b", "read");
    const take = async () => (await limiter.take("ann", "b", "read"))?.allowed;
    assert.deepEqual([await take(), await take(), await take()], [true, true, false]);
    await limiter.giveBack("ann", "b", "read");
    assert.equal(await take(), false, "what was refused counts on");
    await limiter.giveBack("ann", "b", "read");
    await limiter.giveBack("ann", "b", "read");
    assert.deepEqual([await take(), await take()], [true, false]);
  });

  test(`${store.name}: a closed window lets the next request in`, { skip: store.skip }, async (t) => {
    const limiter = inMemory({ place: await store.open(t), rules: { read: { limit: 1, windowSeconds: 1 } } });
    const take = () => limiter.take("ann", "get_report", "read");
    await take();
    const refused = await take();
    await new Promise((resolve) => setTimeout(resolve, 1_000 * (refused?.resetSeconds ?? 0)));
    const next = await take();
    assert.deepEqual([refused?.allowed, next?.allowed], [false, true]);
  });
}

test("PostgreSQL: two processes share one exact limit", { skip: stores[1]?.skip }, async (t) => {
  const { connectionString } = await stores[1]!.open(t);
  const input = { databaseUrl: connectionString, limit: 100, calls: 500 };
  const outcomes = await Promise.all([1, 2].map(() => runFixture<{ allowed: number }>("take-limits", input)));
  assert.equal(
    outcomes.reduce((sum, { allowed }) => sum + allowed, 0),
    100,
  );
});

test("PostgreSQL: a store that has gone away is an error, never an allowance", {
  skip: stores[1]?.skip,
}, async (t) => {
  const { pool } = await stores[1]!.open(t);
  const limiter = inMemory({
    place: { pool: { query: () => Promise.reject(new Error("gone")) } as unknown as typeof pool },
  });
  await assert.rejects(limiter.take("ann", "get_report", "read"), /gone/);
});
