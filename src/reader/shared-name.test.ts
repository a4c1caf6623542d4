import assert from "node:assert/strict";
import { test } from "node:test";
import type { Brand, TrackedBrands } from "./brand.ts";
import { compileReader, readAnswer } from "./read.ts";
import { sharedNames } from "./shared-name.ts";

const brand = (name: string, ...aliases: string[]): Brand => ({ name, aliases, domains: [], about: null });
const tracking = (own: Brand, ...rivals: Brand[]): TrackedBrands => ({ own, rivals });

for (const [what, tracked, text, counted, shared] of [
  [
    "an alias of the brand that is a rival's name counts for the rival",
    tracking(brand("Zenith", "Boltix"), brand("Boltix")),
    "Boltix is fine.",
    "Boltix",
    [{ brand: 0, alias: 0, countsFor: 1 }],
  ],
  [
    "a rival's alias that is the brand's name counts for the brand",
    tracking(brand("Zenith"), brand("Boltix", "ZENITH")),
    "Zenith is fine.",
    "Zenith",
    [{ brand: 1, alias: 0, countsFor: 0 }],
  ],
  [
    "an alias of both counts for the brand",
    tracking(brand("Zenith", "Quex"), brand("Boltix", "quex")),
    "Quex is fine.",
    "Zenith",
    [{ brand: 1, alias: 0, countsFor: 0 }],
  ],
  [
    "an alias of two rivals counts for the first of them",
    tracking(brand("Zenith"), brand("Boltix", "Quex"), brand("Dunex", "Other", "Quex")),
    "Quex is fine.",
    "Boltix",
    [{ brand: 2, alias: 1, countsFor: 1 }],
  ],
  [
    "names that are one but for a space are one",
    tracking(brand("DemandIQ"), brand("Demand IQ")),
    "Demand IQ is fine.",
    "DemandIQ",
    [{ brand: 1, alias: null, countsFor: 0 }],
  ],
  [
    "a name as given goes before a short form of another",
    tracking(brand("Zenith Inc."), brand("Boltix", "Zenith")),
    "Zenith is fine.",
    "Boltix",
    [],
  ],
  [
    "names of symbols only",
    tracking(brand("Zenith", "***"), brand("***")),
    "The *** is fine.",
    "***",
    [{ brand: 0, alias: 0, countsFor: 1 }],
  ],
] as const) {
  test(what, () => {
    assert.deepEqual(sharedNames(tracked), shared);
    const reading = readAnswer(compileReader(tracked), { text, citations: [], prompt: "best one?" });
    assert.deepEqual(
      reading.mentions.map(({ name }) => name),
      [counted],
    );
    const others = new Set(reading.notCounted.map(({ name, rule }) => `${rule} ${name}`));
    assert.equal(others.size, 1, [...others].join());
    assert.match([...others][0]!, /^shared_name /);
  });
}

test("of two names that differ in an accent, each counts for the brand that writes it so", () => {
  const tracked = tracking(brand("Solea"), brand("Soléa", "Zalqora"), brand("Solèa", "Zalqóra", "Solea"));
  assert.deepEqual(sharedNames(tracked), [{ brand: 2, alias: 1, countsFor: 0 }]);
  const reading = (text: string) =>
    readAnswer(compileReader(tracked), { text, citations: [], prompt: "best one?" }).mentions.map(
      ({ name }) => name,
    );
  assert.deepEqual(reading("Soléa is fine."), ["Soléa"]);
  assert.deepEqual(reading("Solèa is fine."), ["Solèa"]);
  assert.deepEqual(reading("Zalqóra is fine."), ["Solèa"]);
  assert.deepEqual(reading("Solea is fine."), ["Solea"]);
});

test("an alias takes nothing from a name that differs in an accent", () => {
  const tracked = tracking(brand("Zenith", "Soléa"), brand("Solea"));
  assert.deepEqual(sharedNames(tracked), [{ brand: 0, alias: 0, countsFor: 1 }]);
});

test("two names of one brand that are spelled alike share nothing", () => {
  assert.deepEqual(sharedNames(tracking(brand("Zenith", "zenith", "ZENITH"), brand("Boltix"))), []);
});
