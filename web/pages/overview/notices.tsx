import type { FullReport } from "../../api/questions.ts";
import { overview } from "../../words.ts";

/** What makes the figures be about less than they seem to. */
export function Notices({ report }: { report: FullReport }) {
  const { providers, progress, surfaces, metrics } = report;
  const silent = providers.filter(({ answers, answers_failed }) => answers === 0 && answers_failed > 0);
  const answering = providers.filter((each) => !silent.includes(each));
  return (
    <>
      {surfaces.includes("sandbox") && <p class="notice">{overview.sandbox}</p>}
      {silent.length > 0 ? (
        <p class="notice">
          {overview.assistantFailed(
            silent.map(({ provider }) => provider),
            answering.map(({ provider }) => provider),
          )}
        </p>
      ) : (
        report.status === "partial" &&
        report.stopped_because !== "person" && (
          <p class="notice">{overview.partial(metrics.answers, progress.jobs_total)}</p>
        )
      )}
      {report.stopped_because === "person" && <p class="notice">{overview.stopped(progress.jobs_done)}</p>}
    </>
  );
}
