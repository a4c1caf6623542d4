import type { MetricFamily, Observed, ObservedSignIn, OperatingFigures } from "./call-metrics.ts";
import type { EngineMetrics } from "./engine-metrics.ts";
import type { MetricsRegistry } from "./metrics-registry.ts";

/** Counts what passes through `perform`, for Prometheus. */
export interface Metrics extends EngineMetrics {
  observe(event: Observed): void;
  observeSignIn(end: ObservedSignIn): void;
  /** Loads the counting modules early, so that nobody waits for them later. */
  load(): Promise<void>;
  /** All metrics in Prometheus's text format. */
  read(): Promise<{ contentType: string; text: string }>;
  /** The same in a form for exporters. */
  families(): Promise<MetricFamily[]>;
}

const keptAtMost = 1_000;

/** Where nobody reads them: counting would wake an idle process many times a second. */
export const noMetrics: Metrics = {
  observe: () => undefined,
  observeSignIn: () => undefined,
  observeCall: () => undefined,
  observeSettled: () => undefined,
  load: async () => undefined,
  read: async () => ({ contentType: "text/plain", text: "" }),
  families: async () => [],
};

/** The counting code is eighty modules, which the start need not wait for: until they are loaded, calls are queued. */
export function createMetrics(look: (() => Promise<OperatingFigures>) | null = null): Metrics {
  const early: Observed[] = [];
  let opened: Promise<MetricsRegistry> | null = null;
  let observe = (event: Observed): void => {
    early.push(event);
    if (early.length >= keptAtMost) void open();
  };

  const open = () =>
    (opened ??= import("./metrics-registry.ts").then(({ createRegistry }) => {
      const registry = createRegistry(look);
      for (const event of early.splice(0)) registry.observe(event);
      observe = registry.observe;
      return registry;
    }));

  return {
    observe: (event) => observe(event),
    // Whoever signs in does not wait for it.
    observeSignIn: (end) => void open().then((registry) => registry.observeSignIn(end)),
    // An engine call takes seconds: it can wait for the modules.
    observeCall: (call) => void open().then((registry) => registry.observeCall(call)),
    observeSettled: (ask) => void open().then((registry) => registry.observeSettled(ask)),
    load: async () => void (await open()),
    async families() {
      const { registry, refresh } = await open();
      await refresh();
      return (await import("./metric-families.ts")).familiesOf(registry);
    },
    async read() {
      const { registry, refresh } = await open();
      await refresh();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
