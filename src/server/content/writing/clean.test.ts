import assert from "node:assert/strict";
import test from "node:test";
import { cutText, withoutHidden, withoutTraps } from "./clean.ts";

for (const [what, text, expected] of [
  ["zero-width letters", "a\u200bb\u2060c\ufeffd\u00ade", "abcde"],
  ["bidi marks", "a\u202eb\u2066c\u200fd", "abcd"],
  ["Unicode tags", "a\u{e0001}\u{e0041}\u{e007f}b", "ab"],
  ["variation selectors that carry data", "a\ufe01\u{e0101}\u{e01ef}b", "ab"],
  ["control characters", "a\u0000\u0007\u001b[0m\u009fb", "a[0mb"],
  ["fillers that look like nothing", "a\u3164\uffa0\u115f\u1160b", "ab"],
  ["private letters", "a\ue000\u{f0000}b", "ab"],
  ["halves of letters", "a\ud83db", "a\ufffdb"],
  ["joiners that join nothing", "a\u200db\u200cc", "abc"],
  ["joiners that join emoji", "👩‍💻 👩🏽‍💻 ❤️ 🏳️‍🌈", "👩‍💻 👩🏽‍💻 ❤️ 🏳️‍🌈"],
  ["joiners that join letters", "می‌خواهم क्‍ष", "می‌خواهم क्‍ष"],
  ["line breaks of any kind", "a\r\nb\rc\u2028d\te", "a\nb\nc\nd\te"],
] as const)
  test(`what nobody sees goes, what joins and breaks stays: ${what}`, () => {
    assert.equal(withoutHidden(text), expected);
  });

for (const [what, text, expected] of [
  ["images", "a ![b](https://x.example/y) c ![d][e] f ![g]", "a  c  f "],
  ["images in images", "![![a](b)](c) !![d](e)", "](c) !"],
  ["comments, closed or not", "a <!-- b --> c <!-- d", "a  c "],
  ["long encoded runs", `a ${"QUJD".repeat(16)}== b`, "a … b"],
  [
    "nothing else",
    "See [prices](https://acme.example/p) and <b>!",
    "See [prices](https://acme.example/p) and <b>!",
  ],
] as const)
  test(`what hides instructions goes: ${what}`, () => assert.equal(withoutTraps(text), expected));

for (const [text, most, expected] of [
  ["short", 10, "short"],
  ["one two three", 9, "one two…"],
  ["one, two three", 6, "one…"],
  ["abcdefghij", 5, "abcd…"],
  ["😀😀😀😀", 3, "😀😀…"],
] as const)
  test(`“${text}” within ${most} letters is “${expected}”`, () =>
    assert.equal(cutText(text, most), expected));

test("the time to clean a text grows with its length and nothing else", () => {
  for (const piece of ["!", "![", "<!--", "<!-- -", "A", "\u200d", "👩‍", "![a](", "![a]["]) {
    const started = process.cpuUsage().user;
    withoutTraps(piece.repeat(Math.floor(100_000 / piece.length)));
    assert.ok((process.cpuUsage().user - started) / 1_000 < 5_000, piece);
  }
});
