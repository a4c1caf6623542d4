import assert from "node:assert/strict";
import { test } from "node:test";
import table from "./confidence.json" with { type: "json" };
import { earnedConfidence, type Line, onLine } from "./confidence.ts";

test("of two decisions of a kind, the surer one has earned no less", () => {
  for (const [kind, line] of Object.entries(table.lines)) {
    const [less, more] = [0.7, 0.97].map((said) => onLine(said, line as unknown as Line)) as [number, number];
    assert.ok(0.5 <= less && less <= more && more <= 0.99, kind);
  }
});

test("what a decision says in another language it has earned there", () => {
  const decision = { counts: true, rule: "name", confidence: 0.97 };
  const [english, others] = ["en", "pl"].map((language) => earnedConfidence({ ...decision, language }));
  assert.notEqual(english, others);
});

test("where a match stands decides as surely in every text", () => {
  assert.equal(earnedConfidence({ counts: false, rule: "link_target", confidence: 0.99 }), 0.99);
});
