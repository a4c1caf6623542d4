import assert from "node:assert/strict";
import test from "node:test";
import { createLane } from "./lane.ts";

function laneAt(limits: { concurrency: number; requestsPerMinute: number }) {
  const clock = { now: 0 };
  return { clock, lane: createLane(limits, () => clock.now) };
}

test("an engine is asked no more questions at once than it takes", () => {
  const { lane } = laneAt({ concurrency: 2, requestsPerMinute: 100 });
  lane.start();
  lane.start();
  assert.equal(lane.free(), 0);
  lane.end();
  assert.equal(lane.free(), 1);
});

test("no minute sees more questions started than the engine takes, wherever the minute begins", () => {
  const { clock, lane } = laneAt({ concurrency: 100, requestsPerMinute: 10 });
  const starts: number[] = [];
  for (clock.now = 0; clock.now < 300_000; clock.now += 1_000) {
    for (let free = Math.min(3, lane.free()); free > 0; free -= 1) {
      lane.start();
      lane.end();
      starts.push(clock.now);
    }
  }
  for (const from of starts) {
    assert.ok(starts.filter((at) => at >= from && at < from + 60_000).length <= 10);
  }
  assert.equal(starts.length, 50);
});

test("an engine that asks for a pause gets it", () => {
  const { clock, lane } = laneAt({ concurrency: 2, requestsPerMinute: 100 });
  lane.pause(5_000);
  lane.pause(1_000);
  clock.now = 4_999;
  assert.equal(lane.free(), 0);
  clock.now = 5_000;
  assert.equal(lane.free(), 2);
});
