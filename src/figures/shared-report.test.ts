import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, tracked } from "../../test/fixtures/answers.ts";
import { scoreReport, trendPoint } from "./report.ts";
import { type SharedFacts, sharedReport } from "./shared-report.ts";

const now = new Date("2026-06-30T12:00:00.000Z");
const dayMs = 86_400_000;
const scored = scoreReport(answersTo([[["Acme", "Bolt"]], [["Bolt"]]]), tracked);

const pointsAt = (...daysAgo: number[]) =>
  daysAgo.map((days) => ({
    measuredAt: new Date(now.getTime() - days * dayMs).toISOString(),
    point: trendPoint(scored),
  }));

const facts = (more: Partial<SharedFacts> = {}): SharedFacts => ({
  brand: "Acme",
  measuredAt: "2026-06-30T09:00:00.000Z",
  timezone: "UTC",
  sandbox: false,
  surfaces: ["api"],
  scored,
  change: null,
  timeframe: "30d",
  points: pointsAt(0),
  now,
  ...more,
});

const trendOf = (more: Partial<SharedFacts>) => sharedReport(facts(more)).trend;

/** Days before now, of each point that is shown. */
const shownDays = (more: Partial<SharedFacts>) =>
  trendOf(more).points.map(({ at }) => Math.round((now.getTime() - Date.parse(at)) / dayMs));

const daily = (days: number) => pointsAt(...Array.from({ length: days + 1 }, (_, at) => days - at));

test("the figures are those of the report, with their intervals", () => {
  const { figures, rivals } = sharedReport(facts());
  assert.deepEqual(figures.appearanceRate, {
    value: scored.metrics.appearanceRate,
    interval: scored.metrics.appearanceRateCi,
  });
  assert.deepEqual(
    rivals.map(({ name, mentions }) => [name, mentions]),
    [
      ["Bolt", 2],
      ["Cube", 0],
      ["Dune", 0],
    ],
  );
});

test("a shared page holds no id, no prompt key and no address of a page", () => {
  const text = JSON.stringify(sharedReport(facts()));
  assert.doesNotMatch(text, /p_[0-9a-f]{20}|"[a-z_]*(id|key|url)"|https?:/i);
});

for (const [timeframe, expected] of [
  ["7d", [6, 0]],
  ["30d", [29, 6, 0]],
  ["90d", [80, 29, 6, 0]],
  ["12m", [364, 80, 29, 6, 0]],
] as const) {
  test(`the trend of ${timeframe} goes back that far and no further`, () => {
    assert.deepEqual(shownDays({ timeframe, points: pointsAt(366, 364, 80, 29, 6, 0) }), expected);
  });
}

test("a report older than the timeframe is still its own point", () => {
  assert.deepEqual(shownDays({ timeframe: "7d", points: pointsAt(60, 40) }), [40]);
});

test("few runs are all shown, more by the day, many by the week, each by its last", () => {
  assert.equal(trendOf({ points: daily(29) }).every, null);
  const twiceADay = daily(20).flatMap((point) => [
    { ...point, measuredAt: new Date(Date.parse(point.measuredAt) - 3_600_000).toISOString() },
    point,
  ]);
  const byDay = trendOf({ points: twiceADay });
  assert.deepEqual([byDay.every, byDay.points.length], ["day", 21]);
  assert.ok(byDay.points.every(({ at }) => at.endsWith("T12:00:00.000Z")));
  const byWeek = trendOf({ timeframe: "12m", points: daily(364) });
  assert.deepEqual([byWeek.every, byWeek.points.length], ["week", 53]);
  assert.equal(byWeek.points.at(-1)?.at, now.toISOString());
});

test("the day of a run is one of the project's time zone", () => {
  // 23:30 and 00:30 in UTC are one day in Kiritimati, 14 hours ahead, and two in UTC.
  const nights = pointsAt(...Array.from({ length: 32 }, (_, at) => Math.ceil((32 - at) / 2))).map(
    (point, at) => ({
      ...point,
      measuredAt: new Date(
        Date.parse(point.measuredAt) + (at % 2 === 0 ? 11.5 : 12.5) * 3_600_000,
      ).toISOString(),
    }),
  );
  const shown = (timezone: string) => trendOf({ points: nights, timezone, timeframe: "90d" });
  assert.deepEqual([shown("UTC").every, shown("UTC").points.length], ["day", 17]);
  assert.deepEqual(
    [shown("Pacific/Kiritimati").every, shown("Pacific/Kiritimati").points.length],
    ["day", 16],
  );
});

test("a long prompt is cut between characters, not within one", () => {
  const prompt = "👩".repeat(200);
  const long = { ...scored, losingPrompts: [{ ...scored.losingPrompts[0]!, prompt }] };
  assert.equal(sharedReport(facts({ scored: long })).losing[0]!.prompt, `${"👩".repeat(159)}…`);
});
