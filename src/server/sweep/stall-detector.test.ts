import assert from "node:assert/strict";
import { test } from "node:test";
import { observe, type Progress, type Running, stalledFor } from "./stall-detector.ts";

const minute = 60_000;
const one = (mark: string, agoMs = 0): Running => ({ id: "one", mark, agoMs });

/** The last of these passes, each with its minute. */
function after(passes: readonly (readonly [minutes: number, running: Running[]])[], trusted = false) {
  let note: Progress | null = null;
  for (const [minutes, running] of passes) note = observe(note, { now: minutes * minute, running, trusted });
  return [...stalledFor(note!, 30 * minute)];
}
const every5 = (until: number, running: (minutes: number) => Running[]) =>
  Array.from({ length: until / 5 + 1 }, (_, at) => [5 * at, running(5 * at)] as const);

test("what keeps its mark is still from the pass on that saw it first", () => {
  assert.deepEqual(after(every5(25, () => [one("a")])), []);
  assert.deepEqual(after(every5(30, () => [one("a")])), ["one"]);
  assert.deepEqual(after(every5(50, (at) => [one(at < 25 ? "a" : "b")])), []);
  assert.deepEqual(after(every5(55, (at) => [one(at < 25 ? "a" : "b")])), ["one"]);
});

test("what a clock says of when it moved counts only where nobody could have seen it, and is trusted", () => {
  const long = [one("a", 31 * minute)];
  assert.deepEqual(after([[0, long]], true), ["one"]);
  assert.deepEqual(after([[0, long]], false), []);
  assert.deepEqual(
    after(
      [
        [0, []],
        [5, long],
      ],
      true,
    ),
    [],
  );
  assert.deepEqual(after([[0, [one("a", -90 * minute)]], ...every5(30, () => [one("a")]).slice(1)], true), [
    "one",
  ]);
});

test("after a gap, or a jump of the store's clock, everything has its time anew", () => {
  const running = [one("a")];
  assert.deepEqual(after([...every5(25, () => running), [40, running]]), []);
  assert.deepEqual(after([[100, running], ...every5(25, () => running)]), []);
  assert.deepEqual(after([[100, running], ...every5(30, () => running)]), ["one"]);
});
