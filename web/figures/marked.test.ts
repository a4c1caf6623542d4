import assert from "node:assert/strict";
import { test } from "node:test";
import { placesOf, stretchesOf } from "./marked.ts";

const evidence = (start: number, end: number) => ({ start, end, rule: "name", uncertain: false });
const read = {
  mentions: [
    { name: "Bolt", is_own_brand: false, evidence: [evidence(9, 13)] },
    { name: "Acme", is_own_brand: true, evidence: [evidence(0, 4)] },
  ],
  not_counted: [
    { name: "Acme", ...evidence(2, 6) },
    { name: "Acme", ...evidence(14, 18) },
  ],
};

test("places stand in the order of the text, and a counted one is not hidden by one that was not", () => {
  assert.deepEqual(
    placesOf(read).map(({ start, kind }) => [start, kind]),
    [
      [0, "own"],
      [9, "rival"],
      [14, "not"],
    ],
  );
});

test("the stretches of an answer are the answer", () => {
  const answer = "Acme and Bolt acme <script>";
  const stretches = stretchesOf(answer, placesOf(read));
  assert.equal(stretches.map(({ text }) => text).join(""), answer);
  assert.deepEqual(
    stretches.map((stretch) => ("place" in stretch ? stretch.number : 0)),
    [1, 0, 2, 0, 3, 0],
  );
});
