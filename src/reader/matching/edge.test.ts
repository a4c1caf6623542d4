import assert from "node:assert/strict";
import { test } from "node:test";
import { edgesOf, withEdges } from "./edge.ts";

const edges: [name: string, before: string, after: string][] = [
  [".NET", ".", ""],
  ["E!", "", "!"],
  ["(RED)", "(", ")"],
  ["Acme", "", ""],
  ["Jeopardy!", "", ""],
  ["Acme.io", "", ""],
];

for (const [name, before, after] of edges)
  test(`${name} is written with ${JSON.stringify(before + after)} around it`, () => {
    assert.deepEqual(edgesOf(name), { before, after });
  });

/** What of the text is the name, given where its letters stand. */
function found(text: string, name: string, letters: string): string | null {
  const start = text.indexOf(letters);
  const span = withEdges(text, edgesOf(name), start, start + letters.length);
  return span && text.slice(span.start, span.end);
}

test("a name is found with the punctuation that it needs, and not without", () => {
  assert.equal(found("We build on .NET here.", ".NET", "NET"), ".NET");
  assert.equal(found("We cast a NET here.", ".NET", "NET"), null);
  assert.equal(found("(RED) gives to charity.", "(RED)", "RED"), "(RED)");
  assert.equal(found("RED gives to charity.", "(RED)", "RED"), null);
});

test("ASP.NET is another name than .NET", () => {
  assert.equal(found("We build on ASP.NET here.", ".NET", "NET"), null);
});
