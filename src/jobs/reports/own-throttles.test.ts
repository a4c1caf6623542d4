import assert from "node:assert/strict";
import { test } from "node:test";
import { createOwnLanes } from "./own-lanes.ts";

const limits = { concurrency: 4, requestsPerMinute: 100 };

test("an organization that is full or paused is passed over, and the others have their own room", () => {
  let now = 0;
  const lanes = createOwnLanes(limits, () => now);
  assert.deepEqual(lanes.look(), { room: 4, full: [] });
  for (let calls = 0; calls < 4; calls++) lanes.laneOf("a").start();
  assert.deepEqual(lanes.look(), { room: 4, full: ["a"] });
  for (let calls = 0; calls < 3; calls++) lanes.laneOf("b").start();
  assert.deepEqual(lanes.look(), { room: 1, full: ["a"] }, "no claim can overfill any of them");
  lanes.laneOf("b").pause(1_000);
  assert.deepEqual(lanes.look(), { room: 4, full: ["a", "b"] });
  now = 1_000;
  lanes.laneOf("a").end();
  assert.deepEqual(lanes.look(), { room: 1, full: [] });
});

test("lanes in which nothing is under way are forgotten, those that are paused or in use are not", () => {
  let now = 0;
  const lanes = createOwnLanes(limits, () => now);
  lanes.laneOf("paused").pause(1e9);
  for (let each = 0; each < 5_000; each++) {
    const lane = lanes.laneOf(`idle ${each}`);
    lane.start();
    lane.end();
    now += 10;
  }
  now += 60_000;
  for (let calls = 0; calls < 4; calls++) lanes.laneOf("in use").start();
  assert.deepEqual(lanes.look(), { room: 4, full: ["paused", "in use"] });
});
