import { type Counts, sharedWeights } from "../uncertainty/beta-binomial.ts";
import { countsFor } from "../uncertainty/estimate.ts";
import type { KnownMixtures } from "../uncertainty/mixture.ts";
import type { RatioSums } from "../uncertainty/ratio.ts";
import { figureList, type MetricCounts, type Metrics, metricsFrom, rangeOf } from "./metric-table.ts";
import { byQuestion, type QuestionOf, type Ratios, ratioNames, type Tally } from "./tally.ts";

export interface RivalMetrics extends Metrics {
  name: string;
}

/** The figures of every brand in a tally, the own one first, over all of its prompts; their intervals go by questions. */
export function metricsOf(tally: Tally, topics: QuestionOf): Metrics[] {
  const brands = byQuestion(tally, topics);
  const brandCounts = brands.map(({ ratios }, brand) => ({
    ...countedOf(tally, brand),
    ratios,
  }));
  const counts = brandCounts.map(countsByFigure);
  const weights = Object.fromEntries(
    weighedFigures.map(([, { of }]) => [of, sharedWeights(counts.flatMap((each) => each[of] ?? []))]),
  );
  return brandCounts.map((each, brand) => metricsFrom(each, { weights, counts: counts[brand]! }));
}

/** The own brand's figures over single prompts of the tally, by their places. */
export function promptMetrics(tally: Tally): (at: number) => Metrics {
  const mixtures: KnownMixtures = new Map();
  const whole = countedOf(tally, 0);
  // Estimates keep nothing of what they were made from, so that all prompts share these.
  const single = singleOf(whole);
  return (at) => {
    single.fill(at);
    return metricsFrom(single.counts, { mixtures });
  };
}

function countedOf(tally: Tally, brand: number): MetricCounts {
  const { mentions, withSentiment, ratios } = tally.brands[brand]!;
  const { answers, failed, searched, namings } = tally;
  return {
    answers,
    failed,
    searched,
    namings,
    mentions,
    withSentiment,
    ratios,
    brands: tally.brands.length,
  };
}

/** Counts over one prompt, filled from those over all. */
function singleOf(whole: MetricCounts): { counts: MetricCounts; fill(at: number): void } {
  const filled: [from: Float64Array, to: Float64Array][] = [];
  const single = (from: Float64Array): Float64Array => {
    const to = new Float64Array(1);
    filled.push([from, to]);
    return to;
  };
  const sumsOf = ({ y, x, yy, xy, xx, within, repeats }: RatioSums): RatioSums => ({
    ...{ y: single(y), x: single(x), yy: single(yy), xy: single(xy), xx: single(xx) },
    within: { yy: single(within.yy), xy: single(within.xy), xx: single(within.xx) },
    repeats: single(repeats),
  });
  const { answers, failed, searched, namings, mentions, withSentiment, ratios, brands } = whole;
  const counts = {
    ...{ answers: single(answers), failed: single(failed), searched: single(searched) },
    ...{ namings: single(namings), mentions: single(mentions), withSentiment: single(withSentiment) },
    ratios: Object.fromEntries(ratioNames.map((name) => [name, sumsOf(ratios[name])])) as Ratios,
    brands,
  };
  return {
    counts,
    fill(at) {
      for (const [from, to] of filled) to[0] = from[at]!;
    },
  };
}

/** Figures of which all brands together tell how alike the answers are. */
const weighedFigures = figureList.filter(([, { kind }]) => kind !== "mean");

const countsByFigure = (each: MetricCounts): Partial<Record<keyof Ratios, Counts | null>> =>
  Object.fromEntries(
    weighedFigures.map(([, { of, kind, unit }]) => [
      of,
      countsFor(each.ratios[of], kind, rangeOf(unit, each)),
    ]),
  );
