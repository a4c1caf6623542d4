import assert from "node:assert/strict";
import test from "node:test";
import { fakeEngine } from "../../../../test/work.ts";
import { EngineError, type EngineErrorKind } from "../../engines/engine.ts";
import { createStop } from "../../queue/stop.ts";
import { callEngine } from "./call-engine.ts";

const question = { prompt: "best crm?", sample: 1, country: "US", language: "en", brands: [] };
const terms = { failures: 0, patienceMs: 60_000, stop: createStop(), random: () => 1 };

const failing = (kind: EngineErrorKind, retryAfterMs: number | null = null) =>
  fakeEngine("chatgpt", () => {
    throw new EngineError(kind, { retryAfterMs });
  });

for (const [kind, outcome] of [
  ["rate_limited", "again"],
  ["unavailable", "again"],
  ["timeout", "again"],
  ["bad_answer", "again"],
  ["no_answer", "again"],
  ["cut_short", "failed"],
  ["bad_key", "failed"],
  ["refused", "failed"],
] as const) {
  test(`a call that ends as ${kind} is ${outcome === "again" ? "tried again" : "not tried again"}`, async () => {
    const { kind: ended } = await callEngine(failing(kind), question, terms);
    assert.equal(ended, outcome);
  });
}

test("the fourth failure of an ask is the last", async () => {
  assert.deepEqual(await callEngine(failing("unavailable"), question, { ...terms, failures: 3 }), {
    kind: "failed",
    errorCode: "unavailable",
    costUsd: 0,
  });
});

for (const [what, costUsd, booked] of [
  ["its own bill", 0.02, 0.02],
  ["its estimate where its bill is not known", null, 0.1],
  ["nothing where nothing was billed", 0, 0],
] as const)
  test(`a failed call counts at ${what}`, async () => {
    const engine = fakeEngine(
      "chatgpt",
      () => {
        throw new EngineError("no_answer", { costUsd });
      },
      { estimateUsd: 0.1 },
    );
    const outcome = await callEngine(engine, question, terms);
    assert.equal(outcome.kind === "again" && outcome.costUsd, booked);
  });

test("an answer that was cut off before a word is asked for with more room", async () => {
  const engine = fakeEngine("chatgpt", () => {
    throw new EngineError("cut_short", { roomier: true });
  });
  const outcome = await callEngine(engine, question, terms);
  assert.deepEqual([outcome.kind, outcome.kind === "again" && outcome.roomier], ["again", true]);
});

test("a vendor that wants a pause of an hour is not asked again", async () => {
  const { kind } = await callEngine(failing("rate_limited", 3_600_000), question, terms);
  assert.equal(kind, "failed");
});

test("an adapter that throws something of its own counts as unavailable", async () => {
  const engine = fakeEngine("chatgpt", () => {
    throw new TypeError("words of a vendor");
  });
  assert.deepEqual(await callEngine(engine, question, terms), {
    kind: "again",
    errorCode: "unavailable",
    costUsd: 0,
    afterMs: 1_000,
    pauseMs: null,
  });
});

test("an engine that never answers and ignores its signal is left behind at the deadline", async () => {
  let signalled = false;
  const engine = fakeEngine("chatgpt", (_, signal) => {
    signal.addEventListener("abort", () => {
      signalled = true;
    });
    return new Promise(() => undefined);
  });
  const outcome = await callEngine(engine, question, { ...terms, patienceMs: 20 });
  assert.equal(outcome.kind === "again" && outcome.errorCode, "timeout");
  assert.equal(signalled, true);
});

test("a stop ends a call at once", async () => {
  const stop = createStop();
  const call = callEngine(
    fakeEngine("chatgpt", () => new Promise(() => undefined)),
    question,
    {
      ...terms,
      stop,
    },
  );
  stop.stop();
  assert.deepEqual(await call, { kind: "stopped", costUsd: 0 });
});

/** An engine whose calls answer when and as they are told to, each by its number from 0. */
function heldEngine() {
  const calls: { answer(text: string): void; fail(kind: EngineErrorKind): void; cut: AbortSignal }[] = [];
  const engine = fakeEngine(
    "chatgpt",
    (_, cut) =>
      new Promise<string>((answer, reject) =>
        calls.push({ answer, cut, fail: (kind) => reject(new EngineError(kind, {})) }),
      ),
    { estimateUsd: 0.1 },
  );
  return { calls, engine };
}

/** What a call of it ends as, with patience of a few milliseconds. */
function impatient(may: "yes" | "no" = "yes") {
  const { calls, engine } = heldEngine();
  const begun: number[] = [];
  const took: (number | null)[] = [];
  const repeats = {
    patienceMs: 30,
    repeating: { may: async () => may, begins: () => void begun.push(0) },
    took: (ms: number | null) => void took.push(ms === null ? null : 0),
  };
  return { calls, took, begun, ended: callEngine(engine, question, { ...terms, ...repeats }) };
}

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
};

for (const [what, answering] of [
  ["the second call", 1],
  ["a late answer to the first", 0],
] as const)
  test(`a call that hangs is made once more, and ${what} is taken if it comes first`, async () => {
    const { calls, took, ended } = impatient();
    await until(() => calls.length === 2);
    calls[answering]!.answer("Acme");
    const outcome = await ended;
    assert.deepEqual(outcome.kind === "answered" && [outcome.answer.text, outcome.lostUsd], ["Acme", 0.1]);
    assert.equal(calls[1 - answering]!.cut.aborted, true);
    assert.deepEqual(took, [null, 0]);
  });

test("what is given up twice has failed, at the estimate of both calls", async () => {
  const { calls, took, ended } = impatient();
  assert.deepEqual(await ended, { kind: "failed", errorCode: "timeout", costUsd: 0.2 });
  assert.deepEqual([calls.length, took], [2, [null, null]]);
});

test("a call that its adapter gives up is made once more, too, and its bill stays", async () => {
  const { calls, ended } = impatient();
  await until(() => calls.length === 1);
  calls[0]!.fail("timeout");
  await until(() => calls.length === 2);
  calls[1]!.answer("Acme");
  const outcome = await ended;
  assert.equal(outcome.kind === "answered" && outcome.lostUsd, 0.1);
});

test("a second call is made once, though the adapter gives up as we do while it is decided", async () => {
  const { calls, engine } = heldEngine();
  const deciding = Promise.withResolvers<"yes">();
  const begun: number[] = [];
  const repeating = { may: () => deciding.promise, begins: () => void begun.push(0) };
  const ended = callEngine(engine, question, { ...terms, patienceMs: 20, repeating });
  await new Promise((resolve) => setTimeout(resolve, 30));
  calls[0]!.fail("timeout");
  deciding.resolve("yes");
  await until(() => calls.length === 2);
  calls[1]!.answer("Acme");
  const outcome = await ended;
  assert.deepEqual([calls.length, begun.length, outcome.kind === "answered" && outcome.lostUsd], [2, 1, 0.1]);
});

test("where the second call is told to come back later, so is the ask", async () => {
  const { calls, ended } = impatient();
  await until(() => calls.length === 2);
  calls[1]!.fail("rate_limited");
  calls[0]!.fail("timeout");
  const outcome = await ended;
  assert.deepEqual(outcome.kind === "again" && [outcome.errorCode, outcome.costUsd], ["rate_limited", 0.1]);
});

test("where nobody can say whether it may be made again, a call that has ended is put off", async () => {
  const { calls, engine } = heldEngine();
  const repeating = { may: () => Promise.reject(new Error("the store is away")), begins: () => undefined };
  const ended = callEngine(engine, question, { ...terms, repeating });
  await until(() => calls.length === 1);
  calls[0]!.fail("timeout");
  const outcome = await ended;
  assert.deepEqual(outcome.kind === "again" && outcome.errorCode, "timeout");
});

test("where the second call fails, the first may still answer", async () => {
  const { calls, ended } = impatient();
  await until(() => calls.length === 2);
  calls[1]!.fail("unavailable");
  calls[0]!.answer("Acme");
  assert.equal((await ended).kind, "answered");
});

test("no second call is made where the payers' limits do not allow it", async () => {
  const { calls, ended } = impatient("no");
  assert.deepEqual(await ended, { kind: "failed", errorCode: "timeout", costUsd: 0.1 });
  assert.equal(calls.length, 1);
});
