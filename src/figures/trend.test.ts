import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, answersTo, failedCall, naming, tracked } from "../../test/fixtures/answers.ts";
import type { MeasuredAnswer } from "../reader/answer.ts";
import { stretches } from "./days/calendar.ts";
import { shownIn } from "./metrics/metric-table.ts";
import { scoreReport, trendPoint } from "./report.ts";
import { breaksOf, type DatedPoint, markersOf, rivalLines } from "./trend.ts";

const point = (day: number, answers: readonly MeasuredAnswer[], methodVersion = "1"): DatedPoint => ({
  reportId: `report-${day}`,
  measuredAt: new Date(Date.UTC(2026, 0, day, 12)).toISOString(),
  reading: 1,
  methodVersion,
  point: trendPoint(scoreReport(answers, tracked)),
});
const two = answersTo([[["Acme"]], [["Bolt"]]]);
const kinds = (...points: DatedPoint[]) =>
  markersOf(points).map(({ reportId, kind }) => `${reportId} ${kind}`);

test("where the same was measured there is no marker, whatever came out", () => {
  assert.deepEqual(kinds(point(1, two), point(2, answersTo([[["Bolt"]], [["Cube"]]]))), []);
  assert.deepEqual(kinds(point(1, two)), []);
});

for (const [what, before, after, expected] of [
  ["another prompt", two, answersTo([[["Acme"]]]), ["prompts_changed"]],
  ["another assistant", two, answersTo([[["Acme"]], [[]]], { provider: "claude" }), ["providers_changed"]],
  ["another model", two, answersTo([[["Acme"]], [[]]], { model: "model-2" }), ["model_changed"]],
  ["another surface", two, answersTo([[["Acme"]], [[]]], { surface: "web" }), ["surfaces_changed"]],
  [
    "a second assistant, of which nothing was known",
    two,
    [...two, ...answersTo([[[]], [[]]], { provider: "claude" })],
    ["providers_changed"],
  ],
  [
    "an assistant that failed altogether",
    [...two, ...answersTo([[[]], [[]]], { provider: "claude" })],
    [...two, failedCall({ provider: "claude" })],
    ["providers_changed"],
  ],
  ["a model that is not known", two, answersTo([[["Acme"]], [[]]], { model: null }), []],
  ["a prompt whose calls failed", two, [...answersTo([[["Acme"]]]), failedCall({ prompt: "p2" })], []],
  [
    "a branded prompt more, which is in no headline figure",
    two,
    [...two, answer({ prompt: "is Acme good?", branded: true })],
    [],
  ],
  [
    "more samples",
    two,
    answersTo([
      [["Acme"], []],
      [["Bolt"], []],
    ]),
    [],
  ],
] as const) {
  test(`${what} is marked as ${expected.join() || "nothing"}`, () => {
    assert.deepEqual(
      kinds(point(1, before), point(2, after)),
      expected.map((kind) => `report-2 ${kind}`),
    );
  });
}

test("answers read by another method are marked", () => {
  assert.deepEqual(kinds(point(1, two, "1"), point(2, two, "2"), point(3, two, "2")), [
    "report-2 method_changed",
  ]);
});

test("days without a point between two are a break, before the first and after the last are none", () => {
  const days = stretches("day", new Date("2026-01-01T00:00:00Z"), new Date("2026-01-20T00:00:00Z"), "UTC");
  const points = [3, 4, 8, 9].map((day) => point(day, two));
  assert.deepEqual(breaksOf(points, days), [
    { after: "2026-01-04T12:00:00.000Z", before: "2026-01-08T12:00:00.000Z", missing: 3 },
  ]);
  assert.deepEqual(breaksOf([], days), []);
});

test("every tracked rival has its line, the most visible in the newest report first", () => {
  const points = [point(1, answersTo([[["Cube", "Bolt"]]])), point(2, answersTo([[["Dune", "Cube"]]]))];
  assert.deepEqual(
    rivalLines(points, ["Bolt", "Cube", "Dune", "New"]).map(({ name, points }) => [
      name,
      ...points.map(({ visibilityScore }) => Math.round(visibilityScore!)),
    ]),
    [["Dune", 0, 100], ["Cube", 100, 63], ["Bolt", 63, 0], ["New"]],
  );
});

test("a rival that is tracked no more has no line", () => {
  assert.deepEqual(
    rivalLines([point(1, two)], ["Cube"]).map(({ name }) => name),
    ["Cube"],
  );
});

test("a report without an answer to unbranded prompts has a point of unknown figures, never of zeros", () => {
  const { point: nothing } = point(1, [
    failedCall(),
    answer({ prompt: "p2", branded: true, reading: naming(["Acme"]) }),
  ]);
  assert.deepEqual([nothing.visibilityScore, nothing.appearanceRate, nothing.answers], [null, null, 0]);
  const { name, again, ...figures } = nothing.competitors[0]!;
  assert.deepEqual([name, again], ["Bolt", null]);
  assert.deepEqual(figures, Object.fromEntries(shownIn.rivalTrend.map((figure) => [figure, null])));
});
