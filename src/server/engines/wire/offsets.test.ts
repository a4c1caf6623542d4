import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { byteSpans, codePointSpans } from "./offsets.ts";

const text = fc.string({
  unit: fc.constantFrom("a", "é", "索", "🎧", ".", " "),
  minLength: 1,
  maxLength: 60,
});
const cut = fc.tuple(fc.nat(59), fc.nat(59));

function pieces(whole: string, [a, b]: readonly [number, number]) {
  const points = [...whole];
  const start = Math.min(a, b) % points.length;
  const end = Math.max(start + 1, Math.min(Math.max(a, b), points.length));
  return { before: points.slice(0, start).join(""), within: points.slice(start, end).join(""), start, end };
}

test("a span in code points is found in UTF-16", () => {
  fc.assert(
    fc.property(text, cut, (whole, at) => {
      const { before, within, start, end } = pieces(whole, at);
      const span = codePointSpans(whole)(start, end, null);
      assert.deepEqual(span, { start: before.length, end: before.length + within.length });
    }),
  );
});

test("a span in bytes is found in UTF-16", () => {
  fc.assert(
    fc.property(text, cut, (whole, at) => {
      const { before, within } = pieces(whole, at);
      const start = Buffer.byteLength(before);
      const span = byteSpans(whole)(start, start + Buffer.byteLength(within));
      assert.deepEqual(span, { start: before.length, end: before.length + within.length });
    }),
  );
});

test("UTF-16 offsets are believed where the cited page stands there", () => {
  const url = "https://a.example/";
  const whole = `🎧🎧🎧 Sony. (${url})`;
  const start = whole.indexOf("(");
  assert.deepEqual(codePointSpans(whole)(start, whole.length, url), { start, end: whole.length });
});

for (const [start, end] of [
  [-1, 2],
  [2, 2],
  [3, 1],
  [0, 99],
  ["0", 2],
  [0.5, 2],
  [null, undefined],
  [0, Number.MAX_VALUE],
]) {
  test(`${start} to ${end} is no span of a text of four`, () => {
    assert.equal(codePointSpans("abcd")(start, end, null), null);
    assert.equal(byteSpans("abé")(start, end), null);
  });
}
