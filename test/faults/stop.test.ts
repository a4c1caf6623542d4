import assert from "node:assert/strict";
import test from "node:test";
import { stores } from "../stores.ts";
import { faultCycles, repeatedTooOften } from "./fault-cycles.ts";
import { brokenPromises } from "./kill-cycles.ts";

const server = stores.find(({ name }) => name === "PostgreSQL")!;

test("PostgreSQL: while one of two processes stands still nobody is asked again, and every report ends", {
  skip: server.skip,
  timeout: 180_000,
}, async (t) => {
  const outcome = await faultCycles({
    databaseUrl: (await server.open(t)).connectionString!,
    faults: 1,
    // Longer than a dead process keeps its claims, and than an answer takes.
    fault: { kind: "stop", forMs: () => 14_000 },
    answerMs: () => 6_000,
    concurrency: 10,
    // Both have calls under way.
    asksBetween: 15,
    reports: 2,
    // Beside other work this shows that they end at all; the benchmark holds them to a minute.
    deadlineMs: 120_000,
  });
  assert.deepEqual(
    [...brokenPromises(outcome), ...repeatedTooOften(outcome, 0)],
    [],
    JSON.stringify(outcome),
  );
});
