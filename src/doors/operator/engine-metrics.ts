import { Counter, Histogram, type Registry } from "prom-client";
import type { ObservedCall } from "./observed.ts";

const seconds = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128];

/** Counts the calls of engines by this process: how many, how they ended, how long they took and what they cost. */
export function engineMetrics(registry: Registry): (call: ObservedCall) => void {
  const registers = [registry];
  const calls = new Counter({
    name: "overheard_engine_calls_total",
    help: "Calls of engines by provider and outcome: answered, failed, again (it is tried again), stopped.",
    labelNames: ["provider", "outcome"],
    registers,
  });
  const cost = new Counter({
    name: "overheard_engine_cost_usd_total",
    help: "What answered calls have cost, in USD, by provider.",
    labelNames: ["provider"],
    registers,
  });
  const durations = new Histogram({
    name: "overheard_engine_seconds",
    help: "How long calls of engines took, by provider.",
    labelNames: ["provider"],
    buckets: seconds,
    registers,
  });
  return ({ provider, outcome, seconds, costUsd }) => {
    calls.inc({ provider, outcome });
    cost.inc({ provider }, costUsd);
    durations.observe({ provider }, seconds);
  };
}
