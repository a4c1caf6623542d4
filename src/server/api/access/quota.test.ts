import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { openPlans, standardPlans } from "./plan.ts";
import { billingOf, periodAt } from "./quota.ts";

for (const [anchor, now, start, end] of [
  [
    "2026-01-15T09:00:00.000Z",
    "2026-01-15T09:00:00.000Z",
    "2026-01-15T09:00:00.000Z",
    "2026-02-15T09:00:00.000Z",
  ],
  [
    "2026-01-15T09:00:00.000Z",
    "2026-02-15T08:59:59.999Z",
    "2026-01-15T09:00:00.000Z",
    "2026-02-15T09:00:00.000Z",
  ],
  [
    "2026-01-15T09:00:00.000Z",
    "2026-02-15T09:00:00.000Z",
    "2026-02-15T09:00:00.000Z",
    "2026-03-15T09:00:00.000Z",
  ],
  [
    "2026-01-31T00:00:00.000Z",
    "2026-02-27T00:00:00.000Z",
    "2026-01-31T00:00:00.000Z",
    "2026-02-28T00:00:00.000Z",
  ],
  [
    "2026-01-31T00:00:00.000Z",
    "2026-03-01T00:00:00.000Z",
    "2026-02-28T00:00:00.000Z",
    "2026-03-31T00:00:00.000Z",
  ],
  [
    "2024-01-31T00:00:00.000Z",
    "2024-02-29T12:00:00.000Z",
    "2024-02-29T00:00:00.000Z",
    "2024-03-31T00:00:00.000Z",
  ],
  [
    "2024-02-29T00:00:00.000Z",
    "2025-03-01T00:00:00.000Z",
    "2025-02-28T00:00:00.000Z",
    "2025-03-29T00:00:00.000Z",
  ],
  [
    "2025-12-31T23:00:00.000Z",
    "2026-01-01T00:00:00.000Z",
    "2025-12-31T23:00:00.000Z",
    "2026-01-31T23:00:00.000Z",
  ],
] as const) {
  test(`contract/requests: a plan of ${anchor} is at ${now} in the period from ${start}`, () => {
    assert.deepEqual(periodAt(anchor, new Date(now)), { start, end });
  });
}

test("every moment is in exactly one period, and periods follow each other", () => {
  const time = fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(time, time, (a, b) => {
      const [anchor, now] = a < b ? [a, b] : [b, a];
      const { start, end } = periodAt(anchor.toISOString(), now);
      assert.ok(new Date(start) <= now && now < new Date(end));
      assert.equal(periodAt(anchor.toISOString(), new Date(end)).start, end);
    }),
  );
});

test("what is left is never less than nothing, and unlimited is null", () => {
  const period = { start: "2026-01-01T00:00:00.000Z", end: "2026-02-01T00:00:00.000Z" };
  const used = { visibility: 25, content: 1, readiness: 0 };
  const who = { plan: "free", planStatus: "active" } as const;
  const { visibility, content } = billingOf(who, standardPlans, period, used).quotas;
  assert.deepEqual(visibility, {
    limit: 20,
    used: 25,
    remaining: 0,
    unit: "prompt_runs",
    resets_at: period.end,
  });
  assert.deepEqual(
    [content.remaining, billingOf(who, openPlans, period, used).quotas.visibility.remaining],
    [2, null],
  );
});
