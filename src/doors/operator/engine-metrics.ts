import { Counter, Histogram, type Registry } from "prom-client";
import type { ObservedCall, ObservedSettled } from "./observed.ts";

const seconds = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128];

export interface EngineMetrics {
  observeCall(call: ObservedCall): void;
  observeSettled(ask: ObservedSettled): void;
}

/** Counts this process's engine calls (number, outcome, duration, cost) and the outcomes of asks. */
export function engineMetrics(registry: Registry): EngineMetrics {
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
  const settled = new Counter({
    name: "overheard_asks_settled_total",
    help: "Asks done with for good, by provider and outcome: answered, or why there is no answer.",
    labelNames: ["provider", "outcome"],
    registers,
  });
  return {
    observeCall({ provider, outcome, seconds, costUsd }) {
      calls.inc({ provider, outcome });
      cost.inc({ provider }, costUsd);
      durations.observe({ provider }, seconds);
    },
    observeSettled: ({ provider, outcome }) => settled.inc({ provider, outcome }),
  };
}
