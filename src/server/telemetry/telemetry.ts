import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { emptyResource, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Log } from "../kernel/log.ts";
import type { Tracing } from "../kernel/trace.ts";
import type { MetricFamily } from "../metrics/call-metrics.ts";
import { telling } from "./log-export-failures.ts";
import { metricDataOf } from "./metric-data.ts";
import { createTracing } from "./tracing.ts";

export interface TelemetrySettings {
  /** Base address of the collector; `/v1/traces` and `/v1/metrics` are below it. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** Share of traces that are recorded, 0 to 1. */
  share: number;
}

/** Sends to a collector; disposing of it sends what waits, for a second at most. */
export interface Telemetry extends AsyncDisposable {
  tracing: Tracing;
  /** From now on, sends these metrics every minute. */
  report(metrics: () => Promise<MetricFamily[]>): void;
}

const exportMs = 10_000;
const metricsEveryMs = 60_000;
const lastWordsMs = 1_000;

export function openTelemetry(
  { endpoint, headers, serviceName, share }: TelemetrySettings,
  { now, log, random = Math.random }: { now(): Date; log: Log; random?: () => number },
): Telemetry {
  const since = new Date(now().getTime() - 1000 * process.uptime());
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  const resource = resourceFromAttributes({
    ...{ "service.name": serviceName, "service.version": version, "service.instance.id": randomUUID() },
  });
  const to = (path: string) => ({ url: `${endpoint}${path}`, headers, timeoutMillis: exportMs });
  const sampler = new TraceIdRatioBasedSampler(share);
  // Whoever calls us may name a trace, but neither its flag nor its id decides whether it is recorded.
  const drawn: Sampler = {
    shouldSample: () => ({
      decision: random() < share ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `drawn: ${share}`,
  };
  const traces = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({
      ...{ root: sampler, remoteParentSampled: drawn, remoteParentNotSampled: drawn },
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: telling(new OTLPTraceExporter(to("/v1/traces")), "traces", log),
        exportTimeoutMillis: exportMs,
      }),
    ],
  });
  let meters: MeterProvider | null = null;
  return {
    tracing: createTracing(traces.getTracer(serviceName, version)),
    report(metrics) {
      const collect = async () => {
        const metricData = metricDataOf(await metrics(), since, now());
        const scope = { name: serviceName, version };
        return {
          resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope, metrics: metricData }] },
          errors: [],
        };
      };
      meters = new MeterProvider({
        resource,
        readers: [
          new PeriodicExportingMetricReader({
            exporter: telling(new OTLPMetricExporter(to("/v1/metrics")), "metrics", log),
            exportIntervalMillis: metricsEveryMs,
            exportTimeoutMillis: exportMs,
            metricProducers: [{ collect }],
          }),
        ],
      });
    },
    async [Symbol.asyncDispose]() {
      const shutdowns = Promise.allSettled([traces.shutdown(), meters?.shutdown()]);
      await Promise.race([shutdowns, pause(lastWordsMs, undefined, { ref: false })]);
    },
  };
}
