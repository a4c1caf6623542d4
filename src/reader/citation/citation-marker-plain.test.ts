import assert from "node:assert/strict";
import { test } from "node:test";
import { isPlainMarker } from "./citation-marker-plain.ts";

const marker = (text: string, name: string, isHost = false): boolean => {
  const start = text.lastIndexOf(name);
  return isPlainMarker(text, { start, end: start + name.length }, isHost);
};

for (const [text, name] of [
  ["It boils in 48 s.【3†Acme】", "Acme"],
  ["It boils in 48 s [12†Acme].", "Acme"],
  ["It boils in 48 s (Source: Acme).", "Acme"],
  ["Es kocht schnell (Quelle: Acme).", "Acme"],
  ["It boils fast.\nSources: Bolt, Acme, Shop Magazine", "Acme"],
  ["It lasts all day.Acme+2", "Acme"],
] as const)
  test(`a citation, no mention: ${JSON.stringify(text)}`, () => {
    assert.equal(marker(text, name), true);
  });

test("a host in brackets behind a statement is a citation", () => {
  assert.equal(marker("It is used by many (acme.com).", "acme.com", true), true);
});

for (const [text, name] of [
  ["Acme boils in 48 s.", "Acme"],
  ["Our favourite (Acme) boils in 48 s.", "Acme"],
  ["Sources: we asked Acme what it thinks of this and it answered at once", "Acme"],
  ["Acme+ is its club.", "Acme"],
] as const)
  test(`a mention: ${JSON.stringify(text)}`, () => {
    assert.equal(marker(text, name), false);
  });

test("a host that explains the name before it is no citation", () => {
  assert.equal(marker("Buy the Acme (acme.com) today.", "acme.com", true), false);
});
