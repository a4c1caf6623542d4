import assert from "node:assert/strict";
import { test } from "node:test";
import { seeded } from "../../bench/noise/random.ts";
import { draws } from "../../test/depth.ts";
import { contradictions } from "../../test/figures/contradictions.ts";
import { randomReports } from "../../test/figures/random-report.ts";

test("in random reports every figure is in its range and interval, and contradicts no other", () => {
  // Each seed draws two reports of one project.
  for (let seed = 1; seed <= draws(1000, 150); seed += 1)
    assert.deepEqual(contradictions(randomReports(seeded(seed))), [], `seed ${seed}`);
});
