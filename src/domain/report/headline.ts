import { type Provider, providerName } from "../project/provider.ts";
import { listed } from "../text/listed.ts";
import { inAnswers, movement } from "./figures-in-words.ts";
import type { Metrics } from "./metrics/metric-table.ts";
import type { RivalMetrics } from "./metrics/score.ts";
import type { Change } from "./uncertainty/change.ts";
import { isEqual, isMore } from "./uncertainty/interval.ts";

/** What a headline is made from: the own brand, its rivals, and the change since the previous report, if any. */
export interface HeadlineFacts {
  brand: string;
  metrics: Metrics;
  rivals: readonly Pick<RivalMetrics, "name" | "visibilityScore">[];
  /** Assistants that were asked and never answered. */
  silent: readonly Provider[];
  change: Change | null;
}

/** One sentence that is true to its figures; the same figures always make the same sentence. */
export function headline({ brand, metrics, rivals, silent, change }: HeadlineFacts): string {
  const share = inAnswers(brand, metrics);
  if (metrics.answers === 0) return `${share}.`;
  return `${[share, unheard(silent), standing(metrics, rivals), movement(change)].filter((part) => part !== null).join("; ")}.`;
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
  silent.length === 0 ? null : `no answer from ${listed(silent.map(providerName))}`;

/** The brand's rank among all tracked brands by visibility, as a clause; null without rivals. */
export function standing(
  { visibilityScore, mentions }: Pick<Metrics, "visibilityScore" | "mentions">,
  rivals: HeadlineFacts["rivals"],
): string | null {
  if (rivals.length === 0) return null;
  const own = visibilityScore ?? 0;
  const scores = rivals.map((rival) => rival.visibilityScore ?? 0);
  const ahead = scores.filter((score) => isMore(score, own)).length;
  const level = scores.filter((score) => isEqual(score, own)).length;
  const brands = `${rivals.length + 1} tracked brands`;
  if (mentions === 0)
    return ahead === 0
      ? `none of ${brands} is named`
      : `${ahead} of ${brands} ${ahead === 1 ? "is" : "are"} ahead of it`;
  return `${level > 0 ? "level at " : ""}${place(ahead + 1)} of ${brands} by visibility`;
}

const places = ["first", "second", "third", "fourth", "fifth"];

const place = (rank: number): string => places[rank - 1] ?? `number ${rank}`;
