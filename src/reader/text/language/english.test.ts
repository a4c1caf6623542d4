import assert from "node:assert/strict";
import { test } from "node:test";
import { isEnglishSentence, isEnglishText } from "./english.ts";

const words = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}']+/u)
    .filter(Boolean);

for (const [text, expected] of [
  ["The kettle is quiet and it is the best of these for a small kitchen.", true],
  ["Der Kessel ist leise und für eine kleine Küche die beste Wahl.", false],
  ["La bouilloire est silencieuse et elle est parfaite pour une petite cuisine.", false],
  ["El hervidor es silencioso y es el mejor para una cocina pequeña.", false],
  ["このケトルは静かで小さな台所に最適です", false],
  ["Acme Bolt Cord", true],
] as const)
  test(`"${text}" is ${expected ? "" : "not "}English`, () =>
    assert.equal(isEnglishText(words(text)), expected));

test("a long text without a single English word of grammar is not English", () => {
  assert.equal(isEnglishText(Array.from({ length: 12 }, (_, at) => `word${at}`)), false);
});

test("a sentence is English like its text, unless it says otherwise", () => {
  const german = words("Das ist der beste Kessel für die Küche");
  assert.equal(isEnglishSentence(german, true), false);
  assert.equal(isEnglishSentence(words("Acme Hush 1.7"), true), true);
  assert.equal(isEnglishSentence(words("Acme Hush 1.7"), false), false);
  assert.equal(isEnglishSentence(words("this is the best of them"), false), true);
});
