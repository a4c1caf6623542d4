import assert from "node:assert/strict";
import test from "node:test";
import { createEngineThrottle } from "./engine-throttle.ts";

function throttleAt(limits: { concurrency: number; requestsPerMinute: number }) {
  const clock = { now: 0 };
  return { clock, throttle: createEngineThrottle(limits, () => clock.now) };
}

test("an engine is asked no more questions at once than it takes", () => {
  const { throttle } = throttleAt({ concurrency: 2, requestsPerMinute: 100 });
  throttle.start();
  throttle.start();
  assert.equal(throttle.free(), 0);
  throttle.end();
  assert.equal(throttle.free(), 1);
});

test("no minute sees more questions started than the engine takes, wherever the minute begins", () => {
  const { clock, throttle } = throttleAt({ concurrency: 100, requestsPerMinute: 10 });
  const starts: number[] = [];
  for (clock.now = 0; clock.now < 300_000; clock.now += 1_000) {
    for (let free = Math.min(3, throttle.free()); free > 0; free -= 1) {
      throttle.start();
      throttle.end();
      starts.push(clock.now);
    }
  }
  for (const from of starts) {
    assert.ok(starts.filter((at) => at >= from && at < from + 60_000).length <= 10);
  }
  assert.equal(starts.length, 50);
});

test("an engine that asks for a pause gets it", () => {
  const { clock, throttle } = throttleAt({ concurrency: 2, requestsPerMinute: 100 });
  throttle.pause(5_000);
  throttle.pause(1_000);
  clock.now = 4_999;
  assert.equal(throttle.free(), 0);
  clock.now = 5_000;
  assert.equal(throttle.free(), 2);
});

test("why an engine waits is said, and until when: for its minute, or for a pause, never for calls under way", () => {
  const { clock, throttle } = throttleAt({ concurrency: 2, requestsPerMinute: 3 });
  throttle.start();
  throttle.start();
  assert.deepEqual([throttle.free(), throttle.waits()], [0, null]);
  throttle.end();
  throttle.end();
  clock.now = 1_000;
  throttle.start();
  throttle.end();
  assert.deepEqual(throttle.waits(), { reason: "calls_per_minute", until: 60_000 });
  throttle.pause(70_000);
  assert.deepEqual(throttle.waits(), { reason: "vendor_asked", until: 71_000 });
  clock.now = 71_000;
  assert.equal(throttle.waits(), null);
});
