import assert from "node:assert/strict";
import test from "node:test";
import { createTurns } from "./turns.ts";

test("one owner has its part at most, and owners who wait go round", () => {
  const turns = createTurns(3, (owner) => (owner === "jobs" ? 3 : 2));
  const begun: string[] = [];
  const take = (owner: string, name: string) => turns.take(owner, () => void begun.push(name));
  for (const number of [1, 2, 3, 4]) take("a", `a${number}`);
  assert.deepEqual([begun, turns.waiting("a")], [["a1", "a2"], 2]);
  take("b", "b1");
  take("b", "b2");
  take("jobs", "j1");
  assert.deepEqual(begun, ["a1", "a2", "b1"]);
  for (const owner of ["a", "a", "b", "a"]) turns.end(owner);
  assert.deepEqual(begun, ["a1", "a2", "b1", "a3", "b2", "j1", "a4"]);
});

test("whoever leaves the line is not called, and whoever is called cannot leave it", () => {
  const turns = createTurns(1, () => 1);
  const begun: string[] = [];
  const first = turns.take("a", () => void begun.push("first"));
  const second = turns.take("a", () => void begun.push("second"));
  turns.take("a", () => void begun.push("third"));
  assert.deepEqual([first(), second(), second()], [false, true, false]);
  turns.end("a");
  assert.deepEqual(begun, ["first", "third"]);
});
