import type { Narrowed } from "../api/part-query.ts";
import { type FullReport, latestReport, type Project, projectOf } from "../api/questions.ts";
import { type Known, useKnown } from "../api/resource.ts";

interface Latest extends Known<FullReport> {
  project: Project | undefined;
  /** The project has no report. */
  empty: boolean;
}

/** The newest report of a project, or of a part of its answers; it is asked for where the project says that there is one. */
export function useLatest(projectId: string, narrowed?: Narrowed): Latest {
  const { value: project, problem: unknown } = useKnown(projectOf(projectId));
  const state = useKnown(project?.latest_report_id ? latestReport(projectId, narrowed) : null);
  const problem = state.problem ?? (project ? undefined : unknown);
  return {
    ...(state.value ? { value: state.value } : {}),
    ...(problem ? { problem } : {}),
    project,
    empty: project !== undefined && project.latest_report_id === null,
  };
}
