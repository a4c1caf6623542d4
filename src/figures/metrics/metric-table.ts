import type { Counts } from "../uncertainty/beta-binomial.ts";
import { type Estimate, estimate, type Kind } from "../uncertainty/estimate.ts";
import { type Confidence, confidenceOf, type Interval } from "../uncertainty/interval.ts";
import type { KnownMixtures } from "../uncertainty/mixture.ts";
import { sum } from "../uncertainty/ratio.ts";
import { type Ratios, ratioNames } from "./tally.ts";

/**
 * What one brand's metrics are computed from: one number per prompt each, over the same prompts. Everything that shows,
 * stores or documents metrics follows this file. Source: docs/contract/metrics.md.
 */
export interface MetricCounts {
  /** Obtained answers. */
  answers: Float64Array;
  failed: Float64Array;
  /** Obtained answers of engines that searched. */
  searched: Float64Array;
  /** Tracked brands named, summed over the answers. */
  namings: Float64Array;
  /** Answers that name the brand. */
  mentions: Float64Array;
  /** Answers that name it and have a sentiment. */
  withSentiment: Float64Array;
  ratios: Ratios;
  /** Number of tracked brands. */
  brands: number;
}

/** How a figure is measured: a share from 0 to 1, a score from 0 to 100, a position from 1. */
export type Unit = "share" | "score" | "position";

interface Count {
  says: string;
  of: (tallies: MetricCounts) => number;
}

interface Figure {
  unit: Unit;
  says: string;
  /** Its name in a sentence. */
  called: string;
  /** The question that it answers, as docs/measuring.md puts it. */
  asks: string;
  /** Its definition, in the symbols of docs/contract/metrics.md. */
  defined: string;
  /** The count that it is over: without any, it is null. */
  over: keyof typeof counts;
  /** The sums it is the ratio of. */
  of: keyof Ratios;
  /** How its interval is found. */
  kind: Kind;
  /** Heading of its column in the tables of a shared page; without one, it has no column. */
  heading?: string;
  /** For a figure that cannot exceed the appearance rate: the least and the most that one answer naming the brand adds. */
  perNaming?: { least: (brands: number) => number; most: number };
}

/** What the figures are over. */
export const counts = {
  answers: { says: "Answers obtained, the base of the rates.", of: ({ answers }) => sum(answers) },
  answersFailed: {
    says: "Calls that failed; they count in no figure. Calls that a cancelled run never made are not included.",
    of: ({ failed }) => sum(failed),
  },
  answersSearched: {
    says: "Answers of engines that searched the web, the base of the citation rate.",
    of: ({ searched }) => sum(searched),
  },
  prompts: {
    says: "Prompts that were answered.",
    of: ({ answers }) => answers.reduce((prompts, each) => prompts + (each > 0 ? 1 : 0), 0),
  },
  mentions: {
    says: "Answers that name the brand, the base of its average position.",
    of: ({ mentions }) => sum(mentions),
  },
  mentionsTracked: {
    says: "The same summed over all tracked brands, the base of the share of voice.",
    of: ({ namings }) => sum(namings),
  },
  answersWithSentiment: {
    says: "Answers that name the brand in a language whose sentiment is known, the base of the sentiment.",
    of: ({ withSentiment }) => sum(withSentiment),
  },
} as const satisfies Record<string, Count>;

export const figures = {
  appearanceRate: {
    unit: "share",
    says: "Share of the answers that name the brand, 0 to 1.",
    called: "the appearance rate",
    asks: "how often is it named?",
    defined: "Σ m / N, engines weighed",
    over: "answers",
    of: "appearance",
    kind: "rate",
    heading: "Named in",
  },
  visibilityScore: {
    unit: "score",
    says: "How often and how early the brand is named, 0 to 100; 100 is first in every answer.",
    called: "the visibility score",
    asks: "how often and how early? first 100, second 63, third 50, …, not named 0, on average",
    defined: "100 · Σ m / log₂(1 + r) / N: first 100, second 63, third 50",
    over: "answers",
    of: "visibility",
    kind: "score",
    heading: "Visibility",
    perNaming: { least: (brands: number) => 100 / Math.log2(1 + brands), most: 100 },
  },
  shareOfVoice: {
    unit: "share",
    says: "Its share of all mentions of tracked brands, 0 to 1; null if none is named.",
    called: "the share of voice",
    asks: "what share of all mentions of *tracked* brands is its own?",
    defined: "answers that name it, over the same summed over tracked brands (`mentions_tracked`)",
    over: "mentionsTracked",
    of: "voice",
    kind: "ratio",
    heading: "Share of voice",
  },
  averagePosition: {
    unit: "position",
    says: "Mean place among the tracked brands in the answers that name it; 1 is first.",
    called: "the average position",
    asks: "in which place is it first named, among the tracked brands?",
    defined: "mean r where it is named; not in trends",
    over: "mentions",
    of: "position",
    kind: "ratio",
  },
  recommendedRate: {
    unit: "share",
    says: "Share of the answers in which the brand heads a list item, table row or heading, 0 to 1.",
    called: "the recommended rate",
    asks: "how often does it head a list item, table row or heading, and not just appear in passing? A heading that warns against it does not count",
    defined: "answers in which it heads a list item, table row or heading, over N",
    over: "answers",
    of: "recommended",
    kind: "rate",
    perNaming: { least: () => 0, most: 1 },
  },
  sentimentScore: {
    unit: "score",
    says: "Tone of the sentences that name the brand, 0 to 100; 50 is neutral, null is unknown.",
    called: "the sentiment score",
    asks: "what tone do the sentences that name it have? 50 is neutral; English only",
    defined: "mean over `answers_with_sentiment`; 50 is neutral",
    over: "answersWithSentiment",
    of: "sentiment",
    kind: "mean",
  },
  citationRate: {
    unit: "share",
    says: "Share of the searched answers that cite a page of the brand, 0 to 1; null if none searched.",
    called: "the citation rate",
    asks: "how often is a page of its own domain cited?",
    defined: "answers that cite a page of its own, over `answers_searched`",
    over: "answersSearched",
    of: "citation",
    kind: "rate",
  },
} as const satisfies Record<string, Figure>;

type Figures = typeof figures;
export type FigureName = keyof Figures;

/** The figures of the views that do not show all, each in its order. Reports, competitors and exports show every row. */
export const shownIn = {
  /** Each point of the brand's series. */
  trend: ["visibilityScore", "appearanceRate", "shareOfVoice"],
  /** Each point of a competitor's series. */
  rivalTrend: ["visibilityScore", "appearanceRate"],
  /** The table of a brief. */
  brief: ["appearanceRate", "visibilityScore", "shareOfVoice", "citationRate"],
  /** What a shared page knows of each brand and assistant. */
  sharedPage: ["appearanceRate", "visibilityScore", "shareOfVoice", "recommendedRate", "citationRate"],
} as const satisfies Record<string, readonly FigureName[]>;

export type ShownIn<View extends keyof typeof shownIn> = (typeof shownIn)[View][number];

/** The question that each interval of a figure answers, by its suffix: prompts like these, exactly these, the next run. */
const intervals = {
  Ci: { of: "interval" },
  CiSamePrompts: { of: "samePrompts" },
  ExpectedNext: { of: "expectedNext" },
} as const satisfies Record<string, { of: keyof Omit<Estimate, "value" | "effective"> }>;

type IntervalName = `${FigureName}${keyof typeof intervals}`;

/** One brand's figures over some answers, unrounded; null if nothing was measured. */
export type Metrics = { [K in keyof typeof counts]: number } & {
  /** How far `appearanceRate` can be trusted. */
  confidence: Confidence | null;
  /** How many independent answers these are worth for `appearanceRate`. */
  effectiveAnswers: number | null;
  /**
   * The range of `appearanceRate` over prompts like these, whatever the failed calls would have said; null if no more than a
   * fiftieth of them failed. In readings by an older version without its sampling error, and of engines that lost a tenth.
   */
  appearanceRateBounds: Interval | null;
} & { [K in FigureName]: number | null } & { [K in IntervalName]: Interval | null };

/** Every figure in the order of the table, with its name. */
export const figureList = Object.entries(figures) as [FigureName, Figure][];
/** Row of a figure; `figures[name]` knows only that row's own fields. */
export const figureOf = (name: FigureName): Figure => figures[name];
export const countList = Object.entries(counts) as [keyof typeof counts, Count][];
const intervalList = Object.entries(intervals) as [
  keyof typeof intervals,
  (typeof intervals)[keyof typeof intervals],
][];

/** The names of each figure's intervals, put together once. */
const intervalsOf = Object.fromEntries(
  figureList.map(([name]) => [name, intervalList.map(([end, { of }]) => [`${name}${end}`, of] as const)]),
) as Record<FigureName, [IntervalName, keyof Estimate][]>;

interface MeasuredTerms {
  /** The weight of each correlation, learned from all brands over the same answers. */
  weights?: Partial<Record<keyof Ratios, readonly number[]>>;
  /** What it learned them from. */
  counts?: Partial<Record<keyof Ratios, Counts | null>>;
  /** Of other single prompts, if this is one; without `weights`. */
  mixtures?: KnownMixtures;
}

export function metricsFrom(
  tallies: MetricCounts,
  { weights = {}, counts = {}, mixtures }: MeasuredTerms = {},
): Metrics {
  const metrics: Record<string, unknown> = {};
  for (const [name, { of }] of countList) metrics[name] = of(tallies);
  const estimates = figureList.map(([name, { unit, of, kind }]) => {
    const context = { weights: weights[of], counts: counts[of], mixtures };
    return [name, estimate(tallies.ratios[of], kind, rangeOf(unit, tallies), context)] as const;
  });
  const effective = estimates.find(([name]) => name === "appearanceRate")![1].effective;
  metrics.confidence = effective === null ? null : confidenceOf(effective);
  metrics.effectiveAnswers = effective;
  metrics.appearanceRateBounds = null;
  for (const [name, uncertainty] of estimates) {
    metrics[name] = uncertainty.value;
    for (const [end, of] of intervalsOf[name]) metrics[end] = uncertainty[of];
  }
  return reconcileIntervals(metrics as Metrics, tallies.brands);
}

/** The range of figures with this unit. */
export const rangeOf = (unit: Unit, { brands }: Pick<MetricCounts, "brands">): Interval =>
  unit === "share" ? [0, 1] : unit === "score" ? [0, 100] : [1, brands];

const none = new Float64Array(0);
const noSums = {
  y: none,
  x: none,
  yy: none,
  xy: none,
  xx: none,
  repeats: none,
  within: { yy: none, xy: none, xx: none },
};

/** The figures when nothing was measured: the shape of a report that is still running. */
export const noMetrics: Metrics = Object.freeze(
  metricsFrom({
    answers: none,
    failed: none,
    searched: none,
    namings: none,
    mentions: none,
    withSentiment: none,
    ratios: Object.fromEntries(ratioNames.map((name) => [name, noSums])) as Ratios,
    brands: 1,
  }),
);

const perNamingList = figureList.flatMap(([name, { perNaming }]) =>
  perNaming ? [[name, perNaming] as const] : [],
);

/**
 * Adjusts the intervals of related figures so that neither end of one is ruled out by another. Where the appearance rate
 * over exactly these prompts is withheld, its wide interval speaks for both, so that each wide one still contains its
 * narrow one.
 */
function reconcileIntervals(metrics: Metrics, brands: number): Metrics {
  for (const [index, [end]] of intervalList.entries()) {
    const interval = metrics[`appearanceRate${end}`];
    const appearance = interval ?? (end === "CiSamePrompts" ? metrics.appearanceRateCi : null);
    if (!appearance) continue;
    for (const [name, { least, most }] of perNamingList) {
      const own = metrics[intervalsOf[name][index]![0]];
      if (!own) continue;
      const agreed = (value: number, rate: number): number =>
        Math.max(Math.min(value, most * rate), least(brands) * rate);
      const value = metrics[name]!;
      metrics[intervalsOf[name][index]![0]] = [
        Math.min(agreed(own[0], appearance[0]), value),
        Math.max(agreed(own[1], appearance[1]), value),
      ];
    }
  }
  return metrics;
}
