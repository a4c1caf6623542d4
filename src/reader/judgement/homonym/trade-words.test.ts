import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsOf } from "../../text/words.ts";
import { tradeWordsIn } from "./trade-words.ts";

const count = (text: string, language: string) => tradeWordsIn(wordsOf(text), text, language);

test("words of buying and selling are counted once each, in any inflection", () => {
  assert.equal(count("Die Preise und der Preis bei den Filialen", "de"), 2);
  assert.equal(count("Der Mond scheint über dem Wald", "de"), 0);
  assert.equal(count("この商品の価格は安い", "ja"), 3);
});

test("of a language without a list nothing is counted", () => {
  assert.equal(count("Preis", "xx"), 0);
});
