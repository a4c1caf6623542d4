import { type CellSums, type Measure, type Pair, pairWeight, topicOf } from "./cell.ts";
import { studentQuantile, studentTails } from "./student.ts";

/** A difference between reports, with half its 95% interval. */
export interface Moved {
  delta: number;
  half: number;
  /** How often chance alone would move it this far, 0 to 1. */
  chance: number;
}

/** For how many topics the variance within cells counts. */
const priorTopics = 10;

/**
 * How far a figure moved between two reports: the mean difference of their cells, each weighing n₁n₂/(n₁ + n₂). The
 * variance is that between topics, moderated by that within cells (Cochran-Mantel-Haenszel), on Student's t. Null if a
 * cell lacks the figure. Source: docs/measuring.md, "Change".
 */
export function movedBetween(pairs: readonly Pair[], measure: Measure): Moved | null {
  const cells: { topic: string; weight: number; difference: number; variance: number }[] = [];
  for (const [before, after] of pairs) {
    const [earlier, later] = [measure.of(before), measure.of(after)];
    if (!earlier || !later) return null;
    const weight = pairWeight([before, after]);
    const difference = later.sum / after.answers - earlier.sum / before.answers;
    const variance = withinVariance(earlier, before.answers, later, after.answers);
    cells.push({ topic: topicOf(after), weight, difference, variance });
  }
  const weight = cells.reduce((sum, cell) => sum + cell.weight, 0);
  const delta = cells.reduce((sum, cell) => sum + cell.weight * cell.difference, 0) / weight;
  const topics = new Map<string, number>();
  for (const cell of cells)
    topics.set(cell.topic, (topics.get(cell.topic) ?? 0) + cell.weight * (cell.difference - delta));
  const squares = topics.values().reduce((sum, error) => sum + error * error, 0);
  const between = topics.size > 1 ? (topics.size / (topics.size - 1)) * squares : 0;
  const within = cells.reduce((sum, cell) => sum + cell.variance, 0);
  const degrees = degreesOfTopics(topics.size);
  const moderated = ((topics.size - 1) * between + priorTopics * within) / degrees;
  const deviation = Math.max(
    Math.sqrt(Math.max(0, moderated)) / weight,
    leastDeviation(weight, measure.most),
  );
  return {
    delta,
    half: studentQuantile(degrees) * deviation,
    chance: studentTails(Math.abs(delta) / deviation, degrees),
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
