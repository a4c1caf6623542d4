import assert from "node:assert/strict";
import { test } from "node:test";
import { orderOf } from "./order.ts";

type Given = Parameters<typeof orderOf>[0];

/** An interval that leaves out 0 only where the difference is more than chance; a difference of 0 is a rounded one. */
const around = ([difference, beyond]: [number, boolean]) =>
  beyond ? [difference / 2, difference * 1.5 || 0.1] : [difference - 50, difference + 50];

const rival = (name: string, rate: [number, boolean], score: [number, boolean]) =>
  ({
    name,
    lead: {
      appearance_rate: rate[0],
      appearance_rate_ci: around(rate),
      appearance_rate_beyond_noise: rate[1],
      visibility_score: score[0],
      visibility_score_ci: around(score),
      visibility_score_beyond_noise: score[1],
    },
  }) as Given[number];

const rivals = [
  rival("Up", [0.2, true], [6, false]),
  rival("Down", [-0.3, true], [-37, true]),
  rival("Near", [0.01, false], [21, true]),
  rival("Hardly", [0, true], [0, true]),
  { name: "Unknown", lead: null } as Given[number],
];

test("a competitor is ahead or behind by the figure that is shown, and only beyond chance", () => {
  assert.deepEqual(orderOf(rivals, "appearance_rate"), {
    ahead: ["Up", "Hardly"],
    behind: ["Down"],
    level: ["Near", "Unknown"],
  });
  assert.deepEqual(orderOf(rivals, "visibility_score"), {
    ahead: ["Near", "Hardly"],
    behind: ["Down"],
    level: ["Up", "Unknown"],
  });
});
