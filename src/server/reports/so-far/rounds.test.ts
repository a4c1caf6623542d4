import assert from "node:assert/strict";
import { test } from "node:test";
import { createRounds, everyMs, noRest, type Rest } from "./rounds.ts";

/** Rounds by a clock that stands unless it is moved; each round makes of a number its double. */
function roundsBy(tookMs: () => number = () => 0, rest?: Rest) {
  let now = 0;
  const made: number[][] = [];
  const rounds = createRounds<number, number>({
    clock: () => now,
    ...(rest && { rest }),
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

test("all rounds of an organization together take a tenth of the time, one at a time, and short ones wait for none", async () => {
  const rest = noRest();
  const [one, other] = [roundsBy(() => 400, rest), roundsBy(() => 400, rest)];
  await one.rounds.next("a", 1, null);
  other.pass(10 * 400 - 1);
  assert.equal(await other.rounds.next("b", 1, 7), 7, "what is known");
  other.pass(1);
  rest.making = true;
  assert.equal(await other.rounds.next("b", 1, 7), 7);
  rest.making = false;
  assert.equal(await other.rounds.next("b", 1, 7), 2);
  const short = noRest();
  const [first, second] = [roundsBy(() => 0, short), roundsBy(() => 0, short)];
  await first.rounds.next("a", 1, null);
  assert.equal(await second.rounds.next("b", 4, 7), 8);
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
