import assert from "node:assert/strict";
import { test } from "node:test";
import { assistantHealth, healthAfter } from "./assistant-health.ts";

const told = (reports: readonly [answered: number, failed: number][]) => {
  let state: string | null = null;
  return reports.map(([answered, failed]) => {
    const after = healthAfter(state, { provider: "chatgpt", answered, failed, code: null });
    state = after.state;
    return after.tells;
  });
};

test("an assistant that stops answering is told of once, and once that it answers again", () => {
  assert.deepEqual(
    told([
      [9, 0],
      [0, 9],
      [0, 9],
      [9, 0],
      [9, 0],
    ]),
    [null, "failing", null, "recovered", null],
  );
});

test("one failed call says nothing, two reports after each other do", () => {
  assert.deepEqual(
    told([
      [0, 1],
      [1, 0],
      [0, 1],
      [0, 1],
    ]),
    [null, null, null, "failing"],
  );
});

test("an assistant that answers some of its calls neither fails nor recovers", () => {
  assert.deepEqual(
    told([
      [1, 9],
      [0, 9],
      [2, 8],
      [0, 9],
      [5, 5],
    ]),
    [null, "failing", null, null, "recovered"],
  );
});

test("calls that were never made are not the assistant's", () => {
  const call = (status: "ok" | "failed", errorCode: string | null) => ({
    provider: "chatgpt" as const,
    status,
    errorCode,
  });
  assert.deepEqual(
    assistantHealth(["spend_bound", "project_spend_bound", "cancelled"].map((code) => call("failed", code))),
    [],
  );
  assert.deepEqual(
    assistantHealth([
      call("ok", null),
      call("failed", "timeout"),
      call("failed", "bad_key"),
      call("failed", "bad_key"),
    ]),
    [{ provider: "chatgpt", answered: 1, failed: 3, code: "bad_key" }],
  );
});
