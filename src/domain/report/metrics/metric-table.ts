import {
  type Confidence,
  confidenceOf,
  type Interval,
  rateInterval,
  ratioInterval,
} from "../uncertainty/interval.ts";

/**
 * What the metrics of one brand are computed from: one number per prompt each, over the same prompts. Everything that
 * shows, stores or documents metrics follows this file. Source: docs/contract/metrics.md.
 */
export interface Counted {
  /** Obtained answers. */
  answers: Float64Array;
  failed: Float64Array;
  /** Obtained answers of engines that searched. */
  searched: Float64Array;
  /** Tracked brands named, summed over the answers. */
  namings: Float64Array;
  /** Answers that name the brand. */
  named: Float64Array;
  /** Sum of the visibility of those answers. */
  visibility: Float64Array;
  positions: Float64Array;
  recommended: Float64Array;
  /** Answers of engines that searched which cite a page of its own. */
  cited: Float64Array;
  sentiment: Float64Array;
  /** Answers that name it with a sentiment. */
  withSentiment: Float64Array;
}

/** How a figure is counted: a share from 0 to 1, a score from 0 to 100, a place from 1. */
export type Unit = "share" | "score" | "position";

interface Count {
  says: string;
  of: (counted: Counted) => number;
}

interface Figure {
  unit: Unit;
  says: string;
  value: (counted: Counted) => number | null;
  /** Its 95% interval, for figures that have one, and what the figure is called in a sentence. */
  interval?: { called: string; of: (counted: Counted) => Interval | null };
}

/** What the figures are over. */
export const counts = {
  answers: { says: "Answers obtained: what the rates are over.", of: ({ answers }) => sum(answers) },
  answersFailed: {
    says: "Calls that failed; they count in no figure. Those that a cancelled run did not make are none of them.",
    of: ({ failed }) => sum(failed),
  },
  answersSearched: {
    says: "Answers of engines that searched the web: what the citation rate is over.",
    of: ({ searched }) => sum(searched),
  },
  prompts: {
    says: "Prompts that these answers are to.",
    of: ({ answers }) => answers.reduce((prompts, each) => prompts + (each > 0 ? 1 : 0), 0),
  },
  mentions: {
    says: "Answers that name the brand: what its average position is over.",
    of: ({ named }) => sum(named),
  },
  mentionsTracked: {
    says: "The same summed over all tracked brands: what the share of voice is over.",
    of: ({ namings }) => sum(namings),
  },
  answersWithSentiment: {
    says: "Answers that name the brand in a language whose sentiment is known: what the sentiment is over.",
    of: ({ withSentiment }) => sum(withSentiment),
  },
} as const satisfies Record<string, Count>;

export const figures = {
  appearanceRate: {
    unit: "share",
    says: "Share of the answers that name the brand, 0 to 1.",
    value: ({ named, answers }) => ratio(named, answers),
    interval: {
      called: "the appearance rate",
      of: ({ named, answers }) => rateInterval(answers, named)?.interval ?? null,
    },
  },
  visibilityScore: {
    unit: "score",
    says: "How often and how early the brand is named, 0 to 100; 100 is first in every answer.",
    value: ({ visibility, answers }) => ratio(visibility, answers),
    interval: {
      called: "the visibility score",
      of: ({ visibility, answers }) => ratioInterval(visibility, answers, [0, 100]),
    },
  },
  shareOfVoice: {
    unit: "share",
    says: "Its share of all namings of tracked brands, 0 to 1; null where none is named.",
    value: ({ named, namings }) => ratio(named, namings),
    interval: {
      called: "the share of voice",
      of: ({ named, namings }) => ratioInterval(named, namings, [0, 1]),
    },
  },
  averagePosition: {
    unit: "position",
    says: "Mean place among the tracked brands in the answers that name it, from 1.",
    value: ({ positions, named }) => ratio(positions, named),
  },
  recommendedRate: {
    unit: "share",
    says: "Share of the answers that recommend the brand, not only mention it, 0 to 1.",
    value: ({ recommended, answers }) => ratio(recommended, answers),
    interval: {
      called: "the recommended rate",
      of: ({ recommended, answers }) => rateInterval(answers, recommended)?.interval ?? null,
    },
  },
  sentimentScore: {
    unit: "score",
    says: "How the answers speak of the brand, 0 to 100, 50 neutral; null where that is unknown.",
    value: ({ sentiment, withSentiment }) => ratio(sentiment, withSentiment),
    interval: {
      called: "the sentiment score",
      of: ({ sentiment, withSentiment }) => ratioInterval(sentiment, withSentiment, [0, 100]),
    },
  },
  citationRate: {
    unit: "share",
    says: "Share of the searched answers that cite a page of the brand, 0 to 1; null where none searched.",
    value: ({ cited, searched }) => ratio(cited, searched),
    interval: {
      called: "the citation rate",
      of: ({ cited, searched }) => rateInterval(searched, cited)?.interval ?? null,
    },
  },
} as const satisfies Record<string, Figure>;

type Figures = typeof figures;
type WithInterval = {
  [K in keyof Figures]: Figures[K] extends { interval: unknown } ? K : never;
}[keyof Figures];

/** The figures of one brand over some answers, unrounded; null where nothing was measured. */
export type Metrics = { [K in keyof typeof counts]: number } & {
  /** How far `appearanceRate` can be trusted. */
  confidence: Confidence | null;
} & { [K in keyof Figures]: number | null } & { [K in WithInterval as `${K}Ci`]: Interval | null };

/** Every figure in the order of the table, with its name. */
export const figureList = Object.entries(figures) as [keyof Figures, Figure][];
export const countList = Object.entries(counts) as [keyof typeof counts, Count][];

export function measured(counted: Counted): Metrics {
  const appearance = rateInterval(counted.answers, counted.named);
  return Object.fromEntries([
    ...countList.map(([name, { of }]) => [name, of(counted)]),
    ["confidence", appearance && confidenceOf(appearance.effective)],
    ...figureList.flatMap(([name, { value, interval }]) => [
      [name, value(counted)],
      ...(interval ? [[`${name}Ci`, interval.of(counted)]] : []),
    ]),
  ]);
}

const none = new Float64Array(0);

/** The figures where nothing was measured: the shape of a report that is still running. */
export const noMetrics: Metrics = Object.freeze(
  measured({
    answers: none,
    failed: none,
    searched: none,
    namings: none,
    named: none,
    visibility: none,
    positions: none,
    recommended: none,
    cited: none,
    sentiment: none,
    withSentiment: none,
  }),
);

function sum(numbers: Float64Array): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function ratio(parts: Float64Array, wholes: Float64Array): number | null {
  const whole = sum(wholes);
  return whole === 0 ? null : sum(parts) / whole;
}
