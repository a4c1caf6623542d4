import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseAnswer } from "./markdown/markdown.ts";
import { sentenceAt, sentencesOf } from "./sentence.ts";

const split = (text: string): string[] =>
  sentencesOf(parseAnswer(text)).map(({ start, end }) => text.slice(start, end));

for (const [text, sentences] of [
  ["It lasts. It is light! Is it cheap? Yes", ["It lasts.", "It is light!", "Is it cheap?", "Yes"]],
  [
    "Dr. Smith rates it 4.5 stars on Booking.com, e.g. in July. Fine.",
    ["Dr. Smith rates it 4.5 stars on Booking.com, e.g. in July.", "Fine."],
  ],
  ["これは良い。次の文です！終わり", ["これは良い。", "次の文です！", "終わり"]],
  ["هل هو جيد؟ نعم.", ["هل هو جيد؟", "نعم."]],
  ["One line\nanother line", ["One line", "another line"]],
  ["- Acme. Good.\n- Bolt", ["Acme.", "Good.", "Bolt"]],
  ["# Best\nAcme is good.", ["Best", "Acme is good."]],
  [
    "Loved by runners.Acme Pro: light.BOLT One: quick.",
    ["Loved by runners.", "Acme Pro: light.", "BOLT One: quick."],
  ],
  ['He said "Buy it." Then left.', ['He said "Buy it."', "Then left."]],
  ["1. Acme", ["Acme"]],
  ["", []],
  ["---", []],
] as const)
  test(`sentences of: ${text.slice(0, 50).replaceAll("\n", "⏎")}`, () => {
    assert.deepEqual(split(text), sentences);
  });

test("names of sources behind a full stop belong to the sentence before them", () => {
  assert.deepEqual(split("It lasts.([Lab][1], [Shop](https://a.example/)) It is light.[2] Yes."), [
    "It lasts.([Lab][1], [Shop](https://a.example/))",
    "It is light.[2]",
    "Yes.",
  ]);
});

test("the words of a sentence are those that the reader sees", () => {
  const [first, second] = sentencesOf(
    parseAnswer("**Acme**'s well-known [shop](https://a.example/x-y) sells 3.5 volts. これは"),
  );
  assert.equal(first?.words, 6);
  assert.equal(second?.words, 3);
});

test("a table row is one sentence", () => {
  assert.deepEqual(split("| a | b |\n|---|---|\n| Acme. | Good. |").at(-1), "Acme. | Good.");
});

test("sentences lie in the text in order, without overlap, whatever the text", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(". ", "!", "\n\n", "[1]", "](x)", "**", "A", "。", "&amp;", "| "),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join("");
      let last = 0;
      const sentences = sentencesOf(parseAnswer(text));
      sentences.forEach(({ start, end, words }, at) => {
        assert.ok(start >= last && end > start && end <= text.length && words >= 0);
        assert.equal(sentenceAt(sentences, start), at);
        last = end;
      });
    }),
  );
});
