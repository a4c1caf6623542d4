import assert from "node:assert/strict";
import { test } from "node:test";
import { briefOf } from "../../src/figures/brief/brief.ts";
import { briefMarkdown } from "../../src/figures/brief/markdown.ts";
import { figure, range, rateOrCount } from "../../src/figures/figures-in-words.ts";
import { figureList, figureOf, shownIn } from "../../src/figures/metrics/metric-table.ts";
import { scoreReport, trendPoint } from "../../src/figures/report.ts";
import { sharedReport } from "../../src/figures/shared-report.ts";
import { type DatedPoint, rivalLines } from "../../src/figures/trend.ts";
import { usualDays } from "../../src/figures/watching/days.ts";
import { brandTable } from "../../src/server/pages/figure-tables.ts";
import { metricsProperties, metricsView, wireName } from "../../src/server/reports/figures/metrics-view.ts";
import {
  RivalPointView,
  rivalPointView,
  TrendPointView,
  trendPointView,
} from "../../src/server/reports/trends/trend-point-view.ts";
import { answersTo, tracked } from "../fixtures/answers.ts";

const measuredAt = "2026-06-30T09:00:00.000Z";
const scored = scoreReport(answersTo([[["Acme", "Bolt"]], [["Bolt"]], [["Bolt", "Acme"]]]), tracked);
const { metrics } = scored;
const shown = metricsView(metrics, usualDays) as Record<string, unknown>;
const dated: DatedPoint = {
  ...{ reportId: "report-1", measuredAt, reading: 1, methodVersion: "1" },
  point: trendPoint(scored),
};

test("every figure of the table is in the schema and the answer of a report, with its interval", () => {
  for (const [name] of figureList)
    for (const field of [wireName(name), wireName(`${name}Ci`)]) {
      assert.ok(field in metricsProperties, `${field} is missing in the schema of metrics`);
      assert.ok(field in shown, `${field} is missing in the answer of a report`);
    }
});

test("a trend's points show what the table says, as the report shows it", () => {
  const point = trendPointView(dated) as Record<string, unknown>;
  for (const name of shownIn.trend) {
    for (const field of [wireName(name), wireName(`${name}Ci`), wireName(`${name}CiSamePrompts`)])
      assert.ok(field in TrendPointView.properties, `${field} is missing in the schema of trends`);
    assert.notEqual(point[wireName(name)], null);
    assert.equal(point[wireName(name)], shown[wireName(name)]);
    assert.deepEqual(point[wireName(`${name}Ci`)], shown[wireName(`${name}Ci`)]);
  }
});

test("a competitor's points show what the table says, as the report shows it", () => {
  const [line] = rivalLines([dated], ["Bolt"]);
  const point = rivalPointView(line!.points[0]!) as Record<string, unknown>;
  const bolt = metricsView(scored.competitors.find(({ name }) => name === "Bolt")!, usualDays) as Record<
    string,
    unknown
  >;
  for (const name of shownIn.rivalTrend) {
    assert.ok(wireName(name) in RivalPointView.properties, `${name} is missing in the schema of trends`);
    assert.equal(point[wireName(name)], bolt[wireName(name)]);
  }
  assert.deepEqual(Object.keys(point), Object.keys(RivalPointView.properties));
});

test("a figure that trends did not show when a point was stored is null", () => {
  const { shareOfVoice, shareOfVoiceCi, ...older } = dated.point;
  const point = trendPointView({ ...dated, point: older as DatedPoint["point"] });
  assert.deepEqual([point.share_of_voice, point.share_of_voice_ci], [null, null]);
});

test("a brief's table has a row for each figure that the table says", () => {
  const facts = {
    ...{
      brand: "Acme",
      domains: [],
      scored,
      sandbox: false,
      measuredAt,
      outside: false,
      change: null,
      done: [],
      moved: [],
    },
    timeframe: "30d" as const,
    project: { samples: 1, schedule: "off" as const, promptCount: 3, timezone: "UTC" },
  };
  const rows = briefMarkdown(facts, briefOf(facts)).toLowerCase();
  for (const name of shownIn.brief)
    assert.match(rows, new RegExp(`^\\| ${figureOf(name).called.replace("the ", "")}`, "m"));
});

test("a shared page has a column for each figure with a heading", () => {
  const page = sharedReport({
    ...{
      brand: "Acme",
      measuredAt,
      timezone: "UTC",
      sandbox: false,
      surfaces: ["api"],
      scored,
      change: null,
    },
    ...{ timeframe: "30d", points: [], now: new Date(measuredAt) },
  });
  const { markup } = brandTable(page);
  for (const name of shownIn.sharedPage) {
    assert.deepEqual(page.figures[name], { value: metrics[name], interval: metrics[`${name}Ci`] });
    const { heading, unit } = figureOf(name);
    if (heading === undefined) continue;
    assert.ok(markup.includes(`>${heading}`), `${heading} has no column`);
    // How often a brand is named is a count where answers are few.
    const said =
      name === "appearanceRate" ? rateOrCount(metrics[name]!, metrics) : figure(metrics[name], unit);
    assert.ok(markup.includes(`${said}<small>${range(metrics[`${name}Ci`], unit)}`));
  }
  for (const [name, { heading }] of figureList)
    assert.ok(
      heading === undefined || (shownIn.sharedPage as readonly string[]).includes(name),
      `${name} has a heading but is not in shownIn.sharedPage`,
    );
});
