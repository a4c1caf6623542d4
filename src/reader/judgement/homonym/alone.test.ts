import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../../markdown/markdown.ts";
import { compileMentionReader, findMentions } from "../../mention.ts";

const brand = (name: string) => ({ name, aliases: [], domains: [], about: null });

function namedIn(
  text: string,
  names: readonly string[],
  about: string | null,
  prompt: string | null,
): string[] {
  const [own, ...rivals] = names.map(brand);
  const reader = compileMentionReader({ own: { ...(own ?? brand("")), about }, rivals });
  const { occurrences: counted } = findMentions(reader, parseAnswer(text), prompt);
  return counted.map((mention) => names[mention.brand] as string);
}

for (const about of [null, "ride hailing"])
  for (const [text, names] of [
    ["Bolt too.", ["Bolt"]],
    ["Bolt, then Acme.", ["Bolt", "Acme"]],
    ["**Acme** \u{1F600}", ["Acme"]],
    ["Acme, Bolt and Cube.", ["Acme", "Bolt", "Cube"]],
    ["Acme; Bolt; Cube", ["Acme", "Bolt", "Cube"]],
    ["Bolt first, Acme second.", ["Bolt", "Acme"]],
    ["Probably Bolt.", ["Bolt"]],
    ["Zuerst Bolt, dann Acme.", ["Bolt", "Acme"]],
    ["- Bolt\n- Uber\n- Acme", ["Bolt", "Acme"]],
    ["Acme is good. Bolt too.", ["Acme", "Bolt"]],
  ] as const)
    for (const name of names)
      test(`${name} (${about ?? "its name alone"}) stands among nothing but names in: ${text}`, () => {
        assert.deepEqual(namedIn(text, [name], about, "Which one?"), [name]);
      });

for (const [text, name] of [
  ["Perfect. Here is the list.", "Perfect"],
  ["Always.", "Always"],
  ["Next, compare prices.", "Next"],
  ["Lightning Bolt.", "Bolt"],
  ["Target audience: everyone", "Target"],
  ["Nuts, screws, bolt.", "Bolt"],
] as const)
  test(`${name} does not stand alone as a name in: ${text}`, () => {
    assert.deepEqual(namedIn(text, [name], null, null), []);
  });

test("a name that stands alone under a question about something else is not the brand", () => {
  const about = "ride hailing with cars and scooters";
  assert.deepEqual(namedIn("Bolt.", ["Bolt"], about, "Which Disney movie is about a dog?"), []);
  assert.deepEqual(namedIn("Bolt.", ["Bolt"], about, "Which taxi app is cheapest?"), ["Bolt"]);
});
