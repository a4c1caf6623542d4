import { useLocation } from "preact-iso";
import { answersPath } from "../../address.ts";
import type { FullReport, Project } from "../../api/questions.ts";
import { inTime } from "../../figures/time.ts";
import { EditorsOnly } from "../../parts/editors-only.tsx";
import { Share } from "../../parts/share.tsx";
import { assistant, colophon, unknown } from "../../words.ts";
import { isImported } from "./imported.ts";

/** What the figures rest on, in small. */
export function Colophon({ report, project }: { report: FullReport; project: Project | undefined }) {
  const { metrics, providers, cost_usd } = report;
  const { query } = useLocation();
  const branded = report.branded?.answers ?? 0;
  // Of all calls, like those of each assistant.
  const failed = metrics.answers_failed + (report.branded?.answers_failed ?? 0);
  const imported = isImported(report);
  const cost = cost_usd === null ? (imported ? colophon.imported : unknown) : `$${cost_usd.toFixed(2)}`;
  const nextRun = project?.next_run_at ?? null;
  return (
    <footer class="sec">
      <dl class="colo">
        <div>
          <dt>{colophon.answers}</dt>
          <dd>
            <a href={answersPath(report.project_id, query)}>{metrics.answers}</a>
            {colophon.to(metrics.prompts)}
            {branded > 0 && colophon.branded(branded)}
            {failed > 0 && colophon.failed(failed)}
          </dd>
        </div>
        <div>
          <dt>{colophon.assistants}</dt>
          <dd>
            {providers
              .map(({ provider, answers, answers_blank: blank }) => {
                return `${assistant(provider)} ${answers}${blank > 0 ? colophon.blank(blank) : ""}`;
              })
              .join(", ")}
          </dd>
        </div>
        <div>
          <dt>{colophon.cost}</dt>
          <dd>{cost}</dd>
        </div>
        {(nextRun || !imported) && (
          <div>
            <dt>{colophon.next}</dt>
            <dd>{nextRun ? inTime(nextRun, "weekday") : colophon.unscheduled}</dd>
          </div>
        )}
        <div>
          <dt>{colophon.hand}</dt>
          <dd>
            {project && (
              <EditorsOnly>
                <Share projectId={project.id} />,{" "}
              </EditorsOnly>
            )}
            <button type="button" class="link" onClick={() => window.print()}>
              {colophon.print}
            </button>
          </dd>
        </div>
      </dl>
    </footer>
  );
}
