import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { script } from "../text/script.ts";
import { inflectionAfter, stemOfName } from "./inflection.ts";

/** The inflected form of a name in a sentence; null if what follows it is no inflection. */
function inflected(sentence: string, name: string, own: number, stemmed = false): string | null {
  const answer = parseAnswer(sentence);
  const start = sentence.indexOf(name);
  const segment = answer.segments.findIndex((each) => each.start <= start && each.end > start);
  const end = inflectionAfter(answer, start + name.length, segment, own, stemmed);
  return end === null ? null : sentence.slice(start, end);
}

const cases: [sentence: string, name: string, own: number, stemmed: boolean, form: string | null][] = [
  ["Acme is good.", "Acme", script.latin, false, "Acme"],
  ["Acmes are good.", "Acme", script.latin, false, "Acmes"],
  ["Acme's kettle is good.", "Acme", script.latin, false, "Acme's"],
  ["Suosittelen Acmen kattilaa.", "Acme", script.latin, false, "Acmen"],
  ["The acmen of the trade.", "acme", script.latin, false, null],
  ["Warto sprawdzić ofertę Acmeowi.", "Acme", script.latin, false, "Acmeowi"],
  ["Nabídka Zalqoru je pro rodiny lepší.", "Zalqor", script.latin, false, "Zalqoru"],
  ["The zalqoru is a word.", "zalqor", script.latin, false, null],
  ["A Zalqornál olcsóbb, és gyors.", "Zalqor", script.latin, false, "Zalqornál"],
  ["У Залкорі дешевше.", "Залкор", script.cyrillic, false, "Залкорі"],
  ["Услуги Сбербанка дороже.", "Сбербанк", script.cyrillic, false, "Сбербанка"],
  ["В Яндексном офисе.", "Яндекс", script.cyrillic, false, null],
  ["삼성은 좋다.", "삼성", script.hangul, false, "삼성은"],
  ["Купите в Ленте.", "Лент", script.cyrillic, true, "Ленте"],
  ["Ongkir Zalqornya gratis, dan cepat.", "Zalqor", script.latin, false, "Zalqornya"],
  ["The zalqornya is a word.", "zalqor", script.latin, false, null],
  ["Parfém z Zalqina je levnější.", "Zalqin", script.latin, true, "Zalqina"],
  ["The zalqina is a word.", "zalqin", script.latin, true, null],
  ["Лент много.", "Лент", script.cyrillic, true, null],
];

for (const [sentence, name, own, stemmed, form] of cases)
  test(`${name} in “${sentence}” is ${form ?? "another word"}`, () => {
    assert.equal(inflected(sentence, name, own, stemmed), form);
  });

test("a name that loses its final vowel in other cases has a stem", () => {
  assert.deepEqual(["Лента", "Красный", "Biedronka", "Notino", "Acme", "Ida"].map(stemOfName), [
    "Лент",
    "Красн",
    "Biedronk",
    "Notin",
    null,
    null,
  ]);
});
