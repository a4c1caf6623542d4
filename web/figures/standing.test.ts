import assert from "node:assert/strict";
import { test } from "node:test";
import { standingOf } from "./standing.ts";

type Given = Parameters<typeof standingOf>[0];

const rival = (name: string, score: number, lead: number, beyond: boolean) =>
  ({
    name,
    visibility_score: score,
    lead: { visibility_score: lead, visibility_score_beyond_noise: beyond },
  }) as Given["competitors"][number];

test("the place is by visibility; ahead and behind are only those of whom the paired comparison says so", () => {
  const standing = standingOf({
    metrics: { visibility_score: 54 },
    competitors: [rival("Up", 75, 21, true), rival("Near", 60, 6, false), rival("Down", 17, -37, true)],
  });
  assert.deepEqual(standing, { rank: 3, brands: 4, ahead: ["Up"], behind: ["Down"], level: ["Near"] });
});

test("without a score there is no place", () => {
  assert.equal(
    standingOf({ metrics: { visibility_score: null }, competitors: [rival("Up", 75, 21, true)] }).rank,
    null,
  );
});
