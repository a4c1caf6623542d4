import assert from "node:assert/strict";
import { test } from "node:test";
import type { Trends } from "../api/questions.ts";
import { trendLine } from "./trend-line.ts";

type Point = Trends["points"][number];

const point = (day: number, rate: number | null, band: number[] | null = null): Point =>
  ({
    at: `2026-10-${String(day).padStart(2, "0")}T06:00:00Z`,
    report_id: `r${day}`,
    appearance_rate: rate,
    appearance_rate_ci_same_prompts: band,
    answers: 48,
  }) as Point;

test("a line needs two measured reports", () => {
  assert.equal(trendLine({ points: [point(1, 0.5)], markers: [] }), null);
  assert.equal(trendLine({ points: [point(1, 0.5), point(8, null)], markers: [] }), null);
});

test("points stand where their day and their rate are, on an axis from nothing to all", () => {
  const line = trendLine({ points: [point(1, 0), point(8, 0.25), point(29, 1)], markers: [] });
  assert.deepEqual(
    line?.points.map(({ x, y }) => [x, y]),
    [
      [0, 100],
      [25, 75],
      [100, 0],
    ],
  );
  assert.equal(line?.line, "M0,100L25,75L100,0");
});

test("where a band is withheld it has a gap, not a guess", () => {
  const points = [
    point(1, 0.5, [0.4, 0.6]),
    point(8, 0.5, [0.4, 0.6]),
    point(15, 0.9),
    point(22, 0.5, [0.4, 0.6]),
  ];
  const line = trendLine({ points, markers: [] });
  assert.equal(line?.points[2]?.band, null);
  assert.equal(line?.band.match(/M/g)?.length, 2);
});

test("a marker before the first point is not drawn, and many days are thinned out from the newest", () => {
  const points = Array.from({ length: 13 }, (_, at) => point(at + 10, 0.5));
  const markers = [
    { at: "2026-09-01T00:00:00Z", report_id: "r", kind: "model_changed" as const },
    { at: "2026-10-16T06:00:00Z", report_id: "r16", kind: "model_changed" as const },
  ];
  const line = trendLine({ points, markers });
  assert.deepEqual(line?.markers, [{ at: "2026-10-16T06:00:00Z", kind: "model_changed", x: 50 }]);
  assert.equal(line?.days.at(-1)?.x, 100);
  assert.ok((line?.days.length ?? 0) <= 6);
});
