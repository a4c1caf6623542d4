import assert from "node:assert/strict";
import { test } from "node:test";
import { estimate, type Kind } from "./estimate.ts";
import { confidenceOf, type Interval, isEqual, isMore } from "./interval.ts";
import type { RatioSums } from "./ratio.ts";

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual} is not ${expected}`);

/** Each prompt is one cell; an answer is what it counts (y) out of what (x). */
function sumsOf(prompts: readonly (readonly [y: number, x: number])[][]): RatioSums {
  const over = (value: (cell: (readonly [number, number])[]) => number) => Float64Array.from(prompts, value);
  const sum = (cell: (readonly [number, number])[], of: (y: number, x: number) => number) =>
    cell.reduce((total, [y, x]) => total + of(y, x), 0);
  const within = (one: 0 | 1, other: 0 | 1) =>
    over((cell) => {
      const n = cell.length;
      const products = cell.reduce((total, answer) => total + answer[one] * answer[other], 0);
      const mean = (at: 0 | 1) => cell.reduce((total, answer) => total + answer[at], 0) / n;
      return n < 2 ? products : (products - n * mean(one) * mean(other)) * (n / (n - 1));
    });
  return {
    y: over((cell) => sum(cell, (y) => y)),
    x: over((cell) => sum(cell, (_, x) => x)),
    yy: over((cell) => sum(cell, (y) => y * y)),
    xy: over((cell) => sum(cell, (y, x) => x * y)),
    xx: over((cell) => sum(cell, (_, x) => x * x)),
    within: { yy: within(0, 0), xy: within(0, 1), xx: within(1, 1) },
    repeats: over((cell) => Number(cell.length > 1)),
  };
}

const named = (counts: readonly number[], answers: number) =>
  sumsOf(counts.map((count) => Array.from({ length: answers }, (_, at) => [Number(at < count), 1] as const)));

test("over exactly these prompts only what is asked again varies, and the next run lies within √2 of that", () => {
  const { samePrompts, expectedNext } = estimate(named([3, 5, 8, 9], 10), "rate", [0, 1]);
  near(samePrompts![0], 0.47688855);
  near(samePrompts![1], 0.75708833);
  near(expectedNext![0], 0.4212282999);
  near(expectedNext![1], 0.8287717001);
});

test("the narrow interval is withheld below ten namings or misses, the wide one is not", () => {
  for (const counts of [
    [9, 0, 0, 0],
    [10, 10, 10, 1],
  ]) {
    const { interval, samePrompts, expectedNext } = estimate(named(counts, 10), "rate", [0, 1]);
    assert.notEqual(interval, null);
    assert.deepEqual([samePrompts, expectedNext], [null, null]);
  }
});

test("where no answer names a brand, or all do, answers that weigh unevenly tell less, as they do elsewhere", () => {
  for (const count of [0, 3]) {
    const width = (unevenness: number) => {
      const even = named(Array(10).fill(count), 3);
      const [low, high] = estimate({ ...even, xx: even.x.map((x) => unevenness * x) }, "rate", [0, 1])
        .interval!;
      return high - low;
    };
    assert.ok(width(2) > 1.03 * width(1), `${width(2)} and ${width(1)}`);
  }
});

test("prompts that agree better than chance do not make the wide interval narrower than that over these prompts", () => {
  for (const counts of [[3, 3, 3, 3, 3, 3, 3, 3], Array(20).fill(3), Array(50).fill(1)]) {
    const { interval, samePrompts } = estimate(named(counts, counts[0]! * 2), "rate", [0, 1]);
    assert.ok(
      interval![0] <= samePrompts![0] && samePrompts![1] <= interval![1],
      `[${interval}] contains [${samePrompts}]`,
    );
  }
});

test("two brands that share what is said have intervals that mirror each other, on the edge of the method too", () => {
  // Nine prompts of shares 1/6 and 5/6: 9·4·(1/6)·(5/6) is 5, give or take the last bit.
  const cells = Array.from(
    { length: 9 },
    (_, at) => (at === 0 ? [2, 3] : [0, at < 8 ? 1 : 2]) as [number, number],
  );
  const own = estimate(sumsOf(cells.map((each) => [each])), "ratio", [0, 1]);
  const rival = estimate(sumsOf(cells.map(([y, x]) => [[x - y, x] as const])), "ratio", [0, 1]);
  near(own.value!, 1 / 6);
  near(own.interval![0], 1 - rival.interval![1]);
  near(own.interval![1], 1 - rival.interval![0]);
});

test("namings of a share of voice count one by one: two of four settle nothing", () => {
  const two = sumsOf([
    [
      [1, 2],
      [1, 2],
    ],
  ]);
  assert.equal(estimate(two, "ratio", [0, 1]).samePrompts, null);
});

for (const [kind, range] of [
  ["rate", [0, 1]],
  ["score", [0, 1]],
  ["ratio", [0, 1]],
  ["mean", [0, 1]],
] as [Kind, Interval][]) {
  for (const count of [0, 6]) {
    test(`a ${kind} of ${count} in 6 answers to each of 8 prompts has an interval that says more than its value`, () => {
      const { value, interval } = estimate(named(Array(8).fill(count), 6), kind, range);
      assert.equal(value, count / 6);
      assert.ok(interval![0] <= value! && value! <= interval![1] && interval![1] - interval![0] > 0.01);
    });
  }
}

test("a mean over a single prompt has an interval too: usual answers vary", () => {
  const { value, interval } = estimate(sumsOf([[[70, 1]]]), "mean", [0, 100]);
  assert.equal(value, 70);
  assert.ok(interval![0] > 20 && interval![0] < 50 && interval![1] > 90, String(interval));
});

test("a place among one brand is the first, and nothing else", () => {
  assert.deepEqual(estimate(named([1], 1), "ratio", [1, 1]).interval, [1, 1]);
});

test("where nothing was measured nothing is said", () => {
  assert.deepEqual(estimate(named([], 0), "rate", [0, 1]), {
    ...{ value: null, interval: null, samePrompts: null, expectedNext: null, effective: null },
  });
});

test("20 effective answers are moderate evidence, 100 are strong", () => {
  assert.deepEqual([1, 19.9, 20, 99.9, 100].map(confidenceOf), [
    ...["directional", "directional", "moderate", "moderate", "strong"],
  ]);
});

test("sums of fractions that are equal on paper are equal", () => {
  const [one, other] = [0.1 + 0.2, 0.3];
  assert.notEqual(one, other);
  assert.ok(isEqual(one, other) && !isMore(one, other));
  assert.ok(isMore(0.3001, 0.3));
});
