import assert from "node:assert/strict";
import { test } from "node:test";
import { occurrenceIn } from "../../../../../test/fixtures/occurrence.ts";
import type { FeatureName, Found } from "./feature-name.ts";
import { addLeft } from "./left.ts";

for (const [text, feature] of [
  ["Bolt is cheap.", "opens_block"],
  ["It rains. Bolt is cheap.", "opens_sentence"],
  ["after purchasing.Bolt is cheap", "glued_to_sentence"],
  ["The winner: Bolt is cheap.", "after_colon"],
  ["The winner – Bolt is cheap.", "after_dash"],
  ["Uber (Bolt in Europe)", "after_bracket"],
  ["Uber, Bolt and others", "after_comma"],
  ["Tighten the Bolt now", "after_article"],
  ["Tighten a Bolt now", "after_indefinite"],
  ["Ride with Bolt now", "after_relator"],
  ["Most riders tried Bolt once", "after_choosing_verb"],
  ["Most people Bolt now", "after_lower_word"],
  ["Uber and Bolt now", "after_conjunction"],
  ["the athlete Usain Bolt now", "after_foreign_capital"],
  ["about 20 Bolt now", "after_number"],
  ["the anti-Bolt lobby", "after_hyphen"],
  ["good for Bolt", "after_best_for"],
] as const)
  test(`what stands before Bolt in "${text}" is ${feature}`, () => {
    const found: Found = new Set<FeatureName>();
    addLeft(occurrenceIn(text, "Bolt"), found);
    assert.ok(found.has(feature), [...found].join(" "));
  });
