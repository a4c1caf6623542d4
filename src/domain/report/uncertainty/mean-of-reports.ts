import { type Cell, cellKey, type Measure } from "./cell.ts";
import { studentQuantile, studentTails } from "./student.ts";
import type { Moved } from "./two-reports.ts";

/** At most this many earlier reports count, so that all are from about the same time. */
export const mostEarlier = 12;

/** Fewer earlier reports do not show how much reports vary from day to day. */
export const fewestEarlier = 4;

/** For how many reports the variance within cells counts. */
const priorReports = 3;

/** For how many cells the variance of independent answers counts. */
const priorCells = 4;

/**
 * How far a figure of the newest report lies from the mean of earlier ones, over cells that all of them have, each with
 * one weight throughout. The variance is that among the earlier reports, so that days that move all answers a little
 * count as noise, moderated by the variance within cells. Null if a cell lacks the figure.
 * Source: docs/measuring.md, "Change".
 */
export function movedFromMean(
  earlier: readonly (readonly Cell[])[],
  newest: readonly Cell[],
  measure: Measure,
): Moved | null {
  const reports = [...earlier, newest].map((cells) => new Map(cells.map((cell) => [cellKey(cell), cell])));
  const keys = newest.map(cellKey);
  const cells = keys.map((key) => reports.map((report) => report.get(key)!));
  if (cells.some((cell) => cell.some((each) => measure.of(each) === null))) return null;
  const weights = cells.map((cell) => cell.reduce((sum, { answers }) => sum + answers, 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const figures = reports.map((_, report) =>
    cells.reduce((sum, cell, at) => sum + (weights[at]! / total) * meanOf(cell[report]!, measure), 0),
  );
  const newestFigure = figures.pop()!;
  const count = earlier.length;
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / count;
  const between = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0) / (count - 1);
  const within = withinVariances(cells, weights, measure);
  const usual = within.slice(0, count).reduce((sum, variance) => sum + variance, 0) / count;
  const moderated = ((count - 1) * between + priorReports * usual) / (count - 1 + priorReports);
  // The newest report may have fewer answers than the others, or more.
  const own = (moderated * within[count]!) / usual;
  const deviation = Math.sqrt(own + moderated / count);
  const degrees = degreesOf(count);
  const delta = newestFigure - mean;
  return {
    delta,
    half: studentQuantile(degrees) * deviation,
    chance: studentTails(Math.abs(delta) / deviation, degrees),
  };
}

/**
 * Degrees of freedom of the moderated variance: of its parts only that among the earlier reports is uncertain.
 * Source: Satterthwaite (1946).
 */
export const degreesOf = (earlier: number): number => (earlier - 1 + priorReports) ** 2 / (earlier - 1);

const meanOf = (cell: Cell, measure: Measure): number => measure.of(cell)!.sum / cell.answers;

/** How much each report's figure varies when its prompts are asked again, by the earlier reports' answers in each cell. */
function withinVariances(
  cells: readonly (readonly Cell[])[],
  weights: readonly number[],
  measure: Measure,
): number[] {
  const reports = cells[0]!.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const all = pooled(
    cells.flatMap((cell) => cell.slice(0, -1)),
    measure,
  );
  const overall =
    (all.squares + measure.most ** 2 / 2) / (all.answers + 1) - (all.sum / (all.answers + 1)) ** 2;
  let told = 0;
  const known = cells.map((cell) => {
    const { answers, sum, squares } = pooled(cell.slice(0, -1), measure);
    if (answers < 2) return overall;
    told += 1;
    return Math.max(0, squares - (sum * sum) / answers) / (answers - 1);
  });
  return Array.from({ length: reports }, (_, report) => {
    const variance = (of: (at: number) => number) =>
      cells.reduce(
        (sum, cell, at) => sum + ((weights[at]! / total) ** 2 * of(at)) / cell[report]!.answers,
        0,
      );
    return (told * variance((at) => known[at]!) + priorCells * variance(() => overall)) / (told + priorCells);
  });
}

function pooled(cells: readonly Cell[], measure: Measure) {
  let [answers, sum, squares] = [0, 0, 0];
  for (const cell of cells) {
    const sums = measure.of(cell)!;
    answers += cell.answers;
    sum += sums.sum;
    squares += sums.squares;
  }
  return { answers, sum, squares };
}
