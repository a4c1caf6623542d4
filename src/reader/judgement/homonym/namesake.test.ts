import assert from "node:assert/strict";
import { test } from "node:test";
import { occurrenceIn } from "../../../../test/fixtures/occurrence.ts";
import { judgeNamesake } from "./namesake.ts";

const rows: readonly (readonly [text: string, name: string, isOther: boolean])[] = [
  ["The menswear shop Burton has nothing to do with it.", "Burton", true],
  ["Не путайте оператора с одноимённым заводом «Контур».", "Контур", true],
  ["Nicht zu verwechseln mit dem gleichnamigen Kaufhaus Globus in Zürich.", "Globus", true],
  ["Das gleichnamige Unternehmen Porsche entstand 1931 in Stuttgart.", "Porsche", false],
  ["Her namesake brand Zalqor sells bags.", "Zalqor", false],
  ["Burton has nothing to do with the shop.", "Burton", false],
  ["Burton makes boards, and nothing else is as light.", "Burton", false],
  ["Ask Burton. It has nothing to do with the shop.", "Burton", false],
];
for (const [text, name, isOther] of rows)
  test(`${name} is ${isOther ? "" : "not "}said to be something else in “${text}”`, () => {
    assert.equal(judgeNamesake(occurrenceIn(text, name)) !== null, isOther);
  });
