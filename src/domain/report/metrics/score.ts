import { countsFor } from "../uncertainty/estimate.ts";
import { sharedWeights } from "../uncertainty/likeness.ts";
import type { RatioSums } from "../uncertainty/ratio.ts";
import {
  type Counted,
  figureList,
  type KnownEstimates,
  type Metrics,
  measured,
  rangeOf,
} from "./metric-table.ts";
import { byTopic, type Ratios, ratioNames, type Tally, type Topics } from "./tally.ts";

export interface RivalMetrics extends Metrics {
  name: string;
}

/** The figures of every brand in a tally, the own one first, over all of its prompts; their intervals go by questions. */
export function metricsOf(tally: Tally, topics: Topics): Metrics[] {
  const brands = byTopic(tally, topics);
  const counted = brands.map(({ ratios }, brand) => ({
    ...countedOf(tally, brand, 0, tally.promptKeys.length),
    ratios,
  }));
  const weights = sharedWeightsOf(counted);
  return counted.map((each) => measured(each, { weights }));
}

/** The own brand's figures over a single prompt of the tally. */
export const promptMetrics = (tally: Tally, at: number, known: KnownEstimates): Metrics =>
  measured(countedOf(tally, 0, at, at + 1), { known });

function countedOf(tally: Tally, brand: number, from: number, to: number): Counted {
  const { named, withSentiment, ratios } = tally.brands[brand]!;
  const over = (numbers: Float64Array) => numbers.subarray(from, to);
  return {
    answers: over(tally.answers),
    failed: over(tally.failed),
    searched: over(tally.searched),
    namings: over(tally.namings),
    named: over(named),
    withSentiment: over(withSentiment),
    ratios: Object.fromEntries(ratioNames.map((name) => [name, sumsOver(ratios[name], over)])) as Ratios,
    brands: tally.brands.length,
  };
}

const sumsOver = (sums: RatioSums, over: (numbers: Float64Array) => Float64Array): RatioSums => ({
  y: over(sums.y),
  x: over(sums.x),
  yy: over(sums.yy),
  xy: over(sums.xy),
  xx: over(sums.xx),
  within: { yy: over(sums.within.yy), xy: over(sums.within.xy), xx: over(sums.within.xx) },
  repeats: over(sums.repeats),
});

/** What all brands together tell about how alike the answers are, by figure. */
function sharedWeightsOf(counted: readonly Counted[]): Partial<Record<keyof Ratios, readonly number[]>> {
  return Object.fromEntries(
    figureList.flatMap(([, { of, kind, unit }]) => {
      if (kind === "mean") return [];
      const counts = counted.map((each) => countsFor(each.ratios[of], kind, rangeOf(unit, each)));
      return [[of, sharedWeights(counts.filter((each) => each !== null))]];
    }),
  );
}
