import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, tracked } from "../../../test/fixtures/answers.ts";
import { isFew, percentEnd, rateOrCount } from "../../figures/figures-in-words.ts";
import { scoreReport } from "../../figures/report.ts";
import { type SharedReport, sharedReport } from "../../figures/shared-report.ts";
import { brandTable } from "./figure-tables.ts";
import { verdict } from "./verdict.ts";

/** A report in which so many of the answers name the brand, each to a prompt of its own. */
function reportOf(mentions: number, answers: number): SharedReport {
  const named = Array.from({ length: answers }, (_, at) => [at < mentions ? ["Acme"] : ["Bolt"]]);
  const now = new Date("2026-06-30T09:00:00.000Z");
  return sharedReport({
    ...{ brand: "Acme", measuredAt: now.toISOString(), timezone: "UTC", sandbox: false, surfaces: ["api"] },
    change: null,
    ...{ scored: scoreReport(answersTo(named), tracked), timeframe: "30d", points: [], now },
  });
}

const headingOf = (shown: SharedReport): string =>
  /<h1>(.*?)<\/h1>/s.exec(verdict(shown).markup)![1]!.replaceAll(/<[^>]*>/g, "");

for (const [mentions, answers] of [
  [0, 12],
  [1, 29],
  [7, 29],
  [30, 30],
  [13, 48],
] as const)
  test(`of ${mentions} answers in ${answers} the public page says how often the brand is named`, () => {
    const shown = reportOf(mentions, answers);
    const { value, interval } = shown.figures.appearanceRate;
    const figure = rateOrCount(value!, { mentions, answers });
    const [low, high] = interval!.map(percentEnd);
    assert.equal(
      headingOf(shown),
      `Acme is named in ${figure} ${isFew(answers) ? "" : "of "}answers. Likely between ${low}% and ${high}% over questions like these.`,
    );
  });

const changed = (more: object): string => {
  const change = {
    ...{ direction: "up" as const, reports: 5, prompts: 12 },
    ...{ appearanceRateDelta: 0.21, appearanceRateDeltaCi: [0.002, 0.36] as [number, number] },
    ...more,
  };
  const { markup } = verdict({ ...reportOf(13, 48), change });
  return /<p class="stand">(.*?)<\/p>/.exec(markup)![1]!;
};

test("a change beyond noise is told with its size and range; within noise there is no size to tell", () => {
  assert.match(
    changed({}),
    /Up 21 points from the mean of the 5 reports before over 12 common questions, likely 0\.2 to 36: more than chance\.$/,
  );
  assert.match(
    changed({
      direction: "down",
      reports: 1,
      appearanceRateDelta: -0.1,
      appearanceRateDeltaCi: [-0.16, -0.04],
    }),
    /Down 10 points from the previous report over 12 common questions, likely 4 to 16: more than chance\.$/,
  );
  const flat = changed({ direction: "flat" });
  assert.match(
    flat,
    /In how often it is named, no change from the mean of the 5 reports before can be told from chance\.$/,
  );
  assert.doesNotMatch(flat, /points/);
});

test("a page over questions that all name a brand says so, and how far failed calls could have moved the rate", () => {
  const failed = { answersFailed: 20, appearanceRateBounds: [0.01, 0.9] as [number, number] };
  const { markup } = verdict({ ...reportOf(13, 48), onlyBranded: true, failed });
  assert.match(markup, /48 answers to 48 questions that name a tracked brand/);
  assert.match(
    markup,
    /over questions like these\. The share of answers lies in 1–90% whatever the 20 failed calls would have said\./,
  );
});

test("a page says of how many competitors it shows the most visible", () => {
  assert.match(
    brandTable({ ...reportOf(13, 48), tracked: 12 }).markup,
    /the 3 most visible of 12 competitors/,
  );
  assert.doesNotMatch(brandTable(reportOf(13, 48)).markup, /most visible of/);
});

test("a brand of which nothing is known has no figure and no scale", () => {
  const shown = reportOf(0, 0);
  assert.equal(headingOf(shown).trim(), "Acme: not known yet.");
  assert.doesNotMatch(verdict(shown).markup, /class="ruler"/);
});
