import assert from "node:assert/strict";
import { test } from "node:test";
import { letterText, nameInLetter, ours } from "./letter-text.ts";

for (const name of [
  "Acme & Söhne GmbH",
  "St. Gallen AG",
  ".NET Foundation",
  "Web 2.0 GmbH",
  "AC/DC: Live",
  "東京株式会社",
  "O'Brien (10:30)",
])
  test(`a letter says the name ${name} as it is`, () => assert.equal(nameInLetter(name), name));

test("a name that runs from right to left does not turn the words around it", () => {
  assert.equal(nameInLetter("شركة المثال"), "\u2068شركة المثال\u2069");
  assert.equal(nameInLetter("\u2069شركة\u2066"), "\u2068شركة\u2069");
});

for (const [name, said] of [
  ["Claim your prize at evil.com now", "Claim your prize at evil com now"],
  ["https://evil.example/login", "evil example/login"],
  ["HTTP://evil.example", "evil example"],
  ["www.evil.example", "evil example"],
  ["ann@evil.example", "ann evil example"],
  ["ann\uff20evil\uff0eexample", "ann evil example"],
  ["evil\u3002example", "evil example"],
  ["evil\uff61example", "evil example"],
  ["evil.\u200bexample", "evil example"],
  ["evil.例え", "evil 例え"],
  ["evil..example", "evil example"],
  ["mailto:ann", "mailto: ann"],
  ["javascript:alert", "javascript: alert"],
  ["10.0.0.1", "10 0 0 1"],
  ["call 15551234567", "call …"],
  ["one\r\ntwo\u2028three\tfour", "one two three four"],
  ["abc\u202edef\u2066ghi\u061c", "abcdefghi"],
  ["zero\u200bwidth\ufeff\u00ad", "zerowidth"],
  ["half \ud800", "half"],
  ["\u200b", "(no name)"],
  ["x".repeat(200), `${"x".repeat(100)}…`],
] as const)
  test(`a letter says ${JSON.stringify(name.slice(0, 40))} without a link`, () => {
    assert.equal(nameInLetter(name), said);
    assert.equal(nameInLetter(said), said);
  });

test("only what is ours stays a link in a letter", () => {
  const link = "https://site.example/x?token=y";
  assert.equal(letterText`To ${"evil.com"}: ${ours(link)}`, `To evil com: ${link}`);
});
