import assert from "node:assert/strict";
import { test } from "node:test";
import { claim, patternsOf } from "./name-pattern.ts";

function spellings(name: string, aliases: string[] = [], domains: string[] = []): string[] {
  return patternsOf({ own: { name, aliases, domains, about: null }, rivals: [] }).map(({ key }) => key);
}

for (const [name, spelling] of [
  ["Acme Tools Inc.", "acmetools"],
  ["The Acme Works", "acmeworks"],
  ["Bang & Olufsen", "bangundolufsen"],
  ["Marks and Spencer", "marks&spencer"],
  ["Disney+", "disneyplus"],
  ["Müller", "mueller"],
  ["Ιανός", "ιανου"],
  ["Booking.com", "bookingcom"],
] as const)
  test(`${name} is also looked for as "${spelling}"`, () => {
    assert.ok(spellings(name).includes(spelling), spellings(name).join(" "));
  });

test("a domain is a name only where it has the name in it", () => {
  assert.ok(spellings("Acme", [], ["acme-tools.com"]).includes("acmetoolscom"));
  assert.ok(!spellings("Acme", [], ["holding.example"]).includes("holdingexample"));
});

test("a name as given has the best claim on its spelling", () => {
  const patterns = patternsOf({
    own: { name: "Acme Inc.", aliases: ["Akme"], domains: [], about: null },
    rivals: [],
  });
  const claims = new Map(patterns.map(({ key, claim: of }) => [key, of]));
  assert.equal(claims.get("acmeinc"), claim.name);
  assert.equal(claims.get("akme"), claim.alias);
  assert.equal(claims.get("acme"), claim.formOfName);
});

/** Names that an "&" gives many spellings. */
const manyNames = Array.from({ length: 21 }, (_, brand) => {
  const names = Array.from(
    { length: 21 },
    (_, at) =>
      `The ä${Array.from({ length: 12 }, (_, word) => `${"abcdefghijkl"[word]}ö${word}`).join(" & ")} ${brand}k${at} Inc`,
  );
  return { name: names[0]!, aliases: names.slice(1), domains: [], about: null };
});

test("hundreds of long names, all with ampersands, make a few spellings each, and all are looked for", () => {
  const [own, ...rivals] = manyNames;
  const patterns = patternsOf({ own: own!, rivals });
  const given = manyNames.reduce(
    (sum, { name, aliases }) => [name, ...aliases].reduce((of, { length }) => of + length, sum),
    0,
  );
  const letters = patterns.reduce((sum, { units }) => sum + units.length, 0);
  assert.ok(letters < 5 * given, `${letters} of ${given}`);
  const asGiven = patterns.filter(({ claim: of }) => of === claim.name || of === claim.alias);
  assert.equal(asGiven.length, 21 * 21);
});

test("a name has all its spellings beside many others, before their aliases", () => {
  const [own, ...rivals] = manyNames;
  const marks = { name: "Marks & Spencer", aliases: [], domains: [], about: null };
  const patterns = patternsOf({ own: own!, rivals: [...rivals, marks] });
  assert.ok(patterns.some(({ key }) => key === "marksandspencer"));
});

test("a realistic project of many names has room for every spelling", () => {
  const brandOf = (at: number) => ({
    name: `Brand ${at} & Sons`,
    aliases: Array.from({ length: 10 }, (_, of) => `Brand ${at} & Daughters ${of}`),
    domains: [],
    about: null,
  });
  const patterns = patternsOf({
    own: brandOf(0),
    rivals: Array.from({ length: 20 }, (_, at) => brandOf(at + 1)),
  });
  assert.ok(patterns.some(({ key }) => key === "brand20unddaughters9"));
});
