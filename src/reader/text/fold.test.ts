import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { foldedKey, foldWithOffsets } from "./fold.ts";

for (const [a, b] of [
  ["Totême", "toteme"],
  ["ＨｕｂＳｐｏｔ", "hubspot"],
  ["Demand-IQ", "demand iq"],
  ["Hub\u200bSpot", "HubSpot"],
  ["Straße", "STRASSE"],
  ["İstanbul", "istanbul"],
  ["Пятёрочка", "пятерочка"],
  ["الرّاجحي", "الراجحي"],
  ["삼성", "삼성".normalize("NFD")],
  ["ｿﾆｰ", "ソニー"],
  ["𝐀𝐜𝐦𝐞", "acme"],
] as const) {
  test(`${a} and ${b} are spellings of one name`, () => assert.equal(foldedKey(a), foldedKey(b)));
}

for (const [a, b] of [
  ["Acme", "Аcme"],
  ["AT&T", "ATT"],
  ["C++", "C"],
  ["น้ำ", "นา"],
] as const) {
  test(`${a} and ${b} are not spellings of one name`, () => assert.notEqual(foldedKey(a), foldedKey(b)));
}

test("every folded unit knows which characters of the text it came from", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const { units, starts, ends } = foldWithOffsets(text);
      assert.equal(units.length, starts.length);
      for (let at = 0; at < units.length; at++) {
        const [start, end] = [starts[at] as number, ends[at] as number];
        assert.ok(start < end && end <= text.length);
        assert.ok(at === 0 || start >= (starts[at - 1] as number));
        assert.ok(foldWithOffsets(text.slice(start, end)).units.includes(units[at] as number));
      }
    }),
  );
});
