import { type Timeframe, timeframeStart } from "../../figures/days/timeframe.ts";
import type { ProjectContext } from "../api/context.ts";
import { reportMark } from "./report-mark.ts";

/** What the newest report of the saved prompts is told from within a timeframe that ends at this moment; null if there is none. */
export async function latestMark(
  { db, caller, now, project }: Pick<ProjectContext, "db" | "caller" | "now" | "project">,
  { timeframe = "30d" }: { timeframe?: Timeframe },
): Promise<string | null> {
  const at = now();
  const window = { from: timeframeStart(timeframe, at), now: at };
  return (
    project.latestReportId && reportMark(db, caller, project.latestReportId, { answers: false, ...window })
  );
}
