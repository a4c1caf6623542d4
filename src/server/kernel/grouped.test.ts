import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped } from "./grouped.ts";

test("what is asked while a group is under way is in the next one, at most so many", async () => {
  const groups: number[][] = [];
  const double = grouped(3, async (numbers: readonly number[]) => {
    groups.push([...numbers]);
    await new Promise(setImmediate);
    return numbers.map((number) => 2 * number);
  });
  const first = double(1);
  await new Promise(setImmediate);
  assert.deepEqual(await Promise.all([first, ...[2, 3, 4, 5].map(double)]), [2, 4, 6, 8, 10]);
  assert.deepEqual(groups, [[1], [2, 3, 4], [5]]);
  assert.equal(await double(6), 12);
});

test("one that fails does so by itself, and the others of its group are done", async () => {
  const check = grouped(10, async (numbers: readonly number[]) => {
    if (numbers.includes(3)) throw new RangeError("three");
    return numbers;
  });
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(check));
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["fulfilled", "fulfilled", "rejected", "fulfilled"],
  );
});

test("what comes in one turn of the event loop is done together", async () => {
  const groups: number[][] = [];
  const double = grouped(3, async (numbers: readonly number[]) => {
    groups.push([...numbers]);
    return numbers.map((number) => 2 * number);
  });
  const first = double(1);
  await Promise.resolve();
  assert.deepEqual(await Promise.all([first, double(2)]), [2, 4]);
  assert.deepEqual(groups, [[1, 2]]);
});
