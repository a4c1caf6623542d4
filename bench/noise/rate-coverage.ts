import { ratioCount } from "../../src/figures/metrics/ratio-count.ts";
import { doubtsOf } from "../../src/figures/planning/grade-warnings.ts";
import { betaDistribution } from "../../src/figures/uncertainty/beta.ts";
import { type Counts, sharedWeights } from "../../src/figures/uncertainty/beta-binomial.ts";
import { estimate } from "../../src/figures/uncertainty/estimate.ts";
import type { Interval } from "../../src/figures/uncertainty/interval.ts";
import { findRoot, logOdds } from "../../src/figures/uncertainty/root-finding.ts";
import { Coverage } from "./coverage.ts";
import { type PromptRate, smooth } from "./prompts.ts";
import { binomial, type Random } from "./random.ts";

export interface Cell {
  prompts: number;
  /** To each prompt. */
  answers: number;
  correlation: number;
  rate: number;
}

export interface RateWorld {
  draws: number;
  prompts: (rate: number, correlation: number) => PromptRate;
  /** Rivals are named on the same prompts as the brand. */
  together?: boolean;
  /** Prompts that ask one question in other words, and so have one rate. */
  wordings?: number;
}

/** A brand and four rivals over the same prompts: the intervals by its own counts, and by those of all. */
export function rateCoverage(cells: readonly Cell[], world: RateWorld, random: Random) {
  const { draws, prompts, together = false, wordings = 1 } = world;
  return cells.map((cell) => {
    const drawn = [cell.rate, 0.05, 0.15, 0.3, 0.5].map((rate) => prompts(rate, cell.correlation));
    const sizes = Array<number>(cell.prompts).fill(cell.answers);
    const [alone, amongRivals] = [new Coverage(), new Coverage()];
    for (let draw = 0; draw < draws; draw += 1) {
      const counted = drawn.map((rate): Counts => {
        let own = 0;
        const hits = sizes.map((size, at) => {
          if (at % wordings === 0) own = rate(random);
          return binomial(random, size, own);
        });
        return { sizes, hits, spread: 1 };
      });
      const own = counted[0]!;
      const rivals = together ? counted.map(() => own) : counted;
      const ideal = oracle(cell, own.hits as number[]);
      const warned = isWarned(own, wordings);
      alone.add(reported(own), cell.rate, { ideal, warned });
      amongRivals.add(reported(own, sharedWeights(rivals)), cell.rate, { ideal, warned });
    }
    return { alone, amongRivals };
  });
}

/** The interval as a report shows it: one engine's answers to each prompt. */
function reported({ hits, sizes }: Counts, weights?: readonly number[]): Interval {
  const [x, y] = [Float64Array.from(sizes), Float64Array.from(hits)];
  const none = new Float64Array(x.length);
  const again = y.map((own, at) => (own * (1 - own / x[at]!) * x[at]!) / (x[at]! - 1));
  const sums = {
    y,
    x,
    yy: y,
    xy: y,
    xx: x,
    within: { yy: again, xy: none, xx: none },
    repeats: x.map(() => 1),
  };
  return estimate(sums, "rate", [0, 1], { weights }).interval!;
}

/** Knows the correlation, and so how many independent answers these are worth. */
function oracle({ prompts, answers, correlation }: Cell, hits: readonly number[]): Interval {
  const size = prompts * answers;
  const worth = size / (1 + (answers - 1) * correlation);
  const rate = hits.reduce((sum, each) => sum + each, 0) / size;
  const below = betaDistribution(rate * worth + 0.5, (1 - rate) * worth + 0.5);
  const end = (sure: number) => findRoot((at) => logOdds(below(at)) - logOdds(sure), 0, 1, (rate + 0.5) / 2);
  return [rate === 0 ? 0 : end(0.025), rate === 1 ? 1 : end(0.975)];
}

/** Whether the grade of a report with these counts says that its interval can be too narrow; it knows the wordings. */
function isWarned({ hits, sizes }: Counts, wordings: number): boolean {
  const cells = Array.from(sizes, (answers, at) => ({
    ...{ promptKey: `p${at}`, topic: `t${Math.floor(at / wordings)}` },
    ...{ answers, named: hits[at]! },
  }));
  return Object.values(doubtsOf(cells)).some(Boolean);
}

/**
 * Two engines that name the brand differently often; the second loses most of its calls, whatever it would have said, so
 * its answers weigh more. The truth is the rate over both as they were asked.
 */
export function failingCoverage(draws: number, random: Random): Coverage[] {
  const [asked, answered] = [10, 4];
  return [10, 20, 50].flatMap((prompts) =>
    [0.05, 0.2, 0.5].map((rate) => {
      const covered = new Coverage();
      const rates = [smooth(rate / 2, 0.2), smooth(1.5 * rate, 0.2)];
      const weights = [asked, answered].map((own) => (asked + answered) / (2 * own));
      for (let draw = 0; draw < draws; draw += 1) {
        const denominator = ratioCount.denominator(prompts);
        const named = ratioCount.over(denominator);
        for (let prompt = 0; prompt < prompts; prompt += 1)
          for (const [engine, size] of [asked, answered].entries()) {
            const hits = binomial(random, size, rates[engine]!(random));
            for (let at = 0; at < size; at += 1) {
              denominator.add(1);
              if (at < hits) named.add(1, 1);
            }
            named.endCell(prompt, weights[engine]!);
            denominator.endCell(prompt, weights[engine]!);
          }
        const { interval, value } = estimate(named.sums, "rate", [0, 1]);
        covered.add(interval!, rate, { value: value! });
      }
      return covered;
    }),
  );
}
