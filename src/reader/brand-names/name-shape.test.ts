import assert from "node:assert/strict";
import { test } from "node:test";
import { isLowerCase, isUpperCase, type Shape, shapeOf } from "./name-shape.ts";

const shapes: [word: string, shape: Shape][] = [
  ["acme", "lower"],
  ["Acme", "title"],
  ["ACME", "upper"],
  ["AcmePay", "mixed"],
  ["iPhone", "mixed"],
  ["A", "title"],
  ["Évian", "title"],
  ["Сбербанк", "title"],
  ["7-eleven", "lower"],
  ["京东", "uncased"],
  ["1-2-3", "uncased"],
];

for (const [word, shape] of shapes)
  test(`${word} is written ${shape}`, () => {
    assert.equal(shapeOf(word), shape);
  });

test("a letter without case is neither lower nor upper", () => {
  assert.deepEqual(
    [isLowerCase("京"), isUpperCase("京"), isLowerCase("7"), isUpperCase("7")],
    Array(4).fill(false),
  );
  assert.deepEqual([isLowerCase("ß"), isUpperCase("É")], [true, true]);
});
