import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { createIdlePace } from "./idle-pace.ts";

/** How often a loop of 100 ms, or 1,000 ms at rest, runs in each of these spans, before which `change` is called. */
function runsIn(
  spans: readonly { ms: number; change?: (pace: ReturnType<typeof createIdlePace>) => void }[],
) {
  mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  const pace = createIdlePace(() => now);
  let runCount = 0;
  const countRun = (): void => {
    runCount += 1;
  };
  const loop = { soon: countRun, busy: () => false, idle: async () => undefined };
  const timers = pace.repeat([{ loop, usual: 100, seldom: 1_000 }]);
  const counts = spans.map(({ ms, change }) => {
    const before = runCount;
    change?.(pace);
    for (let passed = 0; passed < ms; passed += 50) {
      now += 50;
      mock.timers.tick(50);
    }
    return runCount - before;
  });
  timers[Symbol.dispose]();
  mock.timers.tick(1_000);
  assert.equal(
    runCount,
    counts.reduce((sum, count) => sum + count, 0),
  );
  mock.timers.reset();
  return counts;
}

test("loops run seldom while nothing is to be done, and often from then on", () => {
  const spans = [
    { ms: 1_000 },
    { ms: 4_000, change: (pace) => pace.rest(4_000) },
    { ms: 1_000 },
  ] as const satisfies Parameters<typeof runsIn>[0];
  assert.deepEqual(runsIn(spans), [10, 4, 10]);
});

test("whoever has something to do ends the rest", () => {
  assert.deepEqual(
    runsIn([
      { ms: 500, change: (pace) => pace.rest(60_000) },
      { ms: 500, change: (pace) => pace.stir() },
    ]),
    [0, 5],
  );
});
