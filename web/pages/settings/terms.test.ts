import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf, numberOf, rivalTerms, untilTerms } from "./terms.ts";

test("names are taken line by line, without blanks", () => {
  assert.deepEqual(linesOf(" Acme Inc \n\n  ACME\r\n"), ["Acme Inc", "ACME"]);
});

test("a number may be typed with a comma, and nothing is no number", () => {
  assert.deepEqual([numberOf("12,5"), numberOf(" 3 "), numberOf(""), numberOf("ten")], [12.5, 3, null, null]);
});

test("a competitor without a name is left out, and one without a domain has none", () => {
  const typed = [
    { name: " Bolt ", aliases: "Bolt CRM, , BoltCo", domain: "" },
    { name: " ", aliases: "x", domain: "y.example" },
  ];
  assert.deepEqual(rivalTerms(typed), [{ name: "Bolt", aliases: ["Bolt CRM", "BoltCo"] }]);
});

test("a run stops after so many times unless it is to stop by what it has shown", () => {
  assert.equal(untilTerms({ stop: "samples", points: "20", atMost: "9" }), null);
  assert.deepEqual(untilTerms({ stop: "width", points: "20", atMost: "" }), { width: 20 });
  assert.deepEqual(untilTerms({ stop: "change", points: "5", atMost: "400" }), { change: 5, atMost: 400 });
});
