import { type Project, projectOf } from "../api/questions.ts";
import { type Known, type Question, useKnown } from "../api/resource.ts";

interface Latest<T> extends Known<T> {
  project: Project | undefined;
  /** The project has no report. */
  empty: boolean;
}

/** The newest report of a project, as the question asks for it, where the project says that there is one. */
export function useLatest<T>(projectId: string, question: Question<T>): Latest<T> {
  const { value: project, problem: unknown } = useKnown(projectOf(projectId));
  const state = useKnown(project?.latest_report_id ? question : null);
  const problem = state.problem ?? (project ? undefined : unknown);
  return {
    ...(state.value === undefined ? {} : { value: state.value }),
    ...(problem ? { problem } : {}),
    project,
    empty: project !== undefined && project.latest_report_id === null,
  };
}
