import assert from "node:assert/strict";
import { test } from "node:test";
import { occurrenceIn } from "../../../../test/fixtures/occurrence.ts";
import { parseAnswer } from "../../markdown/markdown.ts";
import { compileMentionReader, findMentions } from "../../mention.ts";
import { oddsOfPlace } from "./place-of-name.ts";

const named: readonly (readonly [text: string, name: string, domain: string])[] = [
  ["1. **Google Nest Cam (battery)**: best picture\n2. **Arlo Pro 5S**: most features", "Nest", "nest.com"],
  ["Larger firms run SAP. Smaller ones do not.", "SAP", "sap.com"],
  ["Lighter than Jira: Harbor, Anvil and Basecamp.", "Anvil", "anvil.example"],
  ["- **Ramp** – free, with good controls\n- **Brex** – for startups", "Ramp", "ramp.com"],
  ["Try the Zalqora Nest if you have many doors.", "Nest", "zalqoranest.example"],
  ["People over 30 prefer Hinge to the others.", "Hinge", "hinge.co"],
];
for (const [text, name, domain] of named)
  test(`${name} stands where a name stands in “${text}”`, () => {
    const own = { name, aliases: [], domains: [domain], about: null };
    const { occurrences: counted } = findMentions(
      compileMentionReader({ own, rivals: [] }),
      parseAnswer(text),
      null,
    );
    assert.equal(counted.length, 1);
  });

const elsewhere: readonly (readonly [text: string, name: string])[] = [
  ["The gap between both is small.", "Gap"],
  ["Target the right readers first.", "Target"],
  ["Persil and Tide Hygienic Clean wash best.", "Tide"],
  ["Sony Beats Bose in Our Test", "Beats"],
  ["Apple Nest Records signed the band.", "Nest"],
];
for (const [text, name] of elsewhere)
  test(`the place says nothing of ${name} in “${text}”`, () => {
    assert.equal(oddsOfPlace(occurrenceIn(text, name)), 0);
  });

test("other names say nothing where the text is about another market", () => {
  const text = "Zalqo, Frooza and Slice are sweet mango drinks with a lot of sugar and juice in the bottle.";
  assert.equal(oddsOfPlace(occurrenceIn(text, "Slice", "digital bank and credit card")), 0);
  assert.ok(oddsOfPlace(occurrenceIn(text, "Slice", "mango juice and drinks")) > 0);
});

test("in mid-sentence a capital tells of a name in no dictionary, but not in German or after another capital", () => {
  assert.ok(oddsOfPlace(occurrenceIn("Nous avons pris la carte de Zalqora pour le voyage.", "Zalqora")) > 0);
  for (const text of [
    "Wir haben gestern mit dem Zalqora auf der Straße und im Garten gespielt.",
    "Nous avons pris la Renault Zalqora pour le voyage en France.",
  ])
    assert.equal(oddsOfPlace(occurrenceIn(text, "Zalqora", "carte de crédit; credit card")), 0);
});
