import type { MeasuredAnswer } from "../../answer/answer.ts";
import type { TrackedBrands } from "../../project/brand.ts";
import { byText } from "../../text/order.ts";
import { isMore, moreFirst } from "../uncertainty/interval.ts";
import type { Metrics } from "./metric-table.ts";
import { promptMetrics } from "./score.ts";
import type { Tally } from "./tally.ts";

/** How one prompt went for the brand and its rivals. */
export interface PromptScore {
  promptKey: string;
  prompt: string;
  intent: string | null;
  branded: boolean;
  metrics: Metrics;
  /** The most visible rival on this prompt; null if none is named. */
  bestCompetitor: string | null;
  /** Its visibility score; 0 if none is named. */
  bestCompetitorVisibility: number;
}

/** A prompt in a list of those won or lost. */
export interface PromptRef {
  promptKey: string;
  prompt: string;
  appearanceRate: number;
  /** Answers to it, and how many of them name the brand. */
  answers: number;
  mentions: number;
  bestCompetitor: string | null;
}

/** One score per prompt of the tally, in its order; the answers are those tallied. */
export function promptScores(
  ordered: readonly MeasuredAnswer[],
  tracked: TrackedBrands,
  tally: Tally,
): PromptScore[] {
  const firstOf = new Map<string, MeasuredAnswer>();
  for (const answer of ordered) if (!firstOf.has(answer.promptKey)) firstOf.set(answer.promptKey, answer);
  const visible = (brand: number, at: number) => tally.brands[brand]!.ratios.visibility.y[at]!;
  return tally.promptKeys.map((promptKey, at) => {
    const { prompt, intent, branded } = firstOf.get(promptKey)!;
    let best = 0;
    for (let rival = 1; rival < tally.brands.length; rival += 1) {
      if (isMore(visible(rival, at), best === 0 ? 0 : visible(best, at))) best = rival;
    }
    return {
      promptKey,
      prompt,
      intent,
      branded,
      metrics: promptMetrics(tally, at),
      bestCompetitor: best === 0 ? null : tracked.rivals[best - 1]!.name,
      bestCompetitorVisibility: best === 0 ? 0 : visible(best, at) / tally.answers[at]!,
    };
  });
}

/** The most prompts that a list of those won or lost has. */
export const mostListed = 5;

/** Up to five prompts on which the brand is more visible than every rival, by its lead. */
export function winningPrompts(scores: readonly PromptScore[]): PromptRef[] {
  return listed(
    scores.filter((score) => isMore(lead(score), 0)),
    (a, b) => moreFirst(lead(a), lead(b)),
  );
}

/** Up to five prompts on which a rival is more visible or no answer names the brand, by how far it is behind. */
export function losingPrompts(scores: readonly PromptScore[]): PromptRef[] {
  return listed(
    scores.filter(
      (score) => isMore(0, lead(score)) || (score.metrics.answers > 0 && score.metrics.mentions === 0),
    ),
    (a, b) => moreFirst(lead(b), lead(a)),
  );
}

const lead = ({ metrics, bestCompetitorVisibility }: PromptScore): number =>
  (metrics.visibilityScore ?? 0) - bestCompetitorVisibility;

const listed = (scores: PromptScore[], order: (a: PromptScore, b: PromptScore) => number): PromptRef[] =>
  scores
    .sort((a, b) => order(a, b) || b.metrics.answers - a.metrics.answers || byText(a.promptKey, b.promptKey))
    .slice(0, mostListed)
    .map(promptRef);

export const promptRef = ({ promptKey, prompt, metrics, bestCompetitor }: PromptScore): PromptRef => ({
  promptKey,
  prompt,
  appearanceRate: metrics.appearanceRate ?? 0,
  answers: metrics.answers,
  mentions: metrics.mentions,
  bestCompetitor,
});
