import type { Narrowed } from "../api/part-query.ts";
import type { FullReport } from "../api/questions.ts";
import { part as words } from "../words/part.ts";

/** Says what part of a report a page shows; nothing where it shows the whole. */
export function Only({ report, narrowed }: { report: Pick<FullReport, "metrics">; narrowed: Narrowed }) {
  const { tag, provider } = narrowed;
  if (!tag && !provider) return null;
  return <p class="sub">{words.only(report.metrics.prompts, tag, provider)}</p>;
}
