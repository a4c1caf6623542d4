import { type Provider, providerName } from "../reader/provider.ts";
import { inAnswers, movement } from "./figures-in-words.ts";
import { joinWithAnd } from "./join-with-and.ts";
import type { Metrics } from "./metrics/metric-table.ts";
import { type RivalPlace, standingInWords, standingOf } from "./metrics/rank-range.ts";
import type { RivalMetrics } from "./metrics/score.ts";
import type { Change } from "./uncertainty/change.ts";

/** What a headline is made from: the own brand, its rivals, and the change since the previous report, if any. */
export interface HeadlineFacts {
  brand: string;
  metrics: Metrics;
  rivals: readonly (Pick<RivalMetrics, "name" | "visibilityScore"> & RivalPlace)[];
  /** Assistants that were asked and never answered. */
  silent: readonly Provider[];
  change: Change | null;
  /** Whether every prompt names a tracked brand; absent: no. */
  onlyBranded?: boolean;
  /** Whether a person stopped the run; absent: no. */
  stopped?: boolean;
  /** The change is that between two reports that somebody chose, judged by these alone. */
  pair?: boolean;
}

/** One sentence that is true to its figures; the same figures always make the same sentence. */
export function headline({
  brand,
  metrics,
  rivals,
  silent,
  change,
  onlyBranded,
  stopped,
  pair = false,
}: HeadlineFacts): string {
  const share = inAnswers(brand, metrics, onlyBranded);
  if (metrics.answers === 0) return `${share}.`;
  const moved = movement(change, pair) ?? (stopped ? "a person stopped the run" : null);
  return `${[share, unheard(silent), rankClause(metrics, rivals), moved].filter((part) => part !== null).join("; ")}.`;
}

/** Assistants that were asked, by their figures, and gave no answer. */
export const silentAssistants = (
  providers: readonly { provider: Provider; answers: number; answersFailed: number }[],
): Provider[] =>
  providers
    .filter(({ answers, answersFailed }) => answers === 0 && answersFailed > 0)
    .map(({ provider }) => provider);

/** Which assistants gave no answer, as a clause; null if all did. */
export const unheard = (silent: readonly Provider[]): string | null =>
  silent.length === 0 ? null : `no answer from ${joinWithAnd(silent.map(providerName))}`;

/** Where the brand stands among all tracked brands by visibility, as a clause; null without rivals. */
export function rankClause(
  metrics: Pick<Metrics, "visibilityScore" | "mentions">,
  rivals: HeadlineFacts["rivals"],
): string | null {
  if (rivals.length === 0) return null;
  if (metrics.mentions === 0) {
    const visibleCount = rivals.filter(({ visibilityScore }) => (visibilityScore ?? 0) > 0).length;
    const brands = `${rivals.length + 1} tracked brands`;
    return visibleCount === 0
      ? `none of ${brands} is named`
      : `${visibleCount} of ${brands} ${visibleCount === 1 ? "is" : "are"} named`;
  }
  const place = standingOf(metrics, rivals);
  return place && standingInWords(place);
}
