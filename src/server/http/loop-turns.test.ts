import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createLoopTurns } from "./loop-turns.ts";

/** Holds the thread. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test("who comes alone begins at once", () => {
  const beginInTurn = createLoopTurns();
  let isBegun = false;
  beginInTurn("a", () => {
    isBegun = true;
  });
  assert.ok(isBegun);
});

test("one network's many requests begin a few at a time, in their order, and another's goes between them", async () => {
  const beginInTurn = createLoopTurns();
  const begun: string[] = [];
  const take = (network: string, name: string) =>
    beginInTurn(network, () => {
      work(2);
      begun.push(name);
    });
  const names = Array.from({ length: 20 }, (_, index) => `a${index}`);
  for (const name of names) take("a", name);
  const atOnce = begun.length;
  take("b", "b");
  await nextTurn();
  assert.ok(atOnce < 5, `${atOnce} began at once`);
  assert.ok(begun.indexOf("b") >= 0 && begun.indexOf("b") <= atOnce + 1, begun.join());
  while (begun.length < 21) await nextTurn();
  assert.deepEqual(
    begun.filter((name) => name !== "b"),
    names,
  );
});
