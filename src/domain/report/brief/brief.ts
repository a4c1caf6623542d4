import type { Project } from "../../project/project.ts";
import type { Timeframe } from "../../project/timeframe.ts";
import type { PromptRef } from "../metrics/prompt-score.ts";
import type { SourceDomain } from "../metrics/sources.ts";
import type { ScoredReport } from "../report.ts";
import type { Change } from "../uncertainty/change.ts";
import { type NextAction, nextActions } from "./action.ts";
import { type CompetitorSignal, competitorSignal, trendSentence } from "./sentence.ts";

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

/** What an agency tells its client, each sentence true to its figures. The same facts make the same brief. */
export interface Brief {
  /** The trend in one sentence. */
  trend: string;
  /** The rival to watch; null where no rival is named. */
  competitorSignal: CompetitorSignal | null;
  citedDomains: SourceDomain[];
  losingPrompts: PromptRef[];
  /** Three, the most urgent first. */
  nextActions: NextAction[];
}

const mostDomains = 10;

export function briefOf(facts: BriefFacts): Brief {
  const { scored } = facts;
  const signal = competitorSignal(facts.brand, scored);
  return {
    trend: trendSentence(facts),
    competitorSignal: signal,
    citedDomains: scored.sources.domains.slice(0, mostDomains),
    losingPrompts: scored.losingPrompts,
    nextActions: nextActions(facts, signal),
  };
}
