import assert from "node:assert/strict";
import { test } from "node:test";
import { createOwnThrottles } from "./own-throttles.ts";

const limits = { concurrency: 4, requestsPerMinute: 100 };

test("an organization that is full or paused is passed over, and the others have their own room", () => {
  let now = 0;
  const throttles = createOwnThrottles(limits, () => now);
  assert.deepEqual(throttles.look(), { room: 4, full: [] });
  for (let calls = 0; calls < 4; calls++) throttles.of("a").start();
  assert.deepEqual(throttles.look(), { room: 4, full: ["a"] });
  for (let calls = 0; calls < 3; calls++) throttles.of("b").start();
  assert.deepEqual(throttles.look(), { room: 1, full: ["a"] }, "no claim can overfill any of them");
  throttles.of("b").pause(1_000);
  assert.deepEqual(throttles.look(), { room: 4, full: ["a", "b"] });
  now = 1_000;
  throttles.of("a").end();
  assert.deepEqual(throttles.look(), { room: 1, full: [] });
});

test("throttles in which nothing is under way are forgotten, those that are paused or in use are not", () => {
  let now = 0;
  const throttles = createOwnThrottles(limits, () => now);
  throttles.of("paused").pause(1e9);
  for (let each = 0; each < 5_000; each++) {
    const throttle = throttles.of(`idle ${each}`);
    throttle.start();
    throttle.end();
    now += 10;
  }
  now += 60_000;
  for (let calls = 0; calls < 4; calls++) throttles.of("in use").start();
  assert.deepEqual(throttles.look(), { room: 4, full: ["paused", "in use"] });
});
