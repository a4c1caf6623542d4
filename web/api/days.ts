import { type DayForm, dayIn } from "../figures/time.ts";
import { projectOf } from "./questions.ts";
import { useKnown } from "./resource.ts";

/** Says days in the time zone of a project, as its brief and its shared pages do; nothing until the project is known. */
export function useDays(projectId: string): (at: string, form?: DayForm) => string {
  const { value: project } = useKnown(projectOf(projectId));
  return (at, form = "day") => (project ? dayIn(project.timezone, at, form) : "");
}
