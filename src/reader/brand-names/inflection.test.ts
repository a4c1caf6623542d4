import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { script } from "../text/script.ts";
import { changedStemsOf, inflectionAfter, softenedFormsOf, stemOfName } from "./inflection.ts";

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
  ["Zalqoshes are good.", "Zalqosh", script.latin, false, "Zalqoshes"],
  ["Boxes are cheap.", "Box", script.latin, false, null],
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
  ["Byłem w Zalqorze wczoraj.", "Zalqor", script.latin, true, "Zalqorze"],
  ["Koupil jsem to v Zalqoru.", "Zalqor", script.latin, false, "Zalqoru"],
  ["Zalqorův balík přišel.", "Zalqor", script.latin, false, "Zalqorův"],
  ["Kúpil som to v Zalqore.", "Zalqor", script.latin, true, "Zalqore"],
  ["Kupio sam to u Zalqorovoj prodavnici.", "Zalqor", script.latin, false, "Zalqorovoj"],
  ["Zalqorina aplikacija je dobra.", "Zalqor", script.latin, true, "Zalqorina"],
  ["Zalqorasta saa halvalla.", "Zalqora", script.latin, false, "Zalqorasta"],
  ["Ostsin selle Zalqorist.", "Zalqor", script.latin, false, "Zalqorist"],
  ["A Zalqorából rendeltem.", "Zalqor", script.latin, true, "Zalqorából"],
  ["Aplikasi Zalqorku rusak.", "Zalqor", script.latin, false, "Zalqorku"],
  ["Zalqorul este mai ieftin.", "Zalqor", script.latin, false, "Zalqorul"],
  ["Aplicația Zalqorei este bună.", "Zalqor", script.latin, true, "Zalqorei"],
  ["Nopirku Zalqorā par 20 eiro.", "Zalqor", script.latin, false, "Zalqorā"],
  ["Залкорът е по-евтин.", "Залкор", script.cyrillic, false, "Залкорът"],
  ["Η εφαρμογή της Ζαλκόρας.", "Ζαλκόρα", script.greek, false, "Ζαλκόρας"],
  ["Zalqorbutiken på torget är öppen.", "Zalqor", script.latin, false, "Zalqorbutiken"],
  ["Zalqorbutikken på torvet er åben.", "Zalqor", script.latin, false, "Zalqorbutikken"],
  ["De Zalqorwinkel is open.", "Zalqor", script.latin, false, "Zalqorwinkel"],
  ["Die Zalqorfilialen schließen.", "Zalqor", script.latin, false, "Zalqorfilialen"],
  ["Zalqorlandzie ufam, bo jest tani.", "Zalqorland", script.latin, false, "Zalqorlandzie"],
  ["V Zalqorju je ceneje.", "Zalqor", script.latin, false, "Zalqorju"],
  ["Zalqorsepetinde indirim var, çok ucuz.", "Zalqorsepeti", script.latin, false, "Zalqorsepetinde"],
  ["Kannettavan voi ostaa Zalqotista.", "Zalqoti", script.latin, true, "Zalqotista"],
  ["The zalqorzie is a word.", "zalqor", script.latin, false, null],
  ["The zalqorul is a word.", "zalqor", script.latin, false, null],
  ["The zalqorist is a word.", "zalqor", script.latin, false, null],
  ["Zalqorland is a park.", "Zalqor", script.latin, false, null],
  ["We've compared Miro with Asana.", "Mir", script.latin, true, null],
  ["Based on what I see.", "Base", script.latin, false, null],
  ["What do you think of the Zalqorem, and is it for you?", "Zalqor", script.latin, false, null],
  ["Som sagt är Zalqorech en park.", "Zalqor", script.latin, false, null],
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

test("a name whose last consonants or vowel change in other cases has further stems", () => {
  assert.deepEqual(
    ["Gigantti", "Kärkkäinen", "Перекрёсток", "Košíček", "Tokmanni", "Acme"].map(changedStemsOf),
    [["Giganti"], ["Kärkkäise"], ["Перекрёстк"], ["Košíčk"], [], []],
  );
});

test("a name whose last sound softens has a whole form for it", () => {
  assert.deepEqual(["Żabka", "Heureka", "InPost", "Expert", "Розетка", "Mika", "Acme"].map(softenedFormsOf), [
    ["Żabce"],
    ["Heurece"],
    ["InPoście"],
    ["Expercie"],
    ["Розетці"],
    [],
    [],
  ]);
});
