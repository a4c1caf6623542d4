import type { Provider } from "../../reader/provider.ts";
import type { AssistantMove } from "../comparison.ts";
import type { Timeframe } from "../days/timeframe.ts";
import type { ScoredReport } from "../report.ts";
import type { Change } from "../uncertainty/change.ts";
import type { Done } from "./done.ts";

/** What a brief is made from: a project's newest report, and how it compares with the one before. */
export interface BriefFacts {
  brand: string;
  /** The brand's own domains. */
  domains: readonly string[];
  /** How it is measured; `timezone` is an IANA name. */
  project: { samples: number; schedule: "off" | "daily" | "weekly"; promptCount: number; timezone: string };
  scored: ScoredReport;
  /** The answers were made up. */
  sandbox: boolean;
  /** The part of the answers that it is over; absent: all. */
  part?: { tag: string | null; provider: Provider | null };
  /** RFC 3339: when the newest answer was given. */
  measuredAt: string;
  timeframe: Timeframe;
  /** The report is older than the timeframe. */
  outside: boolean;
  /** Compared with the previous report; null if there is none to compare with. */
  change: Change | null;
  /** Assistants that moved by more than noise since the previous report, the largest move first. */
  moved: readonly AssistantMove[];
  /** What was done to be named more often, newest first. */
  done: readonly Done[];
}
