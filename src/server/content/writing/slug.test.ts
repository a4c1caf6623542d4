import assert from "node:assert/strict";
import { test } from "node:test";
import { draftBounds } from "./draft.ts";
import { slugOf } from "./slug.ts";

for (const [title, topic, slug] of [
  ["Leise Wasserkocher für kleine Küchen", "", "leise-wasserkocher-fuer-kleine-kuechen"],
  ["Café & thé", "", "cafe-and-the"],
  ["HubSpot vs. iPhone", "", "hubspot-vs-iphone"],
  ["静かなケトル", "quiet kettles", "quiet-kettles"],
] as const)
  test(`"${title}" has the address "${slug}"`, () => assert.equal(slugOf(title, topic), slug));

test("a title without a letter that an address can have gets one of its own, the same each time", () => {
  assert.match(slugOf("静か", "静か"), /^draft-[0-9a-f]{8}$/);
  assert.equal(slugOf("静か", "静か"), slugOf("静か", "静か"));
  assert.notEqual(slugOf("静か", "静か"), slugOf("電気", "静か"));
});

test("a long title is cut between words", () => {
  const slug = slugOf("kettle ".repeat(100), "");
  assert.ok(slug.length <= draftBounds.slug.charactersMax);
  assert.match(slug, /^kettle(-kettle)*$/);
});
