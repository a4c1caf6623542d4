import type { Project } from "../../project/project.ts";
import type { Timeframe } from "../../project/timeframe.ts";
import type { ScoredReport } from "../report.ts";
import type { Change } from "../uncertainty/change.ts";

/** What a brief is made of: the newest report of a project, and how it compares with the one before. */
export interface BriefFacts {
  brand: string;
  /** The brand's own domains. */
  domains: readonly string[];
  project: Pick<Project, "samples" | "schedule" | "promptCount" | "timezone">;
  scored: ScoredReport;
  /** The answers were made up. */
  sandbox: boolean;
  /** RFC 3339: when the newest answer was given. */
  measuredAt: string;
  timeframe: Timeframe;
  /** The report is from before the timeframe. */
  outside: boolean;
  /** Against the report before; null without one that can be compared. */
  change: Change | null;
}
