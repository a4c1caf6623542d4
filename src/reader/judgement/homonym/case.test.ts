import assert from "node:assert/strict";
import { test } from "node:test";
import { occurrenceIn } from "../../../../test/fixtures/occurrence.ts";
import { hasCapitalTwin, hasLowerTwin, isLowered, isLoweredWord } from "./case.ts";

test("a name is lowered where letters that it writes as capitals are small", () => {
  const lowered = (text: string, name: string) => {
    const { profile, surface } = occurrenceIn(text, name);
    return isLowered(profile, surface);
  };
  assert.equal(lowered("I buy it at jysk.", "JYSK"), true);
  assert.equal(lowered("I buy it at JYSK.", "JYSK"), false);
  assert.equal(lowered("ein Nur die von allen", "Nur Die"), true);
  assert.equal(lowered("I use notion.", "notion"), false);
});

test("in a language without a list of words a lowered name is a word, in English one that English has", () => {
  assert.equal(
    isLoweredWord(occurrenceIn("Det er en vind, der kommer fra havet og ikke er kold.", "Vind")),
    true,
  );
  assert.equal(isLoweredWord(occurrenceIn("The box is on the table in the hall.", "Box")), true);
  assert.equal(isLoweredWord(occurrenceIn("The best shop in the town is jysk.", "JYSK")), false);
  assert.equal(isLoweredWord(occurrenceIn("everything here is small, even the box", "Box")), false);
});

test("after an article that makes a noun of it, what English has no word for is a word too", () => {
  assert.equal(
    isLoweredWord(occurrenceIn("Never pay a zalqo more than half. It is the law.", "Zalqo")),
    true,
  );
  assert.equal(isLoweredWord(occurrenceIn("Never open a zalqo account. It is the law.", "Zalqo")), false);
});

test("the same word in lower case beside it, or with a capital in a sentence, is its twin", () => {
  assert.equal(hasLowerTwin(occurrenceIn("Bolt the door; a bolt is safe.", "Bolt")), true);
  assert.equal(hasLowerTwin(occurrenceIn("Bolt the door; bolted doors are safe.", "Bolt")), true);
  assert.equal(hasLowerTwin(occurrenceIn("Bolt is cheap; an unbolted door is not.", "Bolt")), false);
  assert.equal(hasCapitalTwin(occurrenceIn("Bolt is cheap, and we like Bolt.", "Bolt")), true);
  assert.equal(hasCapitalTwin(occurrenceIn("Bolt is cheap. Bolt is quick.", "Bolt")), false);
});
