import { ValueType } from "@opentelemetry/api";
import { AggregationTemporality, DataPointType, type MetricData } from "@opentelemetry/sdk-metrics";
import type { MetricFamily } from "../metrics/call-metrics.ts";

/** Seconds and nanoseconds since 1970. */
type Time = [number, number];

export const timeOf = (at: Date): Time => [Math.floor(at.getTime() / 1000), (at.getTime() % 1000) * 1e6];

/** What `/metrics` says in OTLP's terms, under the same names; counters and histograms count since `since`. */
export function metricDataOf(families: readonly MetricFamily[], since: Date, now: Date): MetricData[] {
  const [startTime, endTime] = [timeOf(since), timeOf(now)];
  return families.flatMap((family): MetricData[] => {
    const descriptor = {
      ...{ name: family.name, description: family.help, unit: "", valueType: ValueType.DOUBLE },
    };
    const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
    if (family.kind === "histogram")
      return [
        {
          ...common,
          dataPointType: DataPointType.HISTOGRAM,
          dataPoints: family.points.map(({ labels, bounds, counts, sum, count }) => ({
            ...{ startTime, endTime, attributes: labels },
            value: { buckets: { boundaries: bounds, counts }, sum, count },
          })),
        },
      ];
    const dataPoints = family.points.map(({ labels, value }) => ({
      ...{ startTime, endTime, attributes: labels, value },
    }));
    return family.kind === "counter"
      ? [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }]
      : [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints }];
  });
}
