import type { Registry } from "prom-client";
import type { HistogramPoint, MetricFamily } from "./call-metrics.ts";

interface Sample {
  labels: Record<string, string | number>;
  value: number;
  metricName?: string;
}

/** The registry's metrics in a form for exporters. */
export async function familiesOf(registry: Registry): Promise<MetricFamily[]> {
  const families = await registry.getMetricsAsJSON();
  return families.flatMap(({ name, help, type, values }): MetricFamily[] => {
    const kind = type as unknown as string;
    const samples = values as Sample[];
    if (kind === "histogram") return [{ kind, name, help, points: histogramPoints(name, samples) }];
    if (kind !== "counter" && kind !== "gauge") return [];
    return [{ kind, name, help, points: samples.map(({ labels, value }) => ({ labels, value })) }];
  });
}

/** Prometheus counts what is at most each bound; here each count is that of one bucket alone. */
function histogramPoints(name: string, samples: readonly Sample[]): HistogramPoint[] {
  const groups = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  return [...groups.values()].map((group) => {
    const buckets = group
      .filter(({ metricName }) => metricName === `${name}_bucket`)
      .map(({ labels: { le }, value }) => ({ bound: le === "+Inf" ? Infinity : Number(le), value }))
      .sort((one, other) => one.bound - other.bound);
    const total = (part: string) =>
      group.find(({ metricName }) => metricName === `${name}_${part}`)?.value ?? 0;
    const { le: _, ...labels } = group[0]!.labels;
    return {
      labels,
      bounds: buckets.map(({ bound }) => bound).filter(Number.isFinite),
      counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
      sum: total("sum"),
      count: total("count"),
    };
  });
}
