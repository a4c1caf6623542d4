import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "./markdown.ts";

/** The segments of an answer as "kind:text", in order. */
const segments = (text: string): string[] =>
  parseAnswer(text).segments.map(({ kind, start, end }) => `${kind}:${text.slice(start, end)}`);

for (const [text, expected] of [
  ["**Acme** et *Bolt*", ["text:Acme", "text: et ", "text:Bolt"]],
  ["__Acme__ und ~~Bolt~~", ["text:Acme", "text: und ", "text:Bolt"]],
  ["2 * 3 und snake_case", ["text:2 * 3 und snake_case"]],
  ["a `code` b", ["text:a ", "code:code", "text: b"]],
  ["``a ` b``", ["code:a ` b"]],
  ["AT&amp;T", ["text:AT", "entity:&amp;", "text:T"]],
  ["AT&T", ["text:AT&T"]],
  ["\\*nicht fett\\*", ["text:*nicht fett", "text:*"]],
  ["[Acme](https://acme.com)!", ["text:Acme", "target:https://acme.com", "text:!"]],
  ["![Logo](logo.png)", ["image:Logo", "target:logo.png"]],
  ["[nur Klammern]", ["text:nur Klammern"]],
] as const)
  test(`${JSON.stringify(text)} has the segments ${expected.join(" | ")}`, () =>
    assert.deepEqual(segments(text), [...expected]));

test("a tag that breaks the line leaves a gap, one that changes the look does not", () => {
  const gaps = (text: string) => parseAnswer(text).segments.map(({ gap }) => gap);
  assert.deepEqual(gaps("Acme<br>Bolt"), [true, true]);
  assert.deepEqual(gaps("Acme<b>Bolt"), [true, false]);
});

test("text in a tag that hides it is no prose", () => {
  assert.deepEqual(
    parseAnswer("a <code>Acme</code> b").segments.map(({ kind }) => kind),
    ["text", "code", "text"],
  );
});

test("addresses in the text are listed, apart from those of links", () => {
  const text = "[Acme](https://acme.com), https://bolt.eu and <https://cord.io>";
  assert.deepEqual(
    parseAnswer(text).urls.map(({ start, end }) => text.slice(start, end)),
    ["https://bolt.eu", "https://cord.io"],
  );
});

test("segments are in order and never overlap, whatever is nested", () => {
  const { segments } = parseAnswer("**[Ac`m`e](x) *and ![i](y) _b_* &lt;** <b>c</b> `d");
  for (const [at, { start, end }] of segments.entries()) {
    assert.ok(start < end);
    assert.ok(at === 0 || segments[at - 1]!.end <= start);
  }
});
