import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cell } from "../uncertainty/cell.ts";
import { alternativesTo } from "./alternatives.ts";
import { type Goal, planFor, planOf, type Terms } from "./plan.ts";
import { usualShares, varianceOf } from "./variance.ts";

const terms = (goal: Goal, more: Partial<Terms> = {}): Terms => ({
  ...{ goal, rhythm: "weekly", days: 0 },
  variance: { rate: 0.5, shares: usualShares, cells: 0, prompts: 0 },
  ...{ engines: 2, prompts: 20, repeats: 0, samples: 3, paces: [], costPerAsk: 0.01, mostAsks: 20_000 },
  ...more,
});
const change = (points: number, earlierReports = 1): Goal => ({ kind: "detect", points, earlierReports });

test("asks for a change follow 2pq·V/d²: half the change needs four times the asks", () => {
  const asks = (points: number) => planFor(terms(change(points), { prompts: 0 })).plan;
  assert.ok(asks(0.02).asks / asks(0.04).asks > 3.5 && asks(0.02).asks / asks(0.04).asks < 4.5);
  const ten = planFor(terms(change(0.1), { prompts: 20 })).plan;
  assert.deepEqual([ten.prompts, ten.runs, ten.asks], [20, 7, 2 * 280], "20 × 2 × 6 = 240 give 79 %");
  assert.ok(ten.power! >= 0.8 && Math.abs(ten.costUsd! - 5.6) < 1e-12);
});

test("reports before it make a change cheaper to see", () => {
  const perReport = (earlier: number) => {
    const { asks, reports } = planFor(terms(change(0.1, earlier))).plan;
    return asks / reports;
  };
  const [alone, amongMany] = [perReport(1), perReport(12)];
  assert.ok(amongMany < 0.7 * alone, `${amongMany} of ${alone}`);
});

test("a level is known by more prompts, each asked twice", () => {
  const { plan, reached } = planFor(terms({ kind: "within", halfWidth: 0.05 }));
  assert.ok(reached && plan.halfWidth <= 0.05 && plan.runs === 2 && plan.prompts > 100);
});

test("a goal beyond what one report may ask is said to be out of reach", () => {
  assert.equal(planFor(terms({ kind: "within", halfWidth: 0.001 })).reached, false);
  assert.equal(planFor(terms(change(0.001))).reached, false);
});

test("a budget buys prompts, and costs no more than it is", () => {
  const { plan } = planFor(terms({ kind: "budget", usd: 3, reports: 1 }));
  assert.deepEqual([plan.prompts, plan.runs, plan.asks], [75, 2, 300]);
  assert.ok(plan.costUsd! <= 3);
});

test("a budget over a month of reports is spent by all of them together", () => {
  const { plan } = planFor(terms({ kind: "budget", usd: 12, reports: 4 }));
  assert.deepEqual([plan.prompts, plan.reports, plan.asks], [75, 4, 1200]);
  assert.ok(plan.costUsd! <= 12);
});

test("what a budget does not buy, or nobody knows the cost of, is out of reach", () => {
  assert.equal(planFor(terms({ kind: "budget", usd: 0.01, reports: 1 })).reached, false);
  assert.equal(planFor(terms({ kind: "budget", usd: 50, reports: 1 }, { costPerAsk: null })).reached, false);
  assert.equal(planFor(terms({ kind: "budget", usd: 50, reports: 1 })).reached, true);
});

test("what nobody knows the cost of is planned as the project is; too little money is told with the smallest measurement", () => {
  const budget: Goal = { kind: "budget", usd: 0.01, reports: 1 };
  const unknown = terms(budget, { costPerAsk: null, samples: 4 });
  const { plan } = planFor(unknown);
  assert.deepEqual([plan.prompts, plan.runs, plan.costUsd], [20, 4, null]);
  assert.deepEqual(alternativesTo(plan, unknown), []);
  const { plan: smallest } = planFor(terms(budget));
  assert.deepEqual([smallest.prompts, smallest.runs, smallest.costUsd], [5, 2, 0.2]);
});

test("the slowest engine says how long a report takes", () => {
  const paces = [
    { concurrency: 10, requestsPerMinute: 600 },
    { concurrency: 2, requestsPerMinute: 60 },
  ];
  const { plan } = planFor(terms({ kind: "budget", usd: 3, reports: 1 }, { paces }));
  assert.equal(plan.minutes, (150 / 2) * (10 / 60));
  assert.equal(planFor(terms(change(0.1))).plan.minutes, null);
});

test("there are up to three other ways, none of them the recommended one", () => {
  const given = terms(change(0.1));
  const { plan } = planFor(given);
  const others = alternativesTo(plan, given);
  assert.deepEqual(
    others.map(({ way }) => way),
    ["as_it_is", "more_reports", "more_prompts"],
  );
  const [now, patient, wider] = others.map(({ plan }) => plan);
  assert.deepEqual([now!.prompts, now!.runs], [20, 3]);
  assert.ok(now!.power! < 0.8 && patient!.power! >= 0.8 && wider!.power! >= 0.8);
  assert.ok(wider!.prompts > plan.prompts && wider!.runs === 2);
  const level = terms({ kind: "within", halfWidth: 0.1 }, { prompts: 0 });
  assert.deepEqual(
    alternativesTo(planFor(level).plan, level).map(({ way }) => way),
    ["one_run"],
  );
});

const cells = (named: (prompt: number, engine: number) => number, answers = 3): Cell[] =>
  Array.from({ length: 40 }, (_, prompt) =>
    (["chatgpt", "claude"] as const).map(
      (provider, engine): Cell => ({
        ...{ promptKey: `p${prompt}`, provider, surface: "api" },
        ...{ answers, named: named(prompt, engine), visibility: 0, models: [] },
      }),
    ),
  ).flat();

test("variance comes from prompts where all engines name the brand on the same ones", () => {
  const { shares } = varianceOf(cells((prompt) => (prompt % 2 ? 3 : 0)));
  assert.ok(shares.prompts > 0.6 && shares.reasking < 0.2, JSON.stringify(shares));
});

test("it comes from prompt and engine together where they name it on different ones", () => {
  const { shares } = varianceOf(cells((prompt, engine) => ((prompt + engine) % 2 ? 3 : 0)));
  assert.ok(shares.promptsByEngine > 0.6, JSON.stringify(shares));
});

test("it comes from asking again where answers to one prompt disagree", () => {
  const { shares } = varianceOf(cells((prompt) => 1 + (prompt % 2)));
  assert.ok(shares.reasking > 0.8, JSON.stringify(shares));
});

test("where no answer differs from another, the usual shares stand alone", () => {
  for (const named of [0, 3]) {
    const { shares, cells: counted, prompts } = varianceOf(cells(() => named));
    assert.deepEqual([shares, counted, prompts], [usualShares, 0, 0]);
  }
});

test("near 0 and 100% a change is as hard to see as it is from where it leads", () => {
  for (const named of [0, 3]) {
    const eight = cells(() => named).filter(({ promptKey }) => Number(promptKey.slice(1)) < 8);
    const variance = varianceOf(eight);
    const at = (points: number) => planOf(terms(change(points), { variance }), 8, 3);
    // In simulations of 48 answers, 10 points are seen in 60% of cases.
    assert.ok(Math.abs(at(0.1).power! - 0.6) < 0.15, `${at(0.1).power}`);
    assert.ok(at(0.035).power! < 0.25, `${at(0.035).power}`);
    assert.ok(at(0.1).smallestChange > 0.1 && at(0.1).smallestChange < 0.2, `${at(0.1).smallestChange}`);
  }
});

test("no change is promised where none is judged", () => {
  for (const [prompts, runs] of [
    [4, 10],
    [5, 1],
  ] as const) {
    const { smallestChange, power } = planOf(terms(change(0.9), { engines: 1 }), prompts, runs);
    assert.deepEqual([smallestChange, power], [1, 0], `${prompts} prompts`);
  }
  assert.ok(planOf(terms(change(0.9), { engines: 1 }), 5, 2).power! > 0.8);
});

test("near 0 and 100% an interval reaches further to one side, and is no wider than what is left", () => {
  const near = (rate: number) =>
    planOf(
      terms(
        { kind: "within", halfWidth: 0.1 },
        { variance: { rate, shares: usualShares, cells: 0, prompts: 0 } },
      ),
      10,
      2,
    );
  const {
    expectedInterval: [low, high],
    halfWidth,
  } = near(0.02);
  assert.ok(low > 0 && low < 0.02 && high - 0.02 > 3 * (0.02 - low), `${low} to ${high}`);
  assert.ok(halfWidth > (high - low) / 2, "most runs find another rate than the true one");
  const other = near(0.98).expectedInterval;
  assert.ok(Math.abs(other[0] - (1 - high)) < 1e-6 && Math.abs(other[1] - (1 - low)) < 1e-6);
});

test("restless days make a change harder to see, and are not bought off", () => {
  const power = (days: number, earlier: number, prompts = 40) =>
    planOf(terms(change(0.1, earlier), { days }), prompts, 4).power!;
  for (const earlier of [1, 4, 8, 12])
    assert.ok(power(0.25, earlier) < power(0, earlier) - 0.05, `${earlier}`);
  assert.ok(power(0.25, 8, 4000) < 0.8 && power(0, 8, 4000) > 0.99);
  const { plan, reached } = planFor(terms(change(0.1, 4), { days: 0.25 }));
  assert.ok(!reached && plan.asks / plan.reports < 20_000, "what shows as much costs less than the most");
});

test("a series judged as a daily one takes more to find the same", () => {
  const power = (rhythm: Terms["rhythm"]) => planOf(terms(change(0.1, 8), { rhythm }), 20, 3).power!;
  assert.ok(power("daily") < power("weekly") - 0.2, `${power("daily")} and ${power("weekly")}`);
});

test("without repeats and with one engine it is what is usual", () => {
  const one = cells((prompt) => prompt % 2, 1).filter(({ provider }) => provider === "claude");
  const { shares, cells: counted, prompts } = varianceOf(one);
  assert.deepEqual([counted, prompts], [0, 0]);
  for (const part of ["prompts", "promptsByEngine", "reasking"] as const)
    assert.ok(Math.abs(shares[part] - usualShares[part]) < 1e-9);
});
