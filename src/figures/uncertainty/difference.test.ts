import assert from "node:assert/strict";
import { test } from "node:test";
import { pairedDifferences } from "./difference.ts";
import type { RatioSums } from "./ratio.ts";
import { falseDiscoveryControl, familywiseControl } from "./told-apart.ts";

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
const none = new Float64Array(0);
/** Two brands by themselves. */
const pairedDifference = (one: RatioSums, other: RatioSums, beside: number, unit: number) =>
  pairedDifferences([{ one, other, beside }], unit)[0]!;
const named = (counts: readonly number[], answers: number): RatioSums => ({
  y: Float64Array.from(counts),
  x: Float64Array.from(counts, () => answers),
  yy: Float64Array.from(counts),
  xy: Float64Array.from(counts),
  xx: Float64Array.from(counts, () => answers),
  within: { yy: none, xy: none, xx: none },
  repeats: none,
});

test("the difference of two brands is the mean of that of the prompts, with its spread", () => {
  const found = pairedDifference(named([3, 0, 4, 2], 5), named([1, 0, 1, 2], 5), 3, 1)!;
  near(found.value, 0.25);
  near(found.interval[0], -0.22736694579255612);
  near(found.interval[1], 0.7273669457925561);
  near(found.chance, 0.19417134561205848);
});

test("two brands whose intervals overlap can differ for sure", () => {
  const own = [6, 5, 0, 1, 6, 5, 0, 1, 6, 5];
  const ahead = own.map((count) => Math.min(6, count + 1));
  const found = pairedDifference(
    named(ahead, 6),
    named(own, 6),
    own.reduce((sum, count) => sum + count, 0),
    1,
  )!;
  assert.ok(found.interval[0] > 0 && found.chance < 0.05);
});

test("pairs that are judged together tell of each other how much prompts differ, from more than ten prompts on", () => {
  const own = Array.from({ length: 20 }, (_, at) => (at % 4) + 1);
  const pair = (add: (at: number) => number) => {
    const theirs = own.map((count, at) => count + add(at));
    const beside = own.reduce((sum, count, at) => sum + Math.min(count, theirs[at]!), 0);
    return { one: named(theirs, 6), other: named(own, 6), beside };
  };
  const steady = pair(() => 1);
  const uneven = pair((at) => (at % 2 ? 2 : -1));
  const width = (found: ReturnType<typeof pairedDifference>) => found!.interval[1] - found!.interval[0];
  const [alone] = pairedDifferences([uneven], 1);
  const [together] = pairedDifferences([uneven, steady, steady], 1);
  assert.equal(together!.value, alone!.value);
  assert.ok(width(together!) < 0.9 * width(alone!));
  const few = ({ one, other, beside }: typeof steady) => {
    const ofTen = (sums: RatioSums) => named([...sums.y].slice(0, 10), 6);
    return { one: ofTen(one), other: ofTen(other), beside: beside / 2 };
  };
  assert.deepEqual(
    pairedDifferences([few(uneven), few(steady)], 1)[0],
    pairedDifferences([few(uneven)], 1)[0],
  );
});

test("one prompt tells nothing of prompts like it", () => {
  assert.equal(pairedDifference(named([5], 5), named([0], 5), 0, 1), null);
});

test("among many comparisons one in ten of those called may be chance", () => {
  assert.deepEqual(falseDiscoveryControl([0.04]), [true]);
  assert.deepEqual(
    falseDiscoveryControl([0.09, 0.5, 0.9]),
    [false, false, false],
    "0.09 alone would be beyond 10 % / 3",
  );
  assert.deepEqual(falseDiscoveryControl([0.001, 0.5, 0.04, 0.9, 0.03]), [true, false, true, false, true]);
  assert.deepEqual(falseDiscoveryControl([0.001, 0.06]), [true, false], "its interval holds 0");
  assert.deepEqual(falseDiscoveryControl([]), []);
});

test("in 19 of 20 reports none of the comparisons called is chance, and where each is beyond chance, all are called", () => {
  assert.deepEqual(familywiseControl([0.04]), [true]);
  assert.deepEqual(
    familywiseControl([0.02, 0.5, 0.9]),
    [false, false, false],
    "0.02 alone would be beyond 5 % / 3",
  );
  assert.deepEqual(familywiseControl([0.001, 0.5, 0.04, 0.9, 0.03]), [true, false, false, false, false]);
  assert.deepEqual(familywiseControl([0.03, 0.049, 0.04]), [true, true, true]);
  assert.deepEqual(familywiseControl([]), []);
});

test("a brand that is always first leads by no more than all there is, whatever rounding adds", () => {
  const weights = [0.7, 1.75, 0.7];
  const [always, never] = [100, 0].map(
    (each): RatioSums => ({
      ...named([0, 0, 0], 1),
      y: Float64Array.from(weights, (weight) => weight * each + (each && 1e-13)),
      x: Float64Array.from(weights),
    }),
  );
  const { value, interval } = pairedDifference(always!, never!, 0, 100)!;
  assert.ok(value <= 100 && interval[0] <= value && value <= interval[1]);
});
