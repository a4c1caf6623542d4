import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf } from "./csv.ts";
import { figureRows } from "./figure-cells.ts";

test("a report's file has the brand and each competitor, every figure with the ends of its range", () => {
  const figures = {
    ...{
      answers: 48,
      mentions: 24,
      appearance_rate: 0.5,
      appearance_rate_ci: [0.4, 0.6] as [number, number],
    },
    ...{ visibility_score: 41.5, visibility_score_ci: null, share_of_voice: null, share_of_voice_ci: null },
  };
  const rows = figureRows({
    ...{ measured_at: "2026-11-02T12:00:00Z", brand: "Acme", metrics: figures },
    competitors: [{ ...figures, name: "Bolt", mentions: 12, appearance_rate: 0.25 }],
  });
  assert.equal(
    csvOf(rows),
    "\uFEFFmeasured_at,brand,answers,mentions,appearance_rate,appearance_rate_low,appearance_rate_high," +
      "visibility_score,visibility_score_low,visibility_score_high,share_of_voice,share_of_voice_low,share_of_voice_high\r\n" +
      "2026-11-02T12:00:00Z,Acme,48,24,0.5,0.4,0.6,41.5,,,,,\r\n" +
      "2026-11-02T12:00:00Z,Bolt,48,12,0.25,0.4,0.6,41.5,,,,,\r\n",
  );
});
