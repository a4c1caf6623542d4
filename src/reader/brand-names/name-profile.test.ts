import assert from "node:assert/strict";
import { test } from "node:test";
import { profileOf } from "./name-profile.ts";

const profile = (name: string, about: string | null = null, aliases: string[] = []) =>
  profileOf(name, { name, aliases, domains: [], about });

test("a name that is a word is doubtful, one that only its capitals could spell is not", () => {
  assert.equal(profile("Bolt").doubtful, true);
  assert.equal(profile("HubSpot").plain, true);
  assert.equal(profile("Zalqora").plain, true);
});

test("where it is known what is sold, a strange single word is weighed as well", () => {
  assert.equal(profile("Zalqora", "running shoes").doubtful, true);
  assert.equal(profile("HubSpot", "running shoes").doubtful, false);
});

test("letters, abbreviations and codes are told apart", () => {
  assert.equal(profile("X").letter, true);
  assert.equal(profile("HP").abbreviation, true);
  assert.equal(profile("A1").code, true);
  assert.equal(profile("Ikea").code, false);
});

test("what is sold is compared in English, whatever language it is told in", () => {
  assert.ok(profile("Corona", "cerveza").sold.words.has("beer"));
  assert.ok(profile("Rewe", "Supermärkte; supermarkets").sold.words.has("supermarkets"));
  assert.equal(profile("Acme").comparable, false);
});

test("the name itself says nothing of what is sold", () => {
  assert.equal(profile("Acme Shoes", "Acme Shoes").sold.stems.has("acme"), false);
});
