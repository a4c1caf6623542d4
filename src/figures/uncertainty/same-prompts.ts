import { betaDistribution } from "./beta.ts";
import type { Interval } from "./interval.ts";
import type { RatioTotals } from "./ratio.ts";
import { findRoot, logOdds } from "./root-finding.ts";

/** Repeated cells for which the variance of independent answers counts. */
const priorCells = 4;

/** With fewer mentions or misses, a run tells too little about the next. */
const fewest = 10;

/**
 * A figure between 0 and 1 over exactly these prompts, where only the answers vary: its 95% interval, and where the next
 * run will lie if nothing changes. Null with fewer than ten mentions or misses. Source: docs/measuring.md, "How sure".
 */
export function samePrompts(
  totals: RatioTotals,
  spread: number,
): { interval: Interval | null; expectedNext: Interval | null } {
  const { y, x, ratio } = totals;
  if (Math.min(y, x - y) < fewest - 1e-9) return { interval: null, expectedNext: null };
  const { variance, answers } = reasking(totals, spread);
  const half = 1.96 * Math.sqrt(2 * variance);
  return {
    interval: jeffreysInterval(ratio, answers),
    expectedNext: [Math.max(0, ratio - half), Math.min(1, ratio + half)],
  };
}

/** The 95% interval of a rate found in so many independent answers. Source: Brown, Cai & DasGupta (2001). */
export function jeffreysInterval(rate: number, answers: number): Interval {
  const within = betaDistribution(rate * answers + 0.5, (1 - rate) * answers + 0.5);
  const end = (sure: number) => findRoot((at) => logOdds(within(at)) - logOdds(sure), 0, 1, rate);
  return [end(0.025), end(0.975)];
}

/** The figure's variance when the same prompts are asked again, and how many independent answers it is worth. */
export function reasking(
  { y, x, samePrompts: reaskVariance, repeats }: RatioTotals,
  spread: number,
): { variance: number; answers: number } {
  const rate = (y + 0.5) / (x + 1);
  const share = rate * (1 - rate);
  const variance = (repeats * reaskVariance + (priorCells * spread * share) / x) / (repeats + priorCells);
  return { variance, answers: share / variance };
}
