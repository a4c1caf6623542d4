import { standardNormal, standardNormalQuantile } from "../planning/normal.ts";
import { type Cell, type Pair, pairsOf, pairWeight, topicOf } from "../uncertainty/cell.ts";
import type { Interval } from "../uncertainty/interval.ts";
import { studentQuantile } from "../uncertainty/student.ts";

export const effectVerdicts = [
  "up",
  "down",
  "none_seen",
  "too_early",
  "no_earlier_reports",
  "no_controls",
  "too_few_answers",
] as const;

/** What an intervention did to the appearance rate of the prompts it is meant for. Shares are fractions of 1. */
export interface Effect {
  verdict: (typeof effectVerdicts)[number];
  /** Change of its prompts less that of the others, with its 95% interval; null if it cannot be judged. */
  delta: number | null;
  deltaCi: Interval | null;
  /** The smallest effect that these answers show with a chance of 80%. */
  smallest: number | null;
  /** Chance of seeing the effect that was said to be worth finding. */
  power: number | null;
  prompts: number;
  controls: number;
  reportsBefore: number;
  reportsAfter: number;
  /** To the prompts it is meant for. */
  answersBefore: number;
  answersAfter: number;
}

/** Fewer prompts beside it do not show what would have happened anyway. */
export const fewestControls = 3;
/** To its prompts, on each side. */
export const fewestAnswers = 10;
/** For how many prompts it counts that a prompt's own ups and downs are those of independent answers. */
const priorPrompts = 10;
/** For how many answers the variance over all cells counts within each. */
const priorAnswers = 2;

/**
 * The difference in differences between the prompts of an intervention and the project's others, over cells that are
 * measured on both sides; prompts vary more from time to time than their answers alone would, and by how much is learnt
 * from all of them together. Source: docs/measuring.md, "Effect".
 */
export function effectOf(
  reports: { before: readonly (readonly Cell[])[]; after: readonly (readonly Cell[])[] },
  promptKeys: readonly string[],
  smallestWorth: number | null,
): Effect {
  const meant = new Set(promptKeys);
  const pairs = pairsOf(pooled(reports.before), pooled(reports.after));
  const treated = pairs.filter(([, { promptKey }]) => meant.has(promptKey));
  const others = pairs.filter(([, { promptKey }]) => !meant.has(promptKey));
  const counts = {
    prompts: promptsOf(treated),
    controls: promptsOf(others),
    reportsBefore: reports.before.length,
    reportsAfter: reports.after.length,
    answersBefore: treated.reduce((sum, [cell]) => sum + cell.answers, 0),
    answersAfter: treated.reduce((sum, [, cell]) => sum + cell.answers, 0),
  };
  const unjudged = reasonAgainst(counts, meant.size);
  if (unjudged)
    return { verdict: unjudged, delta: null, deltaCi: null, smallest: null, power: null, ...counts };
  const { delta, deviation, degrees } = differenceInDifferences(treated, others);
  const half = studentQuantile(degrees) * deviation;
  const isSeen = Math.abs(delta) > half;
  return {
    verdict: isSeen ? (delta > 0 ? "up" : "down") : "none_seen",
    delta,
    // A difference of two differences of rates.
    deltaCi: [Math.max(-2, delta - half), Math.min(2, delta + half)],
    smallest: Math.min(1, half + standardNormalQuantile(0.8) * deviation),
    power:
      smallestWorth === null ? null : standardNormal(smallestWorth / deviation - studentQuantile(degrees)),
    ...counts,
  };
}

type Counts = Pick<
  Effect,
  "prompts" | "controls" | "reportsBefore" | "reportsAfter" | "answersBefore" | "answersAfter"
>;

function reasonAgainst(counts: Counts, meant: number): Effect["verdict"] | null {
  if (counts.reportsAfter === 0) return "too_early";
  if (counts.reportsBefore === 0) return "no_earlier_reports";
  if (meant === 0 || counts.controls < fewestControls) return "no_controls";
  if (Math.min(counts.answersBefore, counts.answersAfter) < fewestAnswers) return "too_few_answers";
  return null;
}

const promptsOf = (pairs: readonly Pair[]): number =>
  new Set(pairs.map(([, { promptKey }]) => promptKey)).size;

/** The cells of several reports, each with the answers of all of them. */
function pooled(reports: readonly (readonly Cell[])[]): Cell[] {
  const cells = Map.groupBy(reports.flat(), ({ promptKey, provider, surface }) =>
    JSON.stringify([promptKey, provider, surface]),
  );
  return [...cells.values()].map((same) => ({
    ...same.at(-1)!,
    answers: same.reduce((sum, { answers }) => sum + answers, 0),
    named: same.reduce((sum, { named }) => sum + named, 0),
  }));
}

interface Topic {
  /** Sum of weights, of weighted differences, and the variance of that by independent answers. */
  weight: number;
  moved: number;
  variance: number;
}

function differenceInDifferences(treated: readonly Pair[], others: readonly Pair[]) {
  const usual = usualVariance([...treated, ...others]);
  const [own, control] = [treated, others].map((pairs) => groupOf(topicsOf(pairs, usual)));
  const degrees = control!.topics - 1 + priorPrompts;
  // Of the controls alone: that an effect differs from prompt to prompt is no noise. At least what independent answers
  // vary: that prompts happened to agree is no proof that they always do.
  const dispersion = Math.max(1, (control!.excess + priorPrompts) / degrees);
  const variance = own!.variance / own!.weight ** 2 + control!.variance / control!.weight ** 2;
  return { delta: own!.mean - control!.mean, deviation: Math.sqrt(dispersion * variance), degrees };
}

function groupOf(topics: readonly Topic[]) {
  const sum = (of: (topic: Topic) => number) => topics.reduce((total, topic) => total + of(topic), 0);
  const weight = sum((topic) => topic.weight);
  const mean = sum(({ moved }) => moved) / weight;
  // How far prompts lie from their group, in variances of independent answers.
  const excess = sum(({ weight, moved, variance }) => (moved - weight * mean) ** 2 / variance);
  return { topics: topics.length, weight, mean, variance: sum(({ variance }) => variance), excess };
}

function topicsOf(pairs: readonly Pair[], usual: number): Topic[] {
  return [...Map.groupBy(pairs, ([, cell]) => topicOf(cell)).values()].map((pairs) => {
    const topic: Topic = { weight: 0, moved: 0, variance: 0 };
    for (const [before, after] of pairs) {
      const answers = before.answers + after.answers;
      const weight = pairWeight([before, after]);
      topic.weight += weight;
      topic.moved += weight * (after.named / after.answers - before.named / before.answers);
      const squares = squaresOf(before) + squaresOf(after);
      topic.variance +=
        (weight * (squares + priorAnswers * usual)) / (Math.max(0, answers - 2) + priorAnswers);
    }
    return topic;
  });
}

/** Sum of squares of a cell's answers about its rate. */
const squaresOf = ({ answers, named }: Cell): number => named * (1 - named / answers);

/** Variance of one answer within its cell, over all cells, as if one more answer had been half a naming. */
function usualVariance(pairs: readonly Pair[]): number {
  const cells = pairs.flat();
  const squares = cells.reduce((sum, cell) => sum + squaresOf(cell), 0.25);
  const freedom = cells.reduce((sum, { answers }) => sum + answers - 1, 1);
  return squares / freedom;
}
