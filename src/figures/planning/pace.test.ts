import assert from "node:assert/strict";
import { test } from "node:test";
import { minutesFor } from "./pace.ts";

test("an engine that may start little a minute takes as long as that allows", () => {
  assert.equal(minutesFor(120, [{ concurrency: 1_000, requestsPerMinute: 60 }]), 2);
});

test("an engine that answers few at once takes ten seconds for each round", () => {
  assert.equal(minutesFor(12, [{ concurrency: 2, requestsPerMinute: 1_000 }]), 1);
});

test("engines work side by side, so the slowest decides", () => {
  const fast = { concurrency: 1_000, requestsPerMinute: 1_000 };
  const slow = { concurrency: 1_000, requestsPerMinute: 10 };
  assert.equal(minutesFor(100, [fast, slow]), 10);
});
