import assert from "node:assert/strict";
import { test } from "node:test";
import { createRounds, everyMs } from "./rounds.ts";

/** Rounds by a clock that stands unless it is moved; each round makes of a number its double. */
function roundsBy(tookMs: () => number = () => 0) {
  let now = 0;
  const made: number[][] = [];
  const rounds = createRounds<number, number>({
    clock: () => now,
    async make(wanted) {
      made.push([...wanted.values()]);
      await new Promise(setImmediate);
      now += tookMs();
      return new Map([...wanted].flatMap(([name, number]) => (number < 0 ? [] : [[name, 2 * number]])));
    },
  });
  const pass = (ms: number): void => {
    now += ms;
  };
  return { rounds, made, pass };
}

test("all who ask at once are answered by one round", async () => {
  const { rounds, made } = roundsBy();
  const answers = await Promise.all([1, 2, 3].map((number) => rounds.next("a", number, null)));
  assert.deepEqual([answers, made], [[2, 2, 2], [[1]]]);
});

test("a round follows at the earliest a second after the one before, and who knows something does not wait for it", async () => {
  const { rounds, made, pass } = roundsBy();
  assert.equal(await rounds.next("a", 1, null), 2);
  pass(everyMs - 1);
  assert.equal(await rounds.next("a", 5, 2), 2, "what is known");
  pass(1);
  assert.equal(await rounds.next("a", 6, 2), 12);
  assert.deepEqual(made, [[1], [6]]);
});

test("what was wanted while it rested is in the next round, whoever begins that", async () => {
  const { rounds, made, pass } = roundsBy();
  await rounds.next("a", 1, null);
  pass(everyMs);
  await rounds.next("b", 1, 7);
  pass(everyMs / 2);
  assert.equal(await rounds.next("a", 2, 2), 2);
  pass(everyMs / 2);
  await rounds.next("b", 3, 2);
  assert.deepEqual(made, [[1], [1], [2, 3]]);
});

test("rounds take a tenth of the time at most", async () => {
  const { rounds, made, pass } = roundsBy(() => 400);
  await rounds.next("a", 1, null);
  pass(10 * 400 - 400 - 1);
  await rounds.next("a", 2, 2);
  assert.equal(made.length, 1);
  pass(1);
  await rounds.next("a", 3, 2);
  assert.equal(made.length, 2);
});

test("a round that fails leaves what was known", async () => {
  const { rounds } = roundsBy();
  assert.equal(await rounds.next("a", -1, 4), 4);
});

test("nobody waits for long: a round that lasts goes on without them", async () => {
  const { rounds, made } = roundsBy(() => 60_000);
  assert.equal(await rounds.next("a", -1, null), null);
  assert.equal(made.length, 1);
});
