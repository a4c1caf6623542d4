import assert from "node:assert/strict";
import { test } from "node:test";
import { standingOf } from "./standing.ts";

type Given = Parameters<typeof standingOf>[0];

const rival = (name: string, score: number) =>
  ({ name, visibility_score: score }) as Given["competitors"][number];

test("the place is by visibility", () => {
  const standing = standingOf({
    metrics: { visibility_score: 54, mentions: 9 },
    competitors: [rival("Up", 75), rival("Near", 60), rival("Down", 17)],
  });
  assert.deepEqual(standing, { rank: 3, tied: false, brands: 4 });
});

test("without a score there is no place", () => {
  const metrics = { visibility_score: null, mentions: 0 };
  assert.equal(standingOf({ metrics, competitors: [rival("Up", 75)] }).rank, null);
});

test("where no answer names the brand it has no place, not even the first among brands that nobody names", () => {
  const metrics = { visibility_score: 0, mentions: 0 };
  const { rank, tied } = standingOf({ metrics, competitors: [rival("Level", 0)] });
  assert.deepEqual([rank, tied], [null, false]);
});

test("a place that is shared is said to be", () => {
  const metrics = { visibility_score: 54, mentions: 9 };
  const { rank, tied } = standingOf({
    metrics,
    competitors: [rival("Up", 75), rival("Level", 54)],
  });
  assert.deepEqual([rank, tied], [2, true]);
});
