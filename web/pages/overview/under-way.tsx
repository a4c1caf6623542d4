import { useEffect } from "preact/hooks";
import { reportPath } from "../../address.ts";
import { growingOf } from "../../api/page-questions.ts";
import type { ReportListing } from "../../api/questions.ts";
import { useKnown } from "../../api/resource.ts";
import { running } from "../../words/running.ts";

/** A run that goes on while the page shows the report before it: what is known so far, in one sentence. */
export function UnderWay({ run, ended: onEnd }: { run: ReportListing; ended(): void }) {
  const { value: report } = useKnown(run.type === "generated_content" ? null : growingOf(run.id));
  useEffect(() => {
    if (report?.terminal) onEnd();
  }, [report?.terminal]);
  return (
    <p class="notice calm" role="status">
      {report?.provisional
        ? report.headline
        : running.underWay(run.progress.jobs_done, run.progress.jobs_total)}{" "}
      <a href={reportPath(run.id)}>{running.watchRun}</a>
    </p>
  );
}
