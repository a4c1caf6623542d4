import type { RatioSums } from "../uncertainty/ratio.ts";

/** Counts one figure cell by cell: add the answers of one engine to one prompt, then end the cell. */
export interface RatioCount {
  sums: RatioSums;
  /** Adds an answer that contributes to the figure; one that does not is only needed in the denominator. */
  add(y: number, x: number): void;
  endCell(at: number, weight: number): void;
}

/** The denominator that several figures share: the answers, those that searched, the mentions. */
export interface Denominator {
  sums: Pick<RatioSums, "x" | "xx" | "repeats"> & { within: Pick<RatioSums["within"], "xx"> };
  /** Answers of the current cell that count towards it, and their sums. */
  cell: { answers: number; x: number; xx: number };
  add(x: number): void;
  endCell(at: number, weight: number): void;
}

export const ratioCount = {
  denominator(prompts: number): Denominator {
    const numbers = () => new Float64Array(prompts);
    const sums = { x: numbers(), xx: numbers(), repeats: numbers(), within: { xx: numbers() } };
    const cell = { answers: 0, x: 0, xx: 0 };
    return {
      sums,
      cell,
      add(x) {
        cell.answers += 1;
        cell.x += x;
        cell.xx += x * x;
      },
      endCell(at, weight) {
        if (cell.answers === 0) return;
        sums.x[at]! += weight * cell.x;
        sums.xx[at]! += weight * weight * cell.xx;
        sums.within.xx[at]! += weight * weight * unbiasedProducts(cell.xx, cell.x, cell.x, cell.answers);
        if (cell.answers > 1) sums.repeats[at]! += 1;
        cell.answers = 0;
        cell.x = 0;
        cell.xx = 0;
      },
    };
  },

  /** A figure over a shared denominator. Its cells end before those of the denominator. */
  over({ sums: shared, cell }: Denominator): RatioCount {
    const prompts = shared.x.length;
    const numbers = () => new Float64Array(prompts);
    const within = { yy: numbers(), xy: numbers(), xx: shared.within.xx };
    const sums: RatioSums = { ...shared, y: numbers(), yy: numbers(), xy: numbers(), within };
    let [y, yy, xy] = [0, 0, 0];
    return {
      sums,
      add(toY, x) {
        y += toY;
        yy += toY * toY;
        xy += toY * x;
      },
      endCell(at, weight) {
        // Nothing was added, nor would be.
        if (y === 0 && yy === 0 && xy === 0) return;
        const square = weight * weight;
        sums.y[at]! += weight * y;
        sums.yy[at]! += square * yy;
        sums.xy[at]! += square * xy;
        within.yy[at]! += square * unbiasedProducts(yy, y, y, cell.answers);
        within.xy[at]! += square * unbiasedProducts(xy, y, cell.x, cell.answers);
        [y, yy, xy] = [0, 0, 0];
      },
    };
  },

  /** A figure with its own denominator: answers that name the brand. */
  apart(prompts: number): RatioCount {
    const denominator = ratioCount.denominator(prompts);
    const count = ratioCount.over(denominator);
    return {
      sums: count.sums,
      add(y, x) {
        denominator.add(x);
        count.add(y, x);
      },
      endCell(at, weight) {
        count.endCell(at, weight);
        denominator.endCell(at, weight);
      },
    };
  },
};

/** Σ(a − ā)(b − b̄)·n/(n−1): how much the n answers of one cell vary. A single answer counts in full. */
export function unbiasedProducts(products: number, one: number, other: number, answers: number): number {
  if (answers < 2) return products;
  return (products - (one * other) / answers) * (answers / (answers - 1));
}
