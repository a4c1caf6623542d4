import assert from "node:assert/strict";
import { test } from "node:test";
import type { Brand } from "./brand.ts";
import { type ReadFor, readingDifferencesOf } from "./reading-difference.ts";

const brand = (name: string, more: Partial<Brand> = {}): Brand => ({
  name,
  aliases: [],
  domains: [],
  about: null,
  ...more,
});
const terms = (own: Brand, rivals: Brand[] = [], methodVersion = "1"): ReadFor => ({
  brands: { own, rivals },
  methodVersion,
});

const corrected = ({ brands: tracked, ...rest }: ReadFor): ReadFor => {
  const said = { brand: "Acme", counts: false, text: "Acme", before: "", after: "" };
  const corrections = [{ id: "a", ...said, place: { before: "", after: "" } }];
  return { ...rest, brands: { ...tracked, corrections } };
};

for (const [what, one, other, expected] of [
  [
    "the same in another order is the same",
    terms(brand("Acme", { aliases: ["A", "B"] }), [brand("Bolt"), brand("Cube")]),
    terms(brand("Acme", { aliases: ["B", "A"] }), [brand("Cube"), brand("Bolt")]),
    [],
  ],
  ["a further alias", terms(brand("Acme")), terms(brand("Acme", { aliases: ["A"] })), ["brand"]],
  ["what the brand sells", terms(brand("Acme")), terms(brand("Acme", { about: "CRM" })), ["brand"]],
  ["another domain", terms(brand("Acme")), terms(brand("Acme", { domains: ["a.example"] })), ["brand"]],
  ["a further rival", terms(brand("Acme")), terms(brand("Acme"), [brand("Bolt")]), ["rivals"]],
  [
    "an alias of a rival",
    terms(brand("Acme"), [brand("Bolt")]),
    terms(brand("Acme"), [brand("Bolt", { aliases: ["B"] })]),
    ["rivals"],
  ],
  ["a correction", terms(brand("Acme")), corrected(terms(brand("Acme"))), ["corrections"]],
  ["another method", terms(brand("Acme")), terms(brand("Acme"), [], "2"), ["method"]],
] as const) {
  test(`readings differ in ${expected.join() || "nothing"}: ${what}`, () => {
    assert.deepEqual(readingDifferencesOf(one, other), expected);
    assert.deepEqual(readingDifferencesOf(other, one), expected);
  });
}
