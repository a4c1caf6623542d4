import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsOf } from "../words.ts";
import { meantBy, meantByStrange } from "./field.ts";
import { fields, wordsOfFields } from "./field-words.ts";

function english(text: string, language: string, less: readonly string[] = []): string[] | null {
  const topic = meantBy(wordsOf(text), text, language, less);
  return topic === null ? null : [...topic.words.keys()];
}

test("every language has words for every field", () => {
  for (const [language, list] of Object.entries(wordsOfFields)) {
    const words = list.split(" ");
    assert.equal(words.length, fields.length, language);
    for (const word of words) assert.match(word, /^[^\s/]+(?:\/[^\s/]+)*$/, `${language}: ${word}`);
  }
});

for (const [language, text, word] of [
  ["de", "Zwei Biere aus der Brauerei", "beer"],
  ["fr", "Les chaussures sont arrivées", "shoes"],
  ["da", "Elselskabet leverer strøm", "electricity"],
  ["el", "Οι πτήσεις για Ρόδο", "flight"],
  ["ru", "Страховка стоит дорого", "insurance"],
  ["ar", "حجز تذكرة طيران", "flight"],
  ["he", "מחיר הדלק עלה", "fuel"],
  ["th", "ซื้อโทรศัพท์ใหม่", "phone"],
  ["zh", "空调很好", "appliances"],
  ["ko", "중고 카메라 거래", "secondhand"],
  ["vi", "giá điện thoại", "phone"],
] as const)
  test(`"${text}" is about ${word}`, () => {
    assert.ok(english(text, language)?.includes(word), String(english(text, language)));
  });

test("a name does not say what its own text is about", () => {
  assert.equal(english("Bier ist da", "de", ["bier"]), null);
  assert.equal(english("啤酒来了", "zh", ["啤酒"]), null);
});

test("of an unknown language nothing is known", () => {
  assert.equal(english("Bier", "xx"), null);
  assert.equal(meantByStrange(["xyloq"], "xyloq"), null);
});

test("a strange word is told by the language that has it", () => {
  assert.ok(meantByStrange(["cerveza"], "cerveza")?.words.has("beer"));
});
