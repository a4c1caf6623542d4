import assert from "node:assert/strict";
import { test } from "node:test";
import { occurrenceIn } from "../../../../test/fixtures/occurrence.ts";
import { judgePersonOrPlace } from "./person-or-place.ts";

const rows: readonly (readonly [text: string, name: string, isOther: boolean])[] = [
  ["He wears a blazer by J. Press.", "Press", true],
  ["Mr. Zalqor wrote the manual.", "Zalqor", true],
  ["Robert Zalqor founded the firm.", "Zalqor", true],
  ["Günther Zalqor gründete die Firma.", "Zalqor", true],
  ["Основал её Сергей Залкор.", "Залкор", true],
  ["Robert Zalqor AG stellt Bohrer her.", "Zalqor", false],
  ["We met Oscar Piastri in the bar.", "Oscar", true],
  ["They grew up in Timpson, Texas.", "Timpson", true],
  ["The shops of Zalqora, Texas, are closed.", "Zalqora", false],
  ["The depot was in Bata, Equatorial Guinea, near the port.", "Bata", true],
  ["We compared Churchill, Aviva and Hastings.", "Churchill", false],
  ["Turn left at Zalqor Road.", "Zalqor", true],
  ["The drill by Zalqor is good.", "Zalqor", false],
  ["Compare Oscar Bronze and Kaiser.", "Oscar", false],
  ["1. Zalqor Avenue bag", "Avenue", false],
  ["As for plan B. Zalqor is cheaper.", "Zalqor", false],
];
for (const [text, name, isOther] of rows)
  test(`${name} is ${isOther ? "a person or place" : "not told to be one"} in “${text}”`, () => {
    assert.equal(judgePersonOrPlace(occurrenceIn(text, name)) !== null, isOther);
  });
