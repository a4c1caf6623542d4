import assert from "node:assert/strict";
import { test } from "node:test";
import {
  figureList,
  noMetrics,
  rivalTrendFigures,
  trendFigures,
} from "../../../domain/report/metrics/metric-table.ts";
import { type DatedPoint, rivalLines } from "../../../domain/report/trend.ts";
import { TrendPointView, trendPointView } from "./full-view.ts";
import { rivalTrendView, wireName } from "./metrics-view.ts";

const dated = (point: Partial<DatedPoint["point"]>): DatedPoint => ({
  reportId: "7b6a1f0e-6a5f-4a50-9a3e-0b7c7a4f2d11",
  measuredAt: "2026-11-16T08:00:00.000Z",
  reading: 1,
  methodVersion: "7",
  point: { answers: 12, prompts: 3, competitors: [], ...point } as DatedPoint["point"],
});

test("a series shows of the brand the figures that the table of metrics says, each with both intervals", () => {
  const fields = trendFigures.flatMap(([name]) => [name, `${name}Ci`, `${name}CiSamePrompts`].map(wireName));
  const besides = ["at", "report_id", "reading", "answers", "prompts"];
  assert.deepEqual(Object.keys(TrendPointView.properties).sort(), [...fields, ...besides].sort());
  assert.deepEqual(Object.keys(trendPointView(dated(noMetrics))).sort(), [...fields, ...besides].sort());
  assert.ok(fields.length > 0 && trendFigures.length < figureList.length);
});

test("a point that was stored before a figure was in the table shows null", () => {
  const view = trendPointView(dated({ appearanceRate: 0.5 }));
  assert.equal(view.appearance_rate, 0.5);
  assert.equal(view.share_of_voice, null);
  assert.equal(view.share_of_voice_ci, null);
});

test("a series shows of a competitor what the table says, null where it was not stored", () => {
  const competitor = { name: "Kessling", appearanceRate: 0.25 } as DatedPoint["point"]["competitors"][number];
  const [line] = rivalLines([dated({ competitors: [competitor] })], ["Kessling"]);
  const shown = rivalTrendView(line!.points[0]!);
  assert.deepEqual(
    Object.keys(shown),
    rivalTrendFigures.map(([name]) => wireName(name)),
  );
  assert.deepEqual(shown, { appearance_rate: 0.25, visibility_score: null });
});
