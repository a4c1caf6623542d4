import assert from "node:assert/strict";
import test from "node:test";
import { createModelTimeout } from "./model-timeout.ts";

const engine = { organizationId: "one", provider: "chatgpt", model: "gpt-1" } as const;
const bounds = { leastMs: 30_000, mostMs: 90_000 };

const after = (times: readonly (number | null)[]): number => {
  const patience = createModelTimeout(bounds);
  for (const ms of times) patience.note(engine, ms);
  return patience.of(engine);
};

const calls = (many: number, ms: number | null) => Array.from({ length: many }, () => ms);

test("a call is waited for as long as the setting says while fewer than 400 are known", () => {
  assert.equal(after([]), 90_000);
  assert.equal(after(calls(399, 1_000)), 90_000);
});

test("then twice as long as all but one in two hundred take, and half a minute at least", () => {
  assert.equal(after(calls(400, 20_000)), 40_000);
  assert.equal(after(calls(400, 1_000)), 30_000);
  assert.equal(after([...calls(398, 20_000), 80_000, 80_000]), 40_000);
  assert.equal(after([...calls(390, 20_000), ...calls(10, 40_000)]), 80_000);
  assert.equal(after(calls(400, 70_000)), 90_000);
});

test("calls that were given up have not ended: where there are many, nothing is usual", () => {
  assert.equal(after([...calls(398, 20_000), null, null]), 40_000);
  assert.equal(after([...calls(390, 20_000), ...calls(10, null)]), 90_000);
});

test("old calls are forgotten, and each model has its own", () => {
  assert.equal(after([...calls(500, 40_000), ...calls(2_000, 18_000)]), 36_000);
  const patience = createModelTimeout(bounds);
  for (const ms of calls(400, 20_000)) patience.note(engine, ms);
  assert.equal(patience.of({ ...engine, model: "gpt-2" }), 90_000);
});

test("the quick calls of one organization say nothing of how long another's are waited for", () => {
  const patience = createModelTimeout(bounds);
  for (const ms of calls(2_000, 3_000)) patience.note(engine, ms);
  assert.equal(patience.of(engine), 30_000);
  const other = { ...engine, organizationId: "other" };
  assert.equal(patience.of(other), 90_000);
  for (const ms of calls(400, 40_000)) patience.note(other, ms);
  assert.deepEqual([patience.of(other), patience.of(engine)], [80_000, 30_000]);
});
