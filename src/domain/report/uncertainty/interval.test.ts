import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { confidenceOf, rateInterval, ratioInterval, wilson } from "./interval.ts";

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-8, `${actual} is not ${expected}`);

// Answers to each prompt, how many of them name the brand, and what an independent calculation gives.
for (const [says, sizes, hits, low, high, effective] of [
  [
    "answers that agree within prompts are worth a third",
    [6, 6, 6, 6, 6, 6],
    [6, 5, 0, 1, 3, 4],
    0.22314723148773918,
    0.8130376761871063,
    12.343723673125524,
  ],
  [
    "prompts may have different numbers of answers",
    [1, 4, 2, 10, 3],
    [1, 2, 0, 9, 1],
    0.21913637110054912,
    0.9247553704660894,
    7.1053941273305,
  ],
  [
    "a brand that is never named has an interval all the same",
    [5, 5, 5, 5, 5, 5, 5, 5],
    [0, 0, 0, 0, 0, 0, 0, 0],
    0,
    0.23519897701266687,
    18.18181818181818,
  ],
  [
    "a brand that is always named has its mirror image",
    [5, 5, 5, 5, 5, 5, 5, 5],
    [5, 5, 5, 5, 5, 5, 5, 5],
    1 - 0.23519897701266687,
    1,
    18.18181818181818,
  ],
  [
    "one answer per prompt counts in full",
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 0, 0, 0, 0, 0, 0],
    0.14681784967931788,
    0.7208838748527188,
    10,
  ],
  ["all answers to one prompt are worth one", [7], [3], 0.040805642162168976, 0.9296881733415605, 1],
] as const) {
  test(`${says}: ${hits} of ${sizes}`, () => {
    const found = rateInterval(sizes, hits);
    near(found!.interval[0], low);
    near(found!.interval[1], high);
    near(found!.effective, effective);
  });
}

test("without an answer there is no interval", () => {
  assert.equal(rateInterval([], []), null);
  assert.equal(rateInterval([0, 0], [0, 0]), null);
});

test("a prompt without an answer changes nothing", () => {
  assert.deepEqual(rateInterval([4, 0, 6, 5], [1, 0, 6, 2]), rateInterval([4, 6, 5], [1, 6, 2]));
});

test("Wilson's interval of 15 in 20 is the textbook's", () => {
  const [low, high] = wilson(0.75, 20, 1.959963984540054);
  near(low, 0.5312991223812561);
  near(high, 0.8881382985923344);
});

const prompts = fc.array(
  fc
    .integer({ min: 0, max: 30 })
    .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: size }))),
  { minLength: 1, maxLength: 60 },
);

test("an interval holds its rate and stays between 0 and 1", () => {
  fc.assert(
    fc.property(prompts, (counts) => {
      const sizes = counts.map(([size]) => size);
      const hits = counts.map(([, hit]) => hit);
      const total = sizes.reduce((sum, size) => sum + size, 0);
      const found = rateInterval(sizes, hits);
      if (total === 0) return found === null;
      const rate = hits.reduce((sum, hit) => sum + hit, 0) / total;
      const [low, high] = found!.interval;
      return 0 <= low && low <= rate && rate <= high && high <= 1 && found!.effective <= total + 1e-9;
    }),
  );
});

test("naming and not naming are mirror images", () => {
  fc.assert(
    fc.property(prompts, (counts) => {
      const sizes = counts.map(([size]) => size);
      const named = rateInterval(
        sizes,
        counts.map(([, hit]) => hit),
      );
      const unnamed = rateInterval(
        sizes,
        counts.map(([size, hit]) => size - hit),
      );
      if (!named || !unnamed) return named === unnamed;
      near(named.interval[0], 1 - unnamed.interval[1]);
      near(named.interval[1], 1 - unnamed.interval[0]);
      return true;
    }),
  );
});

test("20 independent answers are moderate evidence, 100 are strong", () => {
  assert.deepEqual([1, 19.9, 20, 99.9, 100].map(confidenceOf), [
    "directional",
    "directional",
    "moderate",
    "moderate",
    "strong",
  ]);
});

test("a score's interval is that of a ratio estimated over prompts", () => {
  const [low, high] = ratioInterval([300, 0, 163.0929753571458, 100, 50], [3, 3, 3, 2, 1], [0, 100])!;
  assert.equal(low, 0, "clamped to the scale");
  near(high, 100);
  const [open, end] = ratioInterval([300, 0, 163.0929753571458, 100, 50], [3, 3, 3, 2, 1], [-1000, 1000])!;
  near(open, -3.8586687819945524);
  near(end, 106.04083134151887);
});

test("a score over fewer than 5 prompts, or over prompts that all agree, has no interval", () => {
  assert.equal(ratioInterval([10, 20, 30, 40], [1, 1, 1, 1], [0, 100]), null);
  const third = 100 / 3;
  assert.equal(ratioInterval(Array(7).fill(third), Array(7).fill(1), [0, 100]), null);
  assert.equal(
    ratioInterval([1, 2, 3, 4, 0], [1, 1, 1, 1, 0], [0, 100]),
    null,
    "one of the five says nothing",
  );
});
