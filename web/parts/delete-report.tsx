import { answerTo, api } from "../api/client.ts";
import { useDays } from "../api/days.ts";
import { everyReportOf } from "../api/page-questions.ts";
import { projectOf, type ReportListing } from "../api/questions.ts";
import { refresh, refreshProject } from "../api/resource.ts";
import { dateOf } from "../figures/report-order.ts";
import { Sure } from "../forms/sure-dialog.tsx";
import { deletion as words } from "../words/trends.ts";
import { EditorsOnly } from "./editors-only.tsx";

type Deletable = Pick<ReportListing, "id" | "project_id" | "measured_at" | "created_at" | "progress">;

interface DeleteReportProps {
  report: Deletable;
  /** What it is called where it stands among others. */
  name?: string;
  plain?: boolean;
  /** Once it is gone. */
  gone?(): void;
}

/** Deletes a report with its answers, after saying what goes; offered to those whose role may. */
export function DeleteReport({ report, name, plain = false, gone }: DeleteReportProps) {
  const { id: reportId, project_id: projectId, progress } = report;
  const day = useDays(projectId);
  const called = name ?? day(dateOf(report));

  async function remove() {
    await answerTo(() => api.DELETE("/reports/{reportId}", { params: { path: { reportId } } }));
    gone?.();
    await Promise.all([refresh(everyReportOf(projectId)), refresh(projectOf(projectId))]);
    void refreshProject(projectId);
  }

  return (
    <EditorsOnly>
      <Sure
        open={words.open}
        label={words.label(called)}
        title={words.title(called)}
        says={words.says(progress.jobs_done)}
        act={words.act}
        plain={plain}
        work={remove}
      />
    </EditorsOnly>
  );
}
