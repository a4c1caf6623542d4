import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { groupsOf } from "./group.ts";

/** The groups of an answer's blocks, numbered as they first come. */
const groups = (text: string): number[] => groupsOf(parseAnswer(text).blocks);

test("items of one list are one group", () => {
  assert.deepEqual(groups("1. Acme\n2. Bolt\n3. Cube\n"), [1, 1, 1]);
});

test("a list that begins anew is another group", () => {
  const [first, second, , fourth] = groups("1. Acme\n2. Bolt\n\nAnd cheaper:\n\n1. Cube\n2. Dash\n");
  assert.equal(first, second);
  assert.notEqual(fourth, first);
});

test("an inner list is not the outer one", () => {
  const [outer, inner, again] = groups("- Acme\n  - quiet\n- Bolt\n");
  assert.equal(outer, again);
  assert.notEqual(inner, outer);
});
