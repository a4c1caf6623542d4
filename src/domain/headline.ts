import type { Change } from "./change.ts";
import type { Metrics, RivalMetrics } from "./score.ts";

/** What a headline says in figures: the own brand, its rivals, and the change since the report before, if any. */
export interface HeadlineFacts {
  brand: string;
  metrics: Metrics;
  rivals: readonly Pick<RivalMetrics, "name" | "visibilityScore">[];
  change: Change | null;
}

/** One sentence that is true to its figures; the same figures make the same sentence. */
export function headline({ brand, metrics, rivals, change }: HeadlineFacts): string {
  const { appearanceRate, appearanceRateCi, answers, answersFailed } = metrics;
  if (appearanceRate === null || appearanceRateCi === null) {
    return answersFailed > 0
      ? `Nothing is known about ${brand}: none of ${count(answersFailed, "call")} was answered.`
      : `Nothing is known about ${brand}: no answer was obtained.`;
  }
  const [low, high] = appearanceRateCi;
  const share = `${brand} is named in ${percent(appearanceRate)} of ${count(answers, "answer")} to ${count(metrics.prompts, "prompt")} (95 % interval ${whole(low)}-${whole(high)} %)`;
  return `${[share, standing(metrics, rivals), movement(change)].filter((part) => part !== null).join("; ")}.`;
}

/** The brand's place among all tracked brands by visibility. */
function standing({ visibilityScore, mentions }: Metrics, rivals: HeadlineFacts["rivals"]): string | null {
  if (rivals.length === 0) return null;
  const own = visibilityScore ?? 0;
  const scores = rivals.map((rival) => rival.visibilityScore ?? 0);
  const ahead = scores.filter((score) => score > own).length;
  const level = scores.filter((score) => score === own).length;
  const brands = `${rivals.length + 1} tracked brands`;
  if (mentions === 0)
    return ahead === 0
      ? `none of ${brands} is named`
      : `${ahead} of ${brands} ${ahead === 1 ? "is" : "are"} ahead of it`;
  return `${level > 0 ? "level at " : ""}${place(ahead + 1)} of ${brands} by visibility`;
}

const places = ["first", "second", "third", "fourth", "fifth"];

const place = (rank: number): string => places[rank - 1] ?? `number ${rank}`;

function movement(change: Change | null): string | null {
  if (change === null) return null;
  const { direction, appearanceRateDelta: delta, prompts } = change;
  if (direction === "model_changed") return "not compared with the report before: the models have changed";
  if (direction === "reading_changed")
    return "not compared with the report before: its answers were read on other terms";
  if (direction === "insufficient_data" || delta === null)
    return "too little in common with the report before to tell a change from noise";
  const moved = `${points(delta)} from the report before over ${count(prompts, "common prompt")}`;
  return direction === "flat" ? `${moved}, within the noise` : `${moved}, more than the noise`;
}

function points(delta: number): string {
  if (delta === 0) return "no change";
  const rounded = Math.round(Math.abs(delta) * 100);
  return `${delta > 0 ? "up" : "down"} ${rounded === 0 ? "less than a point" : count(rounded, "point")}`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** A whole percent, but never 0 or 100 for what is not exactly none or all. */
function percent(rate: number): string {
  if (rate > 0 && rate < 0.005) return "under 1 %";
  if (rate < 1 && rate >= 0.995) return "over 99 %";
  return `${whole(rate)} %`;
}

const whole = (rate: number): number => Math.round(rate * 100);
