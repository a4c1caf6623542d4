import type { MeasuredAnswer } from "../../answer/answer.ts";
import type { TrackedBrands } from "../../project/brand.ts";
import {
  type Confidence,
  confidenceOf,
  type Interval,
  rateInterval,
  ratioInterval,
} from "../uncertainty/interval.ts";
import { inOrder, type Tally, tallyOf } from "./tally.ts";

/** The figures of one brand over some answers, unrounded; null where nothing was measured. Source: docs/contract/metrics.md. */
export interface Metrics {
  /** Answers obtained: the denominator of every rate but `citationRate`. */
  answers: number;
  answersFailed: number;
  /** Answers of engines that searched: the denominator of `citationRate`. */
  answersSearched: number;
  /** Prompts with an answer. */
  prompts: number;
  /** How far `appearanceRate` can be trusted. */
  confidence: Confidence | null;
  /** Answers that name the brand. */
  mentions: number;
  /** The same summed over all tracked brands: the denominator of `shareOfVoice`. */
  mentionsTracked: number;
  /** Answers that name the brand with a sentiment: the denominator of `sentimentScore`. */
  answersWithSentiment: number;
  appearanceRate: number | null;
  appearanceRateCi: Interval | null;
  /** 0-100: 100 where it is named first in every answer. */
  visibilityScore: number | null;
  visibilityScoreCi: Interval | null;
  /** Its part of all answers × tracked brands named in them. */
  shareOfVoice: number | null;
  shareOfVoiceCi: Interval | null;
  averagePosition: number | null;
  /** Answers that name it in a recommending position. */
  recommendedRate: number | null;
  recommendedRateCi: Interval | null;
  /** 0-100 over the answers that name it in a language with a lexicon, 50 neutral. */
  sentimentScore: number | null;
  sentimentScoreCi: Interval | null;
  /** Answers that cite a page of the brand's own. */
  citationRate: number | null;
  citationRateCi: Interval | null;
}

export interface RivalMetrics extends Metrics {
  name: string;
}

/** The figures of every tracked brand over the same answers, counted in one pass. */
export function scoreAll(
  answers: readonly MeasuredAnswer[],
  tracked: TrackedBrands,
): { own: Metrics; rivals: RivalMetrics[] } {
  const tally = tallyOf(inOrder(answers), tracked);
  return {
    own: metricsOf(tally, 0),
    rivals: tracked.rivals.map(({ name }, index) => ({ name, ...metricsOf(tally, index + 1) })),
  };
}

/** The figures of one brand, 0 being the own one, over a stretch of the tally's prompts; absent: over all. */
export function metricsOf(tally: Tally, brand: number, from = 0, to = tally.promptKeys.length): Metrics {
  const over = (numbers: Float64Array) => numbers.subarray(from, to);
  const own = tally.brands[brand]!;
  const sizes = over(tally.answers);
  const answers = sum(sizes);
  const mentions = sum(over(own.named));
  const mentionsTracked = sum(over(tally.namings));
  const answersWithSentiment = sum(over(own.felt));
  const appearance = rateInterval(sizes, over(own.named));
  return {
    answers,
    answersFailed: sum(over(tally.failed)),
    answersSearched: sum(over(tally.searched)),
    prompts: sizes.reduce((prompts, size) => prompts + (size > 0 ? 1 : 0), 0),
    confidence: appearance && confidenceOf(appearance.effective),
    mentions,
    mentionsTracked,
    answersWithSentiment,
    appearanceRate: ratio(mentions, answers),
    appearanceRateCi: appearance?.interval ?? null,
    visibilityScore: ratio(sum(over(own.visibility)), answers),
    visibilityScoreCi: ratioInterval(over(own.visibility), sizes, [0, 100]),
    shareOfVoice: ratio(mentions, mentionsTracked),
    shareOfVoiceCi: ratioInterval(over(own.named), over(tally.namings), [0, 1]),
    averagePosition: ratio(sum(over(own.positions)), mentions),
    recommendedRate: ratio(sum(over(own.recommended)), answers),
    recommendedRateCi: rateInterval(sizes, over(own.recommended))?.interval ?? null,
    sentimentScore: ratio(sum(over(own.sentiment)), answersWithSentiment),
    sentimentScoreCi: ratioInterval(over(own.sentiment), over(own.felt), [0, 100]),
    citationRate: ratio(sum(over(own.cited)), sum(over(tally.searched))),
    citationRateCi: rateInterval(over(tally.searched), over(own.cited))?.interval ?? null,
  };
}

/** The figures where nothing was measured: the shape of a report that is still running. */
export const noMetrics: Metrics = Object.freeze({
  answers: 0,
  answersFailed: 0,
  answersSearched: 0,
  prompts: 0,
  confidence: null,
  mentions: 0,
  mentionsTracked: 0,
  answersWithSentiment: 0,
  appearanceRate: null,
  appearanceRateCi: null,
  visibilityScore: null,
  visibilityScoreCi: null,
  shareOfVoice: null,
  shareOfVoiceCi: null,
  averagePosition: null,
  recommendedRate: null,
  recommendedRateCi: null,
  sentimentScore: null,
  sentimentScoreCi: null,
  citationRate: null,
  citationRateCi: null,
});

const sum = (numbers: Float64Array): number => numbers.reduce((total, each) => total + each, 0);

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
