import assert from "node:assert/strict";
import { test } from "node:test";
import { foldedKey } from "../fold.ts";
import { everydayIn, inEnglish, isEverydaySomewhere } from "./everyday.ts";

for (const [language, word, english] of [
  ["de", "Fuchs", "fox"],
  ["id", "Matahari", "sun"],
  ["pl", "Żubr", "bison"],
  ["sl", "Tuš", "shower"],
  ["ru", "Мегафона", "megaphone"],
  ["cs", "slunci", "sun"],
  ["ar", "القهوة", "coffee"],
  ["ja", "キリン", "giraffe"],
] as const)
  test(`${word} is ${english} in ${language}, and an everyday word`, () => {
    assert.ok(inEnglish(foldedKey(word), language)?.split(" ").includes(english));
  });

test("a word of one language is none of another, and an invented one of none", () => {
  assert.equal(inEnglish("matahari", "pl"), null);
  assert.equal(inEnglish("zalqora", "id"), null);
  assert.equal(inEnglish("matahari", "xx"), null);
});

test("it is told without a language whether any has a word", () => {
  assert.equal(isEverydaySomewhere("matahari"), true);
  assert.equal(isEverydaySomewhere("zalqora"), false);
  assert.equal(isEverydaySomewhere(""), false);
});

test("words are found in scripts that write them together, the longest first", () => {
  const found = everydayIn(foldedKey("動物園ではキリンが人気"), "ja").join(" ");
  assert.match(found, /giraffe/);
  assert.deepEqual(everydayIn("giraffe", "en"), []);
});
