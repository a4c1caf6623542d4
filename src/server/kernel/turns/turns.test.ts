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

test("what somebody waits for goes first, and the rest goes on", () => {
  const turns = createTurns(1, () => 1);
  const begun: string[] = [];
  const take = (owner: string, name: string, awaited: boolean) =>
    turns.take(owner, () => void begun.push(name), awaited);
  for (const name of ["j1", "j2", "j3"]) take("a", name, false);
  for (const name of ["r1", "r2", "r3", "r4"]) take("b", name, true);
  take("a", "r5", true);
  for (const owner of "abababab") turns.end(owner);
  assert.deepEqual(begun, ["j1", "r1", "r5", "j2", "r2", "r3", "j3", "r4"]);
});

test("an owner has more places than one only while no other waits", () => {
  const turns = createTurns(3, (_owner, othersWait) => (othersWait ? 1 : 3));
  const begun: string[] = [];
  const take = (owner: string, name: string) => turns.take(owner, () => void begun.push(name));
  for (const name of ["a1", "a2", "a3", "a4"]) take("a", name);
  for (const name of ["b1", "b2"]) take("b", name);
  assert.deepEqual(begun, ["a1", "a2", "a3"]);
  for (const owner of ["a", "a", "b", "b"]) turns.end(owner);
  assert.deepEqual(begun, ["a1", "a2", "a3", "b1", "a4", "b2"]);
});

test("who came while another had its turn comes next, whatever that one had waiting", () => {
  const turns = createTurns(1, () => 1);
  const begun: string[] = [];
  for (const [owner, name] of ["a1", "a2", "a3", "b1"].map((name) => [name.charAt(0), name] as const))
    turns.take(owner, () => void begun.push(name));
  for (const owner of "aba") turns.end(owner);
  assert.deepEqual(begun, ["a1", "b1", "a2", "a3"]);
});
