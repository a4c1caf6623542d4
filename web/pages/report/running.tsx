import type { Report } from "../../api/questions.ts";
import { inTime } from "../../figures/time.ts";
import { assistantNames } from "../../words/assistant-names.ts";
import { report as words } from "../../words/rows.ts";

/** A run as it goes, or one that came to nothing. */
export function Running({ report }: { report: Report }) {
  const { jobs_done, jobs_failed, jobs_total } = report.progress;
  const over = report.terminal;
  return (
    <section class="running">
      <h1 class="plain">{over ? words.noFigures : words.progress(jobs_done, jobs_total)}</h1>
      {!over && (
        <progress
          value={jobs_done}
          max={Math.max(1, jobs_total)}
          aria-label={words.statuses[report.status]}
        />
      )}
      {report.waiting?.map((wait) => (
        <p class="notice" key={wait.provider}>
          {words.waiting(
            assistantNames[wait.provider] ?? wait.provider,
            wait.reason,
            inTime(wait.until, "time"),
          )}
        </p>
      ))}
      {report.failure && <p class="notice">{report.failure.message}</p>}
      {jobs_failed > 0 && <p class="sub">{words.failedCalls(jobs_failed)}</p>}
    </section>
  );
}
