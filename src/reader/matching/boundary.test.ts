import assert from "node:assert/strict";
import { test } from "node:test";
import { spelledIn } from "../../../test/fixtures/spelled.ts";

/** The kinds of the places where the name stands, without those within longer words. */
const kinds = (text: string, name: string) =>
  spelledIn(text, name).map(({ boundary, text }) => `${boundary.kind} ${text}`);

test("a name is a word of its own between spaces, marks and numbers", () => {
  assert.deepEqual(kinds("Acme, (Acme) Acme 2 Acme's", "Acme"), [
    "word Acme",
    "word Acme",
    "word Acme",
    "inflected Acme's",
  ]);
});

test("within a longer word it is none", () => {
  assert.deepEqual(kinds("Acmeland, TheAcme, pacme", "Acme"), []);
});

test("glued to a number or the end of a sentence that the page ran together, it is one", () => {
  assert.deepEqual(kinds("4.9(2k+)Acme", "Acme"), ["word Acme"]);
  assert.deepEqual(kinds("$30.004.1Acme", "Acme"), ["word Acme"]);
  assert.deepEqual(kinds("4acme", "Acme"), []);
});

test("endings of a language inflect it", () => {
  assert.deepEqual(kinds("u Acmeu", "Acme"), []);
  assert.deepEqual(kinds("Nikes skor", "Nike"), ["inflected Nikes"]);
});

test("a product that is written in one word with its maker is a compound; another word is not", () => {
  assert.deepEqual(kinds("AcmePhone", "Acme"), ["compound Acme"]);
  assert.deepEqual(kinds("AcmeCentral", "Acme"), []);
  assert.deepEqual(kinds("MyAcme, OmaAcmessa", "Acme"), ["compound Acme"]);
});

test("what is like a brand is something else, what a brand owns is about the brand", () => {
  assert.deepEqual(kinds("an Acme-like chair", "Acme"), ["derivative Acme"]);
  assert.deepEqual(kinds("Acme-owned shops", "Acme"), ["word Acme"]);
});

test("scripts without spaces bound a name by their own rules", () => {
  assert.deepEqual(kinds("私はソニーが好き", "ソニー"), ["word ソニー"]);
  assert.deepEqual(kinds("ソニーストア", "ソニー"), ["word ソニー"]);
  assert.deepEqual(kinds("ソニーック", "ソニー"), []);
});
