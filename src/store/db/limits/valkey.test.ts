import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { startFreezingProxy } from "../../../../test/faults/freezing-proxy.ts";
import { runFixture } from "../../../../test/fixtures/run.ts";
import { freePort } from "../../../../test/server-process.ts";
import { findValkey, startValkey } from "../../../../test/servers/valkey.ts";
import { type LimitState, limitClasses } from "../../../kernel/access/limit.ts";
import { createLog } from "../../../kernel/log.ts";
import { Problem } from "../../../kernel/problem.ts";
import { StoreError } from "../store-error.ts";
import { createLimiter, type LimiterOptions } from "./limits.ts";

const skip = findValkey()
  ? false
  : "there is no valkey-server or redis-server; as root, npm run verify installs one";
const log = createLog("silent");

const inValkey = (valkeyUrl: string, options: Partial<LimiterOptions> = {}, startMs = 10_000) =>
  createLimiter({ rules: { ...limitClasses }, scale: 1, place: { valkeyUrl, log, startMs }, ...options });

const allowed = (states: (LimitState | null)[]) => states.filter((state) => state?.allowed).length;

const timesOf = <T>(times: number, take: () => Promise<T>) =>
  Promise.all(Array.from({ length: times }, take));

test("Valkey: of ten times the limit at once, exactly the limit is allowed", { skip }, async () => {
  await using valkey = await startValkey();
  await using limiter = inValkey(valkey.url);
  await using another = inValkey(valkey.url);
  const states = await Promise.all([
    timesOf(600, () => limiter.take("ann", "get_report", "read")),
    timesOf(600, () => another.take("ann", "get_report", "read")),
  ]);
  const all = states.flat() as LimitState[];
  assert.equal(allowed(all), 120);
  assert.equal(Math.min(...all.map(({ remaining }) => remaining)), 0);
  assert.ok(all.every(({ resetSeconds }) => resetSeconds >= 1 && resetSeconds <= 60));
});

test("Valkey: two processes share one exact limit", { skip }, async () => {
  await using valkey = await startValkey();
  const input = { valkeyUrl: valkey.url, limit: 100, calls: 500 };
  const outcomes = await timesOf(2, () => runFixture<{ allowed: number }>("take-limits", input));
  assert.equal(
    outcomes.reduce((sum, { allowed }) => sum + allowed, 0),
    100,
  );
});

test("Valkey: each user and each route has a counter of its own", { skip }, async () => {
  await using valkey = await startValkey();
  await using limiter = inValkey(valkey.url, { rules: { read: { limit: 1, windowSeconds: 60 } } });
  const states = [
    await limiter.take("ann", "get_report", "read"),
    await limiter.take("bob", "get_report", "read"),
    await limiter.take("ann", "list_projects", "read"),
    await limiter.take("ann", "get_report", "read"),
  ];
  assert.deepEqual(
    states.map((state) => state?.allowed),
    [true, true, true, false],
  );
});

test("Valkey: what is given back can be taken again, and nothing is given back to a window that has closed", {
  skip,
}, async () => {
  await using valkey = await startValkey();
  await using limiter = inValkey(valkey.url, { rules: { read: { limit: 1, windowSeconds: 60 } } });
  const take = async () => (await limiter.take("ann", "get_report", "read"))?.allowed;
  await limiter.giveBack("ann", "get_report", "read");
  assert.deepEqual([await take(), await take()], [true, false]);
  await limiter.giveBack("ann", "get_report", "read");
  await limiter.giveBack("ann", "get_report", "read");
  assert.deepEqual([await take(), await take()], [true, false]);
});

test("Valkey: whoever waits for the end of the window is let in", { skip }, async () => {
  await using valkey = await startValkey();
  await using limiter = inValkey(valkey.url, { rules: { read: { limit: 1, windowSeconds: 1 } } });
  const take = () => limiter.take("ann", "get_report", "read");
  await take();
  const refused = await take();
  await delay(1_000 * (refused?.resetSeconds ?? 0));
  assert.deepEqual([refused?.allowed, refused?.resetSeconds, (await take())?.allowed], [false, 1, true]);
});

test("Valkey: the window does not move with the requests in it", { skip }, async () => {
  await using valkey = await startValkey();
  await using limiter = inValkey(valkey.url, { rules: { read: { limit: 9, windowSeconds: 2 } } });
  const first = await limiter.take("ann", "get_report", "read");
  await delay(1_100);
  const second = await limiter.take("ann", "get_report", "read");
  assert.deepEqual([first?.resetSeconds, second?.resetSeconds], [2, 1]);
});

test("Valkey: while it is away nothing is allowed, and it counts again when it is back", {
  skip,
}, async () => {
  const valkey = await startValkey();
  const port = Number(new URL(valkey.url).port);
  await using limiter = inValkey(valkey.url);
  const take = () => limiter.take("ann", "get_report", "read");
  assert.equal((await take())?.allowed, true);
  await valkey[Symbol.asyncDispose]();
  const isUnavailable = (error: unknown) => error instanceof Problem && error.code === "SERVICE_UNAVAILABLE";
  await assert.rejects(take, isUnavailable);
  await assert.rejects(limiter.ready());

  await using _back = await startValkey(port);
  const deadline = performance.now() + 5_000;
  let state: LimitState | null = null;
  while (!state && performance.now() < deadline) state = await take().catch(() => delay(50, null));
  assert.equal(state?.remaining, 119);
});

test("Valkey: a connection that stands still while it stays open is dropped, and counting goes on over a new one", {
  skip,
  timeout: 60_000,
}, async () => {
  await using valkey = await startValkey();
  await using proxy = await startFreezingProxy(valkey.url);
  await using limiter = inValkey(proxy.url);
  const take = () => limiter.take("ann", "get_report", "read");
  assert.equal((await take())?.allowed, true);
  proxy.freeze();
  await assert.rejects(take, { code: "SERVICE_UNAVAILABLE" });
  let state: LimitState | null = null;
  for (let attempts = 0; !state && attempts < 10; attempts += 1)
    state = await take().catch(() => delay(200, null));
  assert.equal(state?.allowed, true);
});

test("Valkey: one that cannot be reached stops the start with a line that says what to do", async () => {
  const port = await freePort();
  await using limiter = inValkey(`valkey://127.0.0.1:${port}`, {}, 500);
  await assert.rejects(limiter.ready(), (error: Error) => {
    assert.ok(error instanceof StoreError);
    assert.equal(
      error.message,
      `Valkey at 127.0.0.1:${port} cannot be used (ECONNREFUSED). Check VALKEY_URL and that the server runs.`,
    );
    return true;
  });
});
