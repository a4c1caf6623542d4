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
