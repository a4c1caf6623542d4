import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { Observed, ObservedSignIn, OperatingFigures } from "./call-metrics.ts";
import { type EngineMetrics, engineMetrics } from "./engine-metrics.ts";
import { storeMetrics } from "./store-metrics.ts";

export interface MetricsRegistry extends EngineMetrics {
  registry: Registry;
  observe(event: Observed): void;
  observeSignIn(end: ObservedSignIn): void;
  /** Asks the store for its figures. */
  refresh(): Promise<void>;
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Includes event-loop lag, memory, garbage collection and handles. */
export function createRegistry(look: (() => Promise<OperatingFigures>) | null): MetricsRegistry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "overheard_" });
  const durations = new Histogram({
    name: "overheard_request_duration_seconds",
    help: "Duration of requests, by action, door and class of status.",
    labelNames: ["action", "door", "class"],
    buckets: seconds,
    registers: [registry],
  });
  const requests = new Counter({
    name: "overheard_requests_total",
    help: "Requests by action, door and status.",
    labelNames: ["action", "door", "status"],
    registers: [registry],
  });
  const signIns = new Counter({
    name: "overheard_sign_ins_total",
    help: "Attempts to sign in, by way and outcome.",
    labelNames: ["way", "outcome"],
    registers: [registry],
  });
  return {
    registry,
    observeSignIn: ({ way, outcome }) => signIns.inc({ way, outcome }),
    ...engineMetrics(registry),
    refresh: look ? storeMetrics(registry, look) : async () => undefined,
    observe({ action, door, status, seconds }) {
      durations.observe({ action, door, class: `${Math.floor(status / 100)}xx` }, seconds);
      requests.inc({ action, door, status });
    },
  };
}
