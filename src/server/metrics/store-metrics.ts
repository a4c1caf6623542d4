import { Gauge, type Registry } from "prom-client";
import type { OperatingFigures } from "./call-metrics.ts";

/** Gauges of the store's figures, refreshed for each scrape. If the store does not answer, they keep their last values. */
export function storeMetrics(registry: Registry, look: () => Promise<OperatingFigures>): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const due = gauge("overheard_queue_due_jobs", "Due jobs that have not started, by queue.", ["queue"]);
  const oldest = gauge("overheard_queue_oldest_seconds", "How long the oldest of them has been due.", [
    "queue",
  ]);
  const overdue = gauge(
    "overheard_schedules_overdue",
    "Projects whose scheduled run is more than 15 minutes late.",
  );
  const spend = gauge("overheard_spend_usd", "This month in USD: spent, reserved, limit.", ["kind"]);
  return async () => {
    const figures = await look().catch(() => null);
    if (!figures) return;
    due.reset();
    oldest.reset();
    for (const { queue, due: jobs, oldestSeconds } of figures.queues) {
      due.set({ queue }, jobs);
      oldest.set({ queue }, oldestSeconds);
    }
    overdue.set(figures.overdueSchedules);
    const { spentUsd, reservedUsd, limitUsd } = figures.spend;
    spend.set({ kind: "spent" }, spentUsd);
    spend.set({ kind: "reserved" }, reservedUsd);
    spend.set({ kind: "limit" }, limitUsd);
  };
}
