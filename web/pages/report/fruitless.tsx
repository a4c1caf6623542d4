import type { Report } from "../../api/questions.ts";
import { report as words } from "../../words/rows.ts";

/** A run that came to nothing. */
export function Fruitless({ report }: { report: Report }) {
  const { jobs_failed } = report.progress;
  return (
    <section class="running">
      <h1 class="plain">{words.noFigures}</h1>
      {report.failure && <p class="notice">{report.failure.message}</p>}
      {jobs_failed > 0 && <p class="sub">{words.failedCalls(jobs_failed)}</p>}
    </section>
  );
}
