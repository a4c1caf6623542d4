import assert from "node:assert/strict";
import { test } from "node:test";
import { competitorsOf } from "../../projects/project-terms.ts";
import { competitorBy } from "./competitor-terms.ts";

const rivals = competitorsOf(
  [
    { name: "AC/DC", domain: "acdc.com" },
    { name: "Nestlé", domain: "www.nestle.com" },
    { name: "北京" },
    { name: "bolt-2" },
    { name: "Bolt" },
    { name: "Bolt!" },
    { name: ".." },
    { name: "100%2F" },
    { name: "dune.example" },
    { name: "Dune", domain: "dune.example" },
  ],
  "Acme",
  () => {},
);

for (const [term, name] of [
  ["AC/DC", "AC/DC"],
  ["ac-dc", "AC/DC"],
  ["acdc.com", "AC/DC"],
  ["ACDC.COM", "AC/DC"],
  ["https://acdc.com/", "AC/DC"],
  ["Nestle\u0301", "Nestlé"],
  ["NESTLÉ", "Nestlé"],
  ["nestle", "Nestlé"],
  ["Ｎｅｓｔｌé", "Nestlé"],
  ["北京", "北京"],
  ["bolt-2", "bolt-2"],
  ["bolt", "Bolt"],
  ["Bolt!", "Bolt!"],
  ["..", ".."],
  ["100%2F", "100%2F"],
  ["100/", undefined],
  ["dune.example", "dune.example"],
  ["nestle.com", undefined],
  ["com", undefined],
  ["Acme", undefined],
  ["constructor", undefined],
] as const) {
  test(`${JSON.stringify(term)} is ${name ?? "no rival"}`, () => {
    assert.equal(competitorBy(rivals, term)?.name, name);
  });
}
