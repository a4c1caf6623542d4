import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, tracked } from "../../../test/fixtures/answers.ts";
import type { Provider } from "../../reader/provider.ts";
import { scoreReport, trendPoint } from "../report.ts";
import type { DatedPoint } from "../trend.ts";
import { judgedByOwnSeries } from "./own-series.ts";

/** Weekly reports of these assistants over so many prompts. */
const seriesOf = (reports: readonly (readonly [prompts: number, ...Provider[]])[]): DatedPoint[] =>
  reports.map(([prompts, ...assistants], week) => ({
    reportId: `report ${week}`,
    measuredAt: new Date(Date.UTC(2026, 0, 1 + 7 * week)).toISOString(),
    reading: 1,
    methodVersion: "1",
    point: trendPoint(
      scoreReport(
        assistants.flatMap((provider) =>
          answersTo(
            Array.from({ length: prompts }, () => [["Acme"], [], ["Acme"], []]),
            { provider },
          ),
        ),
        tracked,
      ),
    ),
  }));

test("an assistant's series goes on where another comes to it; that one's begins there", () => {
  const alone = Array.from({ length: 4 }, () => [10, "chatgpt"] as const);
  assert.deepEqual(judgedByOwnSeries(seriesOf([...alone, [10, "chatgpt", "claude"]])), ["chatgpt"]);
  assert.deepEqual(judgedByOwnSeries(seriesOf([...alone, [12, "chatgpt", "claude"]])), ["chatgpt"]);
  assert.deepEqual(judgedByOwnSeries(seriesOf([...alone.slice(1), [10, "chatgpt", "claude"]])), []);
});

test("where the same assistants are asked other prompts, every series begins anew", () => {
  const both = (prompts: number) => [prompts, "chatgpt", "claude"] as const;
  const before = Array.from({ length: 4 }, () => both(10));
  assert.deepEqual(judgedByOwnSeries(seriesOf([...before, both(10)])), ["chatgpt", "claude"]);
  assert.deepEqual(judgedByOwnSeries(seriesOf([...before, both(12)])), []);
  assert.deepEqual(judgedByOwnSeries([]), []);
});
