import assert from "node:assert/strict";
import { test } from "node:test";
import { occurrenceIn } from "../../../../../test/fixtures/occurrence.ts";
import type { FeatureName, Found } from "./feature-name.ts";
import { addRight } from "./right.ts";

for (const [text, feature] of [
  ["We took Bolt", "closes_block"],
  ["We took Bolt.", "before_stop"],
  ["We took Bolt, then walked", "before_comma"],
  ["Best: Bolt: cheap rides all over the whole town", "colon_and_sentence"],
  ["Best: Bolt: 10x", "colon_and_value"],
  ["We took Bolt – cheap", "before_dash"],
  ["We took Bolt (cheap)", "before_bracket"],
  ["The Bolt app is good", "before_brand_noun"],
  ["The Bolt is cheap", "before_verb"],
  ["The Bolt announced a price", "before_verb"],
  ["The Bolt of lightning", "before_of"],
  ["The Bolt 2 is new", "before_model_number"],
  ["The Bolt-like firms", "before_hyphen"],
  ["The Bolt/Uber choice", "before_slash"],
  ["The Bolt River is long", "before_entity_head"],
  ["The Bolt and others", "before_conjunction"],
  ["The Bolt Xyloq is new", "before_rare_capital"],
  ["The Bolt $20 offer", "before_price"],
] as const)
  test(`what stands after Bolt in "${text}" is ${feature}`, () => {
    const found: Found = new Set<FeatureName>();
    addRight(occurrenceIn(text, "Bolt"), found);
    assert.ok(found.has(feature), [...found].join(" "));
  });

test("a possessive says all that there is to say", () => {
  const found: Found = new Set<FeatureName>(["is_possessive"]);
  addRight(occurrenceIn("Bolt's prices rose", "Bolt"), found);
  assert.deepEqual([...found], ["is_possessive"]);
});
