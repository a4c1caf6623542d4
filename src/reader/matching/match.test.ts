import assert from "node:assert/strict";
import { test } from "node:test";
import { spelledIn } from "../../../test/fixtures/spelled.ts";
import { parseAnswer } from "../markdown/markdown.ts";
import { walk } from "./match.ts";
import { compileMentionReader } from "./matcher.ts";

const texts = (text: string, ...names: string[]) => spelledIn(text, ...names).map((match) => match.text);

test("a name is found in any case, with accents or without, and as HTML writes it", () => {
  assert.deepEqual(texts("Acme, ACME and acme.", "Acme"), ["Acme", "ACME", "acme"]);
  assert.deepEqual(texts("Café Nero or Cafe Nero", "Café Nero"), ["Café Nero", "Cafe Nero"]);
  assert.deepEqual(texts("Ben &amp; Jerry's", "Ben & Jerry's"), ["Ben &amp; Jerry's"]);
});

test("a character that folds to two letters is taken whole or not at all", () => {
  assert.deepEqual(texts("Strauß sells it.", "Strauss"), ["Strauß"]);
  assert.deepEqual(texts("Strauß sells it.", "Straus"), []);
});

test("a name goes on through markup, and not through a paragraph", () => {
  assert.deepEqual(texts("**Blue** Bottle", "Blue Bottle"), ["Blue** Bottle"]);
  assert.deepEqual(texts("Blue\n\nBottle", "Blue Bottle"), []);
});

test("names of punctuation alone are found as they are", () => {
  assert.deepEqual(texts("The band *** plays, and so do others.", "***"), ["***"]);
});

test("of names within names all are found, the longest first at one end", () => {
  assert.deepEqual(texts("Acme Pro", "Acme", "Acme Pro", "Pro"), ["Acme", "Acme Pro", "Pro"]);
});

test("what is looked at for nested names at one letter is bounded", () => {
  const nested = Array.from({ length: 200 }, (_, at) =>
    Array(at + 1)
      .fill("a")
      .join(" "),
  );
  const tracked = nested.map((name) => ({ name, aliases: [], domains: [], about: null }));
  const reader = compileMentionReader({ own: tracked[0]!, rivals: tracked.slice(1) });
  const text = "a ".repeat(2_000);
  const { spent } = walk(reader, parseAnswer(text));
  assert.ok(spent < text.length * 4_000, `${spent} characters looked at for ${text.length}`);
});
