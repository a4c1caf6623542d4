import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, tracked } from "../../../test/fixtures/answers.ts";
import { scoreReport } from "../report.ts";

const leadOf = (name: string, answers: Parameters<typeof answersTo>[0]) =>
  scoreReport(answersTo(answers), tracked).competitors.find((rival) => rival.name === name)!.lead;

test("a rival's lead is over the same answers, and settled where it is the same on every prompt", () => {
  const always = leadOf(
    "Bolt",
    Array.from({ length: 8 }, (_, at) => Array(5).fill(at < 4 ? ["Bolt", "Acme"] : ["Bolt"])),
  )!;
  assert.deepEqual([always.appearanceRate, always.appearanceRateBeyondNoise], [0.5, true]);
  assert.ok(always.visibilityScoreBeyondNoise && always.visibilityScoreCi[0] > 0);
});

test("a lead on half of the prompts that is a lag on the others is noise", () => {
  const mixed = leadOf(
    "Bolt",
    Array.from({ length: 8 }, (_, at) => Array(5).fill(at < 4 ? ["Bolt"] : ["Acme"])),
  )!;
  assert.deepEqual([mixed.appearanceRate, mixed.appearanceRateBeyondNoise], [0, false]);
});

test("over one prompt a lead cannot be judged", () => {
  assert.equal(leadOf("Bolt", [[["Bolt"], ["Bolt"]]]), null);
});
