import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsOf } from "../words.ts";
import { languageOf } from "./language.ts";

for (const [language, text] of [
  ["en", "The battery is the best of the three."],
  ["de", "Der Akku hält länger als bei den anderen, und das Laden geht schnell."],
  ["fr", "La batterie dure plus longtemps que celle des autres."],
  ["da", "Det er den bedste, hvis du vil have en app, der ikke koster noget."],
  ["pl", "Nie jest to tani sklep, ale można zwrócić towar."],
  ["uk", "Телефон купують у мережі, якщо є знижка."],
  ["ru", "Телефон покупают в магазине, если есть скидка."],
  ["ja", "この製品は安いです。"],
  ["zh", "这个产品很便宜。"],
  ["ko", "이 제품은 저렴해요."],
  ["ar", "هذا المنتج رخيص."],
  ["sv", "En bänkskiva av granit tål värme bättre än laminat."],
  ["hu", "A boci az anyja mellett feküdt a réten."],
  ["lt", "Pigiausias pienas šią savaitę yra parduotuvėse."],
  ["bg", "Къде е най-близкият ъгъл?"],
  ["fa", "گوشی ارزان چه بخرم؟"],
  ["en", "Nestlé and Häagen-Dazs are sold in the store."],
  [null, "Nestlé, Citroën, Škoda"],
  [null, "Acme Bolt Cube"],
] as const)
  test(`the language of "${text}" is ${language ?? "not told"}`, () => {
    assert.equal(languageOf(wordsOf(text), text), language);
  });
