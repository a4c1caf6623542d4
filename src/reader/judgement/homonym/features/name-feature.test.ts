import assert from "node:assert/strict";
import { test } from "node:test";
import { profileOf } from "../../../brand-names/name-profile.ts";
import { featuresOfName } from "./name-feature.ts";

const featuresIn = (name: string, about: string | null = null) =>
  featuresOfName(profileOf(name, { name, aliases: [], domains: [], about }));

for (const [name, feature] of [
  ["Bolt", "name_is_word"],
  ["On", "name_is_function_word"],
  ["Casper", "name_is_given_name"],
  ["Patagonia", "name_is_place"],
  ["Monday", "name_is_time"],
  ["LG", "name_is_code"],
  ["Backcountry", "name_is_compound"],
  ["Simplicity", "name_is_abstract"],
  ["Best Buy", "name_has_words"],
  ["Zalqora", "name_is_coined"],
  ["平安", "name_is_dictionary_word"],
  ["京东", "name_is_made_of_words"],
] as const)
  test(`of ${name} it is known wherever it stands: ${feature}`, () => {
    assert.ok(featuresIn(name).includes(feature), featuresIn(name).join(" "));
  });

test("the features of a name are worked out once", () => {
  const profile = profileOf("Bolt", { name: "Bolt", aliases: [], domains: [], about: null });
  assert.equal(featuresOfName(profile), featuresOfName(profile));
});
