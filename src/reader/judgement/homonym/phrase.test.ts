import assert from "node:assert/strict";
import { test } from "node:test";
import { occurrenceIn } from "../../../../test/fixtures/occurrence.ts";
import { judgePhrase } from "./phrase.ts";

for (const [text, name, counts] of [
  ["On the other hand, it rains.", "On", false],
  ["On Monday it rains.", "On", false],
  ["You could try On Cloud shoes.", "On", true],
  ["Zoom in to see the detail.", "Zoom", false],
  ["Zoom is a meeting app.", "Zoom", null],
  ["About 686 people came.", "686", false],
] as const)
  test(`the phrase of ${name} in "${text}" ${counts === null ? "does not tell" : "tells"}`, () => {
    assert.equal(judgePhrase(occurrenceIn(text, name))?.counts ?? null, counts);
  });
