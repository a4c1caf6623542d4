import type { Cell } from "../uncertainty/cell.ts";
import { engineOf } from "./components.ts";

/** The shares of p(1 − p), the variance of one answer, by source. They add up to 1. */
export interface VarianceShares {
  /** Between prompts. */
  prompts: number;
  /** Between engines that answer one prompt differently. */
  promptsByEngine: number;
  /** Between answers of one engine to one prompt: asking again. */
  reasking: number;
}

/** The usual shares, and for how many cells they count beside a project's own. From recorded shopping answers. */
export const usualShares: VarianceShares = { prompts: 0.2, promptsByEngine: 0.2, reasking: 0.6 };
const usualCells = 20;

export interface Variance {
  /** The rate it applies to. */
  rate: number;
  shares: VarianceShares;
  /** Cells with repeated answers, and prompts with several engines, that it was estimated from; 0: the usual shares. */
  cells: number;
  prompts: number;
}

/**
 * Where the variance of the appearance rate comes from: from the spread of repeated answers within cells, and from how
 * far the engines agree on which prompts name the brand. Moderated by the usual shares, which stand alone without repeats
 * and where no answer differs from another.
 */
export function varianceOf(cells: readonly Cell[]): Variance {
  const answers = cells.reduce((sum, cell) => sum + cell.answers, 0);
  const mentions = cells.reduce((sum, cell) => sum + cell.named, 0);
  const rate = (mentions + 0.5) / (answers + 1);
  if (mentions === 0 || mentions === answers) return { rate, shares: usualShares, cells: 0, prompts: 0 };
  const whole = rate * (1 - rate);
  const repeated = cells.filter((cell) => cell.answers > 1);
  const within = mean(
    repeated.map((cell) => (cell.named * (1 - cell.named / cell.answers)) / (cell.answers - 1)),
  );
  const agreed = agreement(cells);
  const reasking = moderated(within / whole, repeated.length, usualShares.reasking);
  const prompts = moderated(agreed.covariance / whole, agreed.pairs, usualShares.prompts);
  const remainder = Math.max(0, 1 - reasking - prompts);
  const total = reasking + prompts + remainder;
  return {
    rate,
    shares: { prompts: prompts / total, promptsByEngine: remainder / total, reasking: reasking / total },
    cells: repeated.length,
    prompts: agreed.prompts,
  };
}

const moderated = (estimate: number, count: number, usual: number): number =>
  count === 0
    ? usual
    : Math.min(1, Math.max(0, (count * estimate + usualCells * usual) / (count + usualCells)));

const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** Mean product of two engines' answers to one prompt, each minus its own mean: the variance between prompts. */
function agreement(cells: readonly Cell[]): { covariance: number; pairs: number; prompts: number } {
  const share = ({ named: mentions, answers }: Cell) => mentions / answers;
  const means = new Map(
    [...Map.groupBy(cells, engineOf)].map(([engine, own]) => [engine, mean(own.map(share))]),
  );
  let [sum, pairs, prompts] = [0, 0, 0];
  for (const own of Map.groupBy(cells, ({ promptKey }) => promptKey).values()) {
    const apart = own.map((cell) => share(cell) - means.get(engineOf(cell))!);
    for (let one = 0; one < apart.length; one += 1)
      for (let other = one + 1; other < apart.length; other += 1) {
        sum += apart[one]! * apart[other]!;
        pairs += 1;
      }
    if (own.length > 1) prompts += 1;
  }
  return { covariance: pairs === 0 ? 0 : sum / pairs, pairs, prompts };
}
