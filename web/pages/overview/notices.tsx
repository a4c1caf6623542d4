import type { FullReport } from "../../api/questions.ts";
import { notices } from "../../words/notices.ts";

/** What makes the figures be about less than they seem to. */
export function Notices({ report }: { report: FullReport }) {
  const { providers, progress, surfaces, metrics, only_branded } = report;
  const silent = providers.filter(({ answers, answers_failed }) => answers === 0 && answers_failed > 0);
  const answering = providers.filter((each) => !silent.includes(each));
  return (
    <>
      {surfaces.includes("sandbox") && <p class="notice">{notices.sandbox}</p>}
      {only_branded && <p class="notice">{notices.onlyBranded}</p>}
      {silent.length > 0 ? (
        <p class="notice">
          {notices.assistantFailed(
            silent.map(({ provider }) => provider),
            answering.map(({ provider }) => provider),
          )}
        </p>
      ) : (
        report.status === "partial" &&
        report.stopped_because !== "person" && (
          <p class="notice">
            {notices.partial(progress.jobs_done, progress.jobs_total)}
            {notices.failed(metrics)}
          </p>
        )
      )}
      {report.stopped_because === "person" && <p class="notice">{notices.stopped(progress.jobs_done)}</p>}
    </>
  );
}
