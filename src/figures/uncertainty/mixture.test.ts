import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sharedWeights } from "./beta-binomial.ts";
import { mixtureInterval } from "./mixture.ts";

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 2e-7, `${actual} is not ${expected}`);
const of = (prompts: number, answers: number): number[] => Array(prompts).fill(answers);

// Answers to each prompt, how many of them name the brand, and what an independent calculation gives.
for (const [says, sizes, hits, low, high, effective] of [
  ["prompts that differ", of(6, 6), [6, 5, 0, 1, 3, 4], 0.2565784075, 0.7825839233, 12.6944125395],
  ["prompts of several sizes", [1, 4, 2, 10, 3], [1, 2, 0, 9, 1], 0.2893183867, 0.8839967834, 9.5757838153],
  ["never named", of(8, 5), of(8, 0), 0, 0.1815417804, 16.1523391526],
  ["always named, the mirror image", of(8, 5), of(8, 5), 0.8184582196, 1, 16.1523391526],
  ["one answer per prompt", of(10, 1), [1, 1, 1, 1, 0, 0, 0, 0, 0, 0], 0.1530671011, 0.6963205144, 10],
  ["one prompt", [7], [3], 0.0579384675, 0.9069744078, 3.5494047845],
  ["one prompt, always", [6], [6], 0.207742935, 1, 2.1172851562],
  ["two prompts, always", of(2, 6), of(2, 6), 0.4360257882, 1, 4.2194077895],
  ["three prompts, always", of(3, 6), of(3, 6), 0.5865023727, 1, 6.3209403825],
  ["none of 1,500", of(50, 30), of(50, 0), 0, 0.0223755934, 128.3819198297],
  ["one of 1,500", of(50, 30), [1, ...of(49, 0)], 0.0000368529, 0.0317309538, 351.5189696988],
  ["one of 60", of(10, 6), [1, ...of(9, 0)], 0.0011625391, 0.2020990051, 31.4608475551],
] as const) {
  test(`the interval is what the method gives: ${says}`, () => {
    const found = mixtureInterval({ sizes, hits, spread: 1 })!;
    near(found.interval[0], low);
    near(found.interval[1], high);
    near(found.effective, effective);
  });
}

test("none of 1,500 allows no more than one does, and each naming more raises the low end", () => {
  for (const [prompts, answers] of [
    [50, 30],
    [10, 6],
    [1, 6],
  ] as const) {
    const sizes = of(prompts, answers);
    const [, none] = mixtureInterval({ sizes, hits: of(prompts, 0), spread: 1 })!.interval;
    let low = 0;
    for (let named = 1; named <= Math.min(40, prompts * answers); named += 1) {
      const hits = sizes.map((_, at) => Math.floor((named + prompts - 1 - at) / prompts));
      const { interval } = mixtureInterval({ sizes, hits, spread: 1 })!;
      assert.ok(interval[0] > low, `${named} of ${prompts * answers}: ${interval}`);
      // Several namings on several prompts also tell that answers are hardly alike, and can end lower than none.
      if (named === 1) assert.ok(interval[1] > none);
      low = interval[0];
    }
  }
});

test("scores count by their spread, in fractions of answers", () => {
  const hits = [3, 0, 1.630929753571458, 1, 0.5];
  const found = mixtureInterval({ sizes: [3, 3, 3, 2, 1], hits, spread: 0.45 })!;
  near(found.interval[0], 0.2097519869);
  near(found.interval[1], 0.8042927852);
});

test("without an answer there is no interval, and a prompt without an answer changes nothing", () => {
  assert.equal(mixtureInterval({ sizes: [0, 0], hits: [0, 0], spread: 1 }), null);
  assert.deepEqual(
    mixtureInterval({ sizes: [4, 0, 6, 5], hits: [1, 0, 6, 2], spread: 1 }),
    mixtureInterval({ sizes: [4, 6, 5], hits: [1, 6, 2], spread: 1 }),
  );
});

test("rivals whose answers are all or nothing widen an interval, those whose answers vary freely narrow it", () => {
  const own = { sizes: of(10, 6), hits: [3, 2, 4, 3, 2, 4, 3, 3, 2, 4], spread: 1 };
  const clustered = { sizes: of(10, 6), hits: [6, 0, 6, 0, 6, 6, 0, 0, 6, 0], spread: 1 };
  const free = { sizes: of(10, 6), hits: [3, 2, 3, 2, 3, 2, 3, 3, 3, 2], spread: 1 };
  const width = (rivals: (typeof own)[]) => {
    const [low, high] = mixtureInterval(own, sharedWeights([own, ...rivals]))!.interval;
    return high - low;
  };
  assert.ok(width(Array(5).fill(free)) < width([]));
  assert.ok(width(Array(5).fill(clustered)) > width(Array(5).fill(free)));
});

const prompts = fc.array(
  fc
    .integer({ min: 0, max: 30 })
    .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: size }))),
  { minLength: 1, maxLength: 60 },
);

test("an interval holds its rate, stays between 0 and 1, and that of the misses is its mirror image", () => {
  fc.assert(
    fc.property(prompts, (counts) => {
      const sizes = counts.map(([size]) => size);
      const total = sizes.reduce((sum, size) => sum + size, 0);
      const named = mixtureInterval({ sizes, hits: counts.map(([, hit]) => hit), spread: 1 });
      const missed = mixtureInterval({ sizes, hits: counts.map(([size, hit]) => size - hit), spread: 1 });
      if (total === 0 || !named || !missed) return named === missed;
      const rate = counts.reduce((sum, [, hit]) => sum + hit, 0) / total;
      const [low, high] = named.interval;
      assert.ok(0 <= low && low <= rate && rate <= high && high <= 1, `${low} ${rate} ${high}`);
      assert.ok(named.effective <= total + 1e-9);
      near(low, 1 - missed.interval[1]);
      near(high, 1 - missed.interval[0]);
      return true;
    }),
  );
});
