import type { Span, Tracing } from "../kernel/trace.ts";
import type { ClaimedJob } from "./claims.ts";
import type { Traced } from "./queue.ts";

const idNames = {
  projectId: "overheard.project_id",
  reportId: "overheard.report_id",
  refreshId: "overheard.refresh_id",
  recordId: "overheard.crawl_record_id",
} as const;

/** Runs the work of a claimed job in a span that belongs to what queued the job, in this process or another. */
export function jobSpan<T>(
  tracing: Tracing,
  { queue, id, data, lapses }: ClaimedJob<Traced>,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const ids = Object.entries(idNames).flatMap(([name, attribute]) => {
    const value = (data as Record<string, unknown>)[name];
    return typeof value === "string" ? [[attribute, value] as const] : [];
  });
  const values = {
    ...{ "overheard.queue": queue, "overheard.job_id": id, "overheard.lapses": lapses },
    ...Object.fromEntries(ids),
  };
  return tracing.span({ name: `job ${queue}`, kind: "job", parent: data.trace ?? null, values }, work);
}
