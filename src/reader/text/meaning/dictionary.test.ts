import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { dictionaryOf, englishOf, translatedIn } from "./dictionary.ts";

test("a word is found in English, also in an inflection", () => {
  assert.match(englishOf("talo", "fi") ?? "", /\bhouse\b/);
  assert.match(englishOf("río", "es") ?? englishOf("rio", "es") ?? "", /\briver\b/);
  assert.match(englishOf("seguros", "es") ?? "", /\binsurance\b/);
});

test("a word that means several things has all of them", () => {
  assert.deepEqual((englishOf("vero", "fi") ?? "").split(" "), ["tax"]);
  assert.ok((englishOf("kilpailu", "fi") ?? "").split(" ").length > 1);
});

test("a text without spaces gives the words that are known, the longest first", () => {
  assert.deepEqual(translatedIn("银行在河边", "zh").slice(0, 1), ["bank"]);
});

test("a language or a word that the dictionary does not have is unknown", () => {
  assert.equal(englishOf("bank", "xx"), null);
  assert.equal(englishOf("qqqqqq", "fi"), null);
  assert.equal(dictionaryOf("en"), null);
  assert.deepEqual(translatedIn("银行", "xx"), []);
});

test("every language has a place for every English word, and no word stands twice for one", () => {
  const [english = "", ...languages] = readFileSync(new URL("./dictionary.txt", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  const size = english.split("|").length;
  for (const line of languages) {
    const lists = line.slice(3).split("|");
    assert.equal(lists.length, size, line.slice(0, 2));
    for (const list of lists) {
      const words = list.split("/");
      assert.equal(new Set(words).size, words.length, `${line.slice(0, 2)} ${list}`);
    }
  }
});
