import assert from "node:assert/strict";
import test from "node:test";
import { createPace } from "./pace.ts";

const busyFor = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

test("a hundred pieces of work come in their order and leave time for others", async () => {
  const pace = createPace();
  const done: number[] = [];
  let others = 0;
  const other = setInterval(() => others++, 1);
  await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      pace(() => {
        busyFor(2);
        done.push(index);
      }),
    ),
  );
  clearInterval(other);
  assert.deepEqual(done, [...Array(100).keys()]);
  assert.ok(others >= 10);
});

test("a piece that fails fails alone", async () => {
  const pace = createPace();
  const outcomes = await Promise.allSettled([
    pace(() => 1),
    pace(() => {
      throw new Error("this one");
    }),
    pace(() => 3),
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
});
