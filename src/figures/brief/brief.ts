import type { SourceDomain } from "../metrics/cited-domain.ts";
import type { PromptRef } from "../metrics/prompt-score.ts";
import { type NextAction, nextActions } from "./action.ts";
import type { BriefFacts } from "./facts.ts";
import { type CompetitorSignal, competitorSignal, trendSentence } from "./sentence.ts";

/** What an agency tells its client, each sentence true to its figures. The same facts always make the same brief. */
export interface Brief {
  /** The trend in one sentence. */
  trend: string;
  /** The rival to watch; null if no rival is named. */
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
