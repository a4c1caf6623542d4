import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { draws } from "../../test/depth.ts";
import { parseAnswer } from "./markdown/markdown.ts";
import { mostPerEnd, walk } from "./matching/match.ts";
import { compileMentionReader } from "./matching/matcher.ts";
import { compileReader, readAnswer } from "./read.ts";

const longestName = 120;
const piece = fc.constantFrom(
  "a",
  "b",
  "ab",
  "a.",
  "A",
  "é",
  "ß",
  "京",
  "1",
  "&",
  "-",
  "'",
  "*",
  "x",
  "on",
  "the",
);

/** Names that lie in one another: the same pieces again and again, cut at any place. */
const name = fc
  .tuple(
    fc.array(piece, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", " ", "-"),
    fc.integer({ min: 1, max: 60 }),
  )
  .map(([pieces, joint, times]) => Array.from({ length: times }, () => pieces.join(joint)).join(joint))
  .map((text) => text.slice(0, longestName).trim() || "a");

const brand = fc.record({
  name,
  aliases: fc.array(name, { maxLength: 20 }),
  domains: fc.constantFrom<string[]>([], ["a.com"]),
  about: fc.constantFrom(null, "shoes"),
});

const brands = fc.array(brand, { minLength: 1, maxLength: 21 });
const text = fc
  .tuple(
    fc.array(
      fc.oneof(
        piece,
        name.map((each) => each.slice(0, 20)),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    fc.constantFrom("", " ", "  ", "**", "\n", ". ", "["),
  )
  .map(([pieces, joint]) => pieces.join(joint) + joint);

test("whatever the names and the text, a character costs no more than its share", () => {
  fc.assert(
    fc.property(brands, text, ([own, ...rivals], unit) => {
      const reader = compileMentionReader({ own: own!, rivals });
      const again = unit.repeat(Math.ceil(2000 / unit.length));
      const { spent, matches } = walk(reader, parseAnswer(again));
      // Each end may begin one name too many, over as many characters as lie between its letters.
      const mostPerCharacter = mostPerEnd + 64 + 2 * reader.automaton.longest * (1 + unit.length);
      assert.ok(spent <= again.length * mostPerCharacter, `${spent / again.length} for each character`);
      assert.ok(matches.length <= again.length * 64);
    }),
    { numRuns: draws(100, 20) },
  );
});

test("four times the text costs four times as much, whatever the names", () => {
  fc.assert(
    fc.property(brands, text, ([own, ...rivals], unit) => {
      const reader = compileMentionReader({ own: own!, rivals });
      // Long enough that the longest name does not stand in the longer text alone.
      const once = unit.repeat(Math.ceil(1500 / unit.length) + 8 * reader.automaton.longest);
      const spent = (answer: string) => walk(reader, parseAnswer(answer)).spent;
      assert.ok(spent(once.repeat(4)) <= 4.5 * spent(once) + 4096);
    }),
    { numRuns: draws(30, 6) },
  );
});

const nested = Array.from({ length: 21 }, (_, at) => ({
  name: "a ".repeat(60 - at).trim(),
  aliases: Array.from({ length: 20 }, (_, alias) => "a ".repeat(59 - alias * 2 - (at % 2)).trim()),
  domains: [],
  about: null,
}));

test("names within names within names cost as much as the longest of them", () => {
  const reader = compileMentionReader({ own: nested[0]!, rivals: nested.slice(1) });
  const { spent } = walk(reader, parseAnswer("a ".repeat(5000)));
  assert.ok(spent < 10_000 * mostPerEnd);
});

test("of names within names the longest that stands there is named", () => {
  const [own, ...rivals] = nested;
  const reader = compileReader({ own: own!, rivals });
  const { mentions } = readAnswer(reader, {
    text: `We like ${"a ".repeat(60)}.`,
    citations: [],
    prompt: "?",
  });
  assert.deepEqual(
    mentions.map(({ name }) => name),
    [own!.name],
  );
});
