import assert from "node:assert/strict";
import { test } from "node:test";
import { orderOf } from "./order.ts";

type Given = Parameters<typeof orderOf>[0];

const rival = (name: string, rate: [number, boolean], score: [number, boolean]) =>
  ({
    name,
    lead: {
      appearance_rate: rate[0],
      appearance_rate_beyond_noise: rate[1],
      visibility_score: score[0],
      visibility_score_beyond_noise: score[1],
    },
  }) as Given[number];

const rivals = [
  rival("Up", [0.2, true], [6, false]),
  rival("Down", [-0.3, true], [-37, true]),
  rival("Near", [0.01, false], [21, true]),
  { name: "Unknown", lead: null } as Given[number],
];

test("a competitor is ahead or behind by the figure that is shown, and only beyond chance", () => {
  assert.deepEqual(orderOf(rivals, "appearance_rate"), {
    ahead: ["Up"],
    behind: ["Down"],
    level: ["Near", "Unknown"],
  });
  assert.deepEqual(orderOf(rivals, "visibility_score"), {
    ahead: ["Near"],
    behind: ["Down"],
    level: ["Up", "Unknown"],
  });
});
