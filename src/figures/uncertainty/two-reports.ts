import { type CellSums, type Measure, type Pair, pairWeight, topicOf } from "./cell.ts";
import { addedReach, borneOut, type Calls, excessesBetween, reachOf } from "./failures.ts";
import type { Interval } from "./interval.ts";
import { studentQuantile, studentTails } from "./student.ts";

/** A difference between reports, with half its 95% interval. */
export interface ReportDifference {
  delta: number;
  half: number;
  /** How often chance alone would move it this far, 0 to 1. */
  chance: number;
  /** Its standard deviation, and the degrees of freedom of that. */
  deviation: number;
  degrees: number;
}

/** For how many topics the variance within cells counts. */
const priorTopics = 10;

/**
 * How far a figure moved between two reports: the mean difference of their cells, each weighing n₁n₂/(n₁ + n₂). The
 * variance is that between topics, moderated by that within cells (Cochran-Mantel-Haenszel), on Student's t. Null if a
 * cell lacks the figure. Source: docs/measuring.md, "Change".
 */
export function movedBetween(pairs: readonly Pair[], measure: Measure): ReportDifference | null {
  const cells = cellsOf(pairs, measure);
  if (!cells) return null;
  const { weight, delta, errors, within } = meanOf(cells);
  const deviation = Math.sqrt(moderated([...errors.values()], within));
  return judge(delta, Math.max(deviation, leastDeviation(weight, measure.most)), errors.size);
}

/** What more failed calls in one of the reports may have done to `movedBetween`, down and up, and how many these are. */
export function reachBetween(
  pairs: readonly Pair[],
  measure: Measure,
  before: readonly Calls[],
  after: readonly Calls[],
): { reach: Interval; failed: number } {
  const all = pairs.reduce((sum, pair) => sum + pairWeight(pair), 0);
  const byProvider = Map.groupBy(pairs, ([, { provider }]) => provider as string);
  const [earlier, later] = [before, after].map((calls) =>
    calls.filter(({ provider }) => byProvider.has(provider)),
  ) as [Calls[], Calls[]];
  const excesses = excessesBetween(earlier, later);
  const reaches = excesses.map((excess) => {
    const own = byProvider.get(excess.provider)!;
    const weight = own.reduce((sum, pair) => sum + pairWeight(pair), 0);
    const sum = own.reduce((sum, pair) => {
      const cell = pair[excess.side === "after" ? 1 : 0];
      return sum + (pairWeight(pair) * (measure.of(cell)?.sum ?? 0)) / cell.answers;
    }, 0);
    return reachOf(excess, weight / all, sum / weight / measure.most);
  });
  const failed = excesses.reduce((sum, excess) => sum + excess.failed, 0);
  const [down, up] = addedReach(reaches);
  return { reach: [measure.most * down, measure.most * up], failed };
}

/**
 * How much further some pairs moved than others, topic by topic: what moves a question in both cancels out. Null if a cell
 * lacks the figure.
 */
export function movedApart(
  pairs: readonly Pair[],
  others: readonly Pair[],
  measure: Measure,
): ReportDifference | null {
  const [cells, rest] = [cellsOf(pairs, measure), cellsOf(others, measure)];
  if (!cells || !rest) return null;
  const [one, other] = [meanOf(cells), meanOf(rest)];
  const topics = new Set([...one.errors.keys(), ...other.errors.keys()]);
  const errors = [...topics].map((topic) => (one.errors.get(topic) ?? 0) - (other.errors.get(topic) ?? 0));
  const deviation = Math.sqrt(moderated(errors, one.within + other.within));
  const least = Math.hypot(
    leastDeviation(one.weight, measure.most),
    leastDeviation(other.weight, measure.most),
  );
  return judge(one.delta - other.delta, Math.max(deviation, least), topics.size);
}

/** How often chance alone would move it as far as it moved if the lost answers were whatever makes that smallest. */
export function leastChanceOf(
  { delta, chance, deviation, degrees }: ReportDifference,
  reach: Readonly<Interval>,
): number {
  const least = borneOut(delta, reach);
  return least === Math.abs(delta) ? chance : studentTails(least / deviation, degrees);
}

interface MovedCell {
  topic: string;
  weight: number;
  difference: number;
  variance: number;
}

function cellsOf(pairs: readonly Pair[], measure: Measure): MovedCell[] | null {
  const cells: MovedCell[] = [];
  for (const [before, after] of pairs) {
    const [earlier, later] = [measure.of(before), measure.of(after)];
    if (!earlier || !later) return null;
    const weight = pairWeight([before, after]);
    const difference = later.sum / after.answers - earlier.sum / before.answers;
    const variance = withinVariance(earlier, before.answers, later, after.answers);
    cells.push({ topic: topicOf(after), weight, difference, variance });
  }
  return cells;
}

/** The mean difference, what each topic adds to its error, and its variance within cells. */
function meanOf(cells: readonly MovedCell[]) {
  const weight = cells.reduce((sum, cell) => sum + cell.weight, 0);
  const delta = cells.reduce((sum, cell) => sum + cell.weight * cell.difference, 0) / weight;
  const errors = new Map<string, number>();
  for (const cell of cells)
    errors.set(
      cell.topic,
      (errors.get(cell.topic) ?? 0) + (cell.weight * (cell.difference - delta)) / weight,
    );
  return { weight, delta, errors, within: cells.reduce((sum, cell) => sum + cell.variance, 0) / weight ** 2 };
}

/** The variance between topics, moderated by that within cells. */
function moderated(errors: readonly number[], within: number): number {
  const topics = errors.length;
  const squares = errors.reduce((sum, error) => sum + error * error, 0);
  const between = topics > 1 ? (topics / (topics - 1)) * squares : 0;
  return Math.max(0, ((topics - 1) * between + priorTopics * within) / degreesOfTopics(topics));
}

function judge(delta: number, deviation: number, topics: number): ReportDifference {
  const degrees = degreesOfTopics(topics);
  return {
    delta,
    half: studentQuantile(degrees) * deviation,
    chance: studentTails(Math.abs(delta) / deviation, degrees),
    ...{ deviation, degrees },
  };
}

/** If no answer differs from another, that of half an answer that does: what was not seen can still exist. */
export const leastDeviation = (weight: number, most: number): number => most / 2 / weight;

/** Degrees of freedom of the moderated variance. */
export const degreesOfTopics = (topics: number): number => topics - 1 + priorTopics;

/** Variance of n₁n₂/(n₁ + n₂)·(ȳ₂ − ȳ₁) if chance assigned a cell's answers to the two reports. */
function withinVariance(before: CellSums, first: number, after: CellSums, second: number): number {
  const answers = first + second;
  const mean = (before.sum + after.sum) / answers;
  const squares = Math.max(0, before.squares + after.squares - answers * mean * mean);
  return (first * second * squares) / (answers * (answers - 1));
}
