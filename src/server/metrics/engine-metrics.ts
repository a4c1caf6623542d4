import { Counter, Histogram, type Registry } from "prom-client";
import type { ObservedCall, ObservedSettled } from "./call-metrics.ts";

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
    help: "Calls to assistants by provider and outcome: answered, failed, again (it is retried), stopped.",
    labelNames: ["provider", "outcome"],
    registers,
  });
  const cost = new Counter({
    name: "overheard_engine_cost_usd_total",
    help: "Cost of answered calls in USD, by provider.",
    labelNames: ["provider"],
    registers,
  });
  const durations = new Histogram({
    name: "overheard_engine_seconds",
    help: "Duration of calls to assistants, by provider.",
    labelNames: ["provider"],
    buckets: seconds,
    registers,
  });
  const settled = new Counter({
    name: "overheard_asks_settled_total",
    help: "Settled questions to assistants, by provider and outcome: answered, or why there is no answer.",
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
