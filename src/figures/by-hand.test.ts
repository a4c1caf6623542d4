import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, naming } from "../../test/fixtures/answers.ts";
import type { Brand, TrackedBrands } from "../reader/brand.ts";
import { nextRun } from "./metrics/next-run.ts";
import { scoreReport } from "./report.ts";
import { usualDays } from "./watching/days.ts";

// The example of docs/measuring.md with a calculator: eight prompts, each put to two assistants three times. Everything
// below is plain arithmetic on these counts, by the formulas of the page, without any function of the code under test.

/** Of three answers each: how many of ChatGPT's and of Google AI Mode's name the brand, prompt by prompt. */
const counts: Record<string, [chatgpt: number[], google: number[]]> = {
  Sony: [
    [2, 3, 3, 2, 3, 3, 3, 1],
    [0, 3, 3, 0, 2, 3, 3, 1],
  ],
  Bose: [
    [2, 2, 3, 1, 1, 2, 2, 0],
    [1, 0, 0, 0, 0, 0, 0, 1],
  ],
  JBL: [
    [1, 1, 0, 0, 2, 2, 1, 0],
    [3, 3, 2, 3, 3, 3, 3, 2],
  ],
  Soundcore: [
    [2, 3, 3, 3, 3, 3, 3, 3],
    [3, 3, 3, 1, 3, 3, 3, 3],
  ],
  Sennheiser: [
    [0, 2, 3, 0, 0, 3, 2, 0],
    [0, 3, 3, 0, 0, 3, 3, 0],
  ],
};
const perPrompt = (brand: string): number[] =>
  counts[brand]![0].map((own, at) => own + counts[brand]![1][at]!);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const near = (actual: number, expected: number, places: number) =>
  assert.equal(actual.toFixed(places), expected.toFixed(places));

const brand = (name: string): Brand => ({ name, aliases: [], domains: [], about: null });
const [own, ...rivals] = Object.keys(counts);
const tracked: TrackedBrands = { own: brand(own!), rivals: rivals.map(brand) };
const answers = (["chatgpt", "google_ai_mode"] as const).flatMap((provider, engine) =>
  Array.from({ length: 8 }, (_, prompt) =>
    [0, 1, 2].map((sample) => {
      const named = Object.keys(counts).filter((name) => counts[name]![engine]![prompt]! > sample);
      const reading = naming(named);
      for (const mention of reading.mentions) mention.isOwnBrand = mention.name === own;
      return answer({ prompt: `p${prompt}`, provider, sample: sample + 1, reading });
    }),
  ).flat(),
);
const { metrics, competitors } = scoreReport(answers, tracked);

test("the rate over prompts like these, by the mixture over ten degrees of likeness", () => {
  const named = perPrompt("Sony");
  assert.deepEqual(named, [2, 6, 6, 2, 5, 6, 6, 2]);
  const rate = 35 / 48;
  near(metrics.appearanceRate!, rate, 12);
  // 1. Ten correlations within a prompt: 0.0025, 0.0225, … 0.9025.
  const correlations = Array.from({ length: 10 }, (_, at) => ((at + 0.5) / 10) ** 2);
  // 2. How likely these counts are at a rate and a correlation: each prompt's is beta-binomial.
  const logLikelihood = (counted: readonly number[], mu: number, correlation: number): number => {
    const precision = 1 / correlation - 1;
    let log = 0;
    for (const hits of counted)
      for (let at = 0; at < 6; at += 1) {
        if (at < hits) log += Math.log(mu * precision + at);
        if (at < 6 - hits) log += Math.log((1 - mu) * precision + at);
        log -= Math.log(precision + at);
      }
    return log;
  };
  // 3. What the 48 answers are worth at each correlation.
  const worth = correlations.map((correlation) => 48 / (1 + 5 * correlation));
  // 4. Weights that all five brands agree on, in 20 steps from 0.1 each.
  const likelihoods = Object.keys(counts).map((name) => {
    const counted = perPrompt(name);
    return correlations.map((each) => Math.exp(logLikelihood(counted, sum(counted) / 48, each)));
  });
  let weights = correlations.map(() => 0.1);
  for (let step = 0; step < 20; step += 1)
    weights = weights.map((weight, at) => {
      const shares = likelihoods.map(
        (own) => (weight * own[at]!) / sum(own.map((each, other) => weights[other]! * each)),
      );
      return (0.2 + sum(shares)) / (2 + 5);
    });
  near(sum(weights), 1, 12);
  // 5. The ends: where the weighted beta distributions reach 2.5% and 97.5%.
  const posterior = (at: number): number[] => {
    const own = correlations.map((each, index) => weights[index]! * Math.exp(logLikelihood(named, at, each)));
    return own.map((each) => each / sum(own));
  };
  const below = worth.map((size) => betaBelow(rate * size + 0.5, (1 - rate) * size + 0.5));
  const certainty = (at: number): number =>
    sum(posterior(at).map((weight, index) => weight * below[index]!(at)));
  const reaches = (goal: number): number => {
    let [low, high] = [0.01, 0.99];
    for (let step = 0; step < 40; step += 1) {
      const middle = (low + high) / 2;
      if (certainty(middle) < goal) low = middle;
      else high = middle;
    }
    return low;
  };
  near(metrics.appearanceRateCi![0], reaches(0.025), 4);
  near(metrics.appearanceRateCi![1], reaches(0.975), 4);
  // … neither of which the likelihood refuses, at 3.5 below its maximum.
  const even = (at: number) =>
    Math.log(sum(correlations.map((each) => Math.exp(logLikelihood(named, at, each)))));
  const most = Math.max(...Array.from({ length: 99 }, (_, at) => even((at + 1) / 100)));
  for (const end of metrics.appearanceRateCi!) assert.ok(2 * (most - even(end)) < 7);
  // 6. How many independent answers they are worth.
  const weighed = posterior(35.5 / 49);
  near(metrics.effectiveAnswers!, 1 / sum(weighed.map((weight, at) => weight / worth[at]!)), 4);
  // As the page says.
  assert.deepEqual(
    metrics.appearanceRateCi!.map((end) => end.toFixed(2)),
    ["0.46", "0.90"],
  );
  near(metrics.effectiveAnswers!, 15, 0);
});

test("the rate over exactly these prompts, and where the next run will lie", () => {
  const cells = counts.Sony!.flat();
  // Σ n²·p·q/(n − 1)/N² over the 16 pairs of prompt and assistant: only those at 1 or 2 of 3 vary, each by 9·(2/9)/2.
  const varying = cells.filter((hits) => hits === 1 || hits === 2).length;
  assert.equal(varying, 5);
  const asked = (varying * 9 * (2 / 9)) / 2 / 48 ** 2;
  const likely = (35.5 / 49) * (13.5 / 49);
  const variance = (16 * asked + (4 * likely) / 48) / (16 + 4);
  const size = likely / variance;
  const below = betaBelow((35 / 48) * size + 0.5, (13 / 48) * size + 0.5);
  const [low, high] = metrics.appearanceRateCiSamePrompts!;
  near(below(low), 0.025, 4);
  near(below(high), 0.975, 4);
  const half = 1.96 * Math.sqrt(2 * variance);
  near(metrics.appearanceRateExpectedNext![0], 35 / 48 - half, 9);
  near(metrics.appearanceRateExpectedNext![1], 35 / 48 + half, 9);
  assert.deepEqual(
    [low, high].map((end) => Math.round(100 * end)),
    [62, 82],
  );
  // Days move it by 0.2 in the log-odds, of which each is worth the variance of one answer.
  const moved = 0.2 * variance * 48;
  const farther = 1.96 * Math.sqrt(2 * (variance + moved ** 2));
  const next = nextRun(metrics, "appearanceRate", usualDays)!;
  near(next[0], 35 / 48 - farther, 4);
  near(next[1], 35 / 48 + farther, 4);
  assert.deepEqual(
    next.map((end) => Math.round(100 * end)),
    [57, 89],
  );
});

/** Student's t with 7 degrees of freedom, from a table. */
const t7 = 2.36462;

test("the share of voice, in log-odds over the spread of the prompts", () => {
  const all = Array.from({ length: 8 }, (_, at) =>
    sum(Object.keys(counts).map((name) => perPrompt(name)[at]!)),
  );
  assert.deepEqual(all, [14, 23, 23, 10, 17, 25, 23, 11]);
  const share = 35 / 146;
  const squares = sum(perPrompt("Sony").map((hits, at) => (hits - share * all[at]!) ** 2));
  const deviation = Math.sqrt(((8 / 7) * squares) / 146 ** 2);
  const half = (t7 * deviation) / (share * (1 - share));
  const odds = Math.log(share / (1 - share));
  near(metrics.shareOfVoiceCi![0], 1 / (1 + Math.exp(half - odds)), 5);
  near(metrics.shareOfVoiceCi![1], 1 / (1 + Math.exp(-half - odds)), 5);
});

test("a rival's lead is the mean of the differences by prompt, and settled where it is beyond chance among all rivals", () => {
  const { lead } = competitors.find(({ name }) => name === "Sennheiser")!;
  const differences = perPrompt("Sennheiser").map((hits, at) => hits - perPrompt("Sony")[at]!);
  assert.deepEqual(differences, [-2, -1, 0, -2, -5, 0, -1, -2]);
  const squares = sum(differences.map((each) => (each + 13 / 8) ** 2));
  const half = (t7 * Math.sqrt((8 / 7) * squares)) / 48;
  near(lead!.appearanceRate, -13 / 48, 9);
  near(lead!.appearanceRateCi[0], -13 / 48 - half, 5);
  near(lead!.appearanceRateCi[1], -13 / 48 + half, 5);
  // Chance reaches this in 0.024 of cases: enough for one rival, but among four it takes 0.05/4.
  assert.equal(lead!.appearanceRateBeyondNoise, false);
});

/** How much of Beta(a, b) lies below a point: its density added up in small steps, over that of the whole. */
function betaBelow(a: number, b: number): (at: number) => number {
  const steps = 20_000;
  const sums = [0];
  for (let step = 0; step < steps; step += 1) {
    const x = (step + 0.5) / steps;
    sums.push(sums.at(-1)! + x ** (a - 1) * (1 - x) ** (b - 1));
  }
  return (at) => {
    const step = Math.floor(at * steps);
    const rest = at * steps - step;
    return (sums[step]! + rest * (sums[step + 1]! - sums[step]!)) / sums.at(-1)!;
  };
}
