import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "./markdown.ts";
import { offsetOf, shownIn } from "./shown.ts";

const shown = (text: string, longest = 100) =>
  shownIn(parseAnswer(text), { start: 0, end: text.length }, longest);

for (const [text, expected] of [
  ["**Größe** & *Form*", "Größe & Form"],
  ["[Acme](https://acme.com) ist gut", "Acme ist gut"],
  ["Acme &amp; Söhne", "Acme & Söhne"],
  ["eins\nzwei", "eins"],
  ["アクメ<br>ボルト", "アクメ"],
  ["`code` dann", " dann"],
] as const)
  test(`the first line of ${JSON.stringify(text)} shows "${expected}"`, () =>
    assert.equal(shown(text).text, expected));

test("every unit knows its offset in the verbatim answer", () => {
  const text = "**A**&amp;*b*";
  const line = shown(text);
  assert.equal(line.text, "A&b");
  assert.deepEqual(
    [0, 1, 2].map((unit) => offsetOf(line, unit)),
    [2, 5, 11],
  );
});

test("no more than the wanted length is shown", () => {
  assert.equal(shown("**abc** defgh", 5).text, "abc d");
});
