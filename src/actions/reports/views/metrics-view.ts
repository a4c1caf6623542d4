import { type Static, type TUnsafe, Type } from "typebox";
import { readingDifferences } from "../../../domain/answer/reading-difference.ts";
import type { Metrics } from "../../../domain/report/metrics/score.ts";
import type { Stability } from "../../../domain/report/metrics/stability.ts";
import type { Change } from "../../../domain/report/uncertainty/change.ts";
import { interval, orNull, position, score, share } from "../../schema/rounding.ts";
import { Closed, Nullable, OneOf } from "../../schema/schema.ts";

/** A 95 % interval, as two numbers or null. */
export const Ci = (of: string): TUnsafe<[number, number] | null> =>
  Type.Unsafe<[number, number] | null>({
    type: ["array", "null"],
    items: { type: "number" },
    minItems: 2,
    maxItems: 2,
    description: `95 % interval of ${of}, low and high; null where it cannot be told.`,
    examples: [[0.41, 0.81]],
  });

const count = (description: string) => Type.Integer({ minimum: 0, description });
const figure = (description: string) => Nullable(Type.Number(), { description });

/** The properties of Metrics, for objects that carry figures and say whose they are. */
export const metricsProperties = {
  answers: count("Answers obtained: what the rates are over."),
  answers_failed: count(
    "Calls that failed; they count in no figure. Those that a cancelled run did not make are none of them.",
  ),
  answers_searched: count("Answers of engines that searched the web: what the citation rate is over."),
  prompts: count("Prompts that these answers are to."),
  confidence: Nullable(OneOf(["directional", "moderate", "strong"]), {
    description: "How far the appearance rate can be trusted, by its effective number of answers.",
  }),
  mentions: count("Answers that name the brand: what its average position is over."),
  mentions_tracked: count("The same summed over all tracked brands: what the share of voice is over."),
  answers_with_sentiment: count(
    "Answers that name the brand in a language whose sentiment is known: what the sentiment is over.",
  ),
  appearance_rate: figure("Share of the answers that name the brand, 0 to 1."),
  appearance_rate_ci: Ci("the appearance rate"),
  visibility_score: figure(
    "How often and how early the brand is named, 0 to 100; 100 is first in every answer.",
  ),
  visibility_score_ci: Ci("the visibility score"),
  share_of_voice: figure("Its share of all namings of tracked brands, 0 to 1; null where none is named."),
  share_of_voice_ci: Ci("the share of voice"),
  average_position: figure("Mean place among the tracked brands in the answers that name it, from 1."),
  recommended_rate: figure("Share of the answers that recommend the brand, not only mention it, 0 to 1."),
  recommended_rate_ci: Ci("the recommended rate"),
  sentiment_score: figure(
    "How the answers speak of the brand, 0 to 100, 50 neutral; null where that is unknown.",
  ),
  sentiment_score_ci: Ci("the sentiment score"),
  citation_rate: figure(
    "Share of the searched answers that cite a page of the brand, 0 to 1; null where none searched.",
  ),
  citation_rate_ci: Ci("the citation rate"),
};

export const MetricsView = Closed(metricsProperties, {
  title: "Metrics",
  description: "The figures of one brand over some answers; null is unknown, never zero.",
});

export const metricsView = (metrics: Metrics): Static<typeof MetricsView> => ({
  answers: metrics.answers,
  answers_failed: metrics.answersFailed,
  answers_searched: metrics.answersSearched,
  prompts: metrics.prompts,
  confidence: metrics.confidence,
  mentions: metrics.mentions,
  mentions_tracked: metrics.mentionsTracked,
  answers_with_sentiment: metrics.answersWithSentiment,
  appearance_rate: orNull(share, metrics.appearanceRate),
  appearance_rate_ci: interval(share, metrics.appearanceRateCi),
  visibility_score: orNull(score, metrics.visibilityScore),
  visibility_score_ci: interval(score, metrics.visibilityScoreCi),
  share_of_voice: orNull(share, metrics.shareOfVoice),
  share_of_voice_ci: interval(share, metrics.shareOfVoiceCi),
  average_position: orNull(position, metrics.averagePosition),
  recommended_rate: orNull(share, metrics.recommendedRate),
  recommended_rate_ci: interval(share, metrics.recommendedRateCi),
  sentiment_score: orNull(score, metrics.sentimentScore),
  sentiment_score_ci: interval(score, metrics.sentimentScoreCi),
  citation_rate: orNull(share, metrics.citationRate),
  citation_rate_ci: interval(share, metrics.citationRateCi),
});

export const StabilityView = Closed(
  {
    pairs: count("Pairs of answers compared, in which at least one names a brand."),
    empty_pairs: count("Pairs left out because neither answer names any brand."),
    brand_jaccard: figure("Mean overlap of the brands named in a pair, 0 to 1."),
    brand_rbo: figure("Mean overlap of their order in a pair, rank-biased, 0 to 1."),
  },
  {
    title: "Stability",
    description: "How alike the answers of one engine to one prompt are when asked again.",
  },
);

export const stabilityView = (stability: Stability): Static<typeof StabilityView> => ({
  pairs: stability.pairs,
  empty_pairs: stability.emptyPairs,
  brand_jaccard: orNull(share, stability.brandJaccard),
  brand_rbo: orNull(share, stability.brandRbo),
});

export const ChangeView = Closed(
  {
    direction: OneOf(["up", "down", "flat", "insufficient_data", "model_changed", "reading_changed"], {
      description:
        "Where the appearance rate went; flat is within the noise, the last three are no comparison.",
    }),
    compared_with: Nullable(Type.String(), {
      description: "Id of the report it is compared with; null where there is none.",
    }),
    compared_reading: Nullable(Type.Integer({ minimum: 1 }), {
      description: "Which reading of that report.",
    }),
    readings_differ: Type.Array(OneOf(readingDifferences), {
      description:
        "In what the two reports were read on other terms: brand or method, and nothing is compared; rivals, and the visibility score is not.",
    }),
    prompts: count("Prompts that both reports have and that were compared."),
    answers: count("Answers of this report to them."),
    answers_before: count("Answers of the other report to them."),
    answers_set_aside: count("Answers of this report not compared because another model gave them."),
    appearance_rate_delta: figure("Difference of the appearance rates, later less earlier, -1 to 1."),
    appearance_rate_delta_ci: Ci("the difference of the appearance rates"),
    visibility_score_delta: figure("Difference of the visibility scores, later less earlier, -100 to 100."),
    visibility_score_delta_ci: Ci("the difference of the visibility scores"),
  },
  {
    title: "Change",
    description: "How a report differs from an earlier one, judged against the noise of both.",
  },
);

export const changeView = (
  change: Change,
  comparedWith: { id: string; reading: number } | null,
): Static<typeof ChangeView> => ({
  direction: change.direction,
  compared_with: comparedWith?.id ?? null,
  compared_reading: comparedWith?.reading || null,
  readings_differ: [...change.readingsDiffer],
  prompts: change.prompts,
  answers: change.answers,
  answers_before: change.answersBefore,
  answers_set_aside: change.answersSetAside,
  appearance_rate_delta: orNull(share, change.appearanceRateDelta),
  appearance_rate_delta_ci: interval(share, change.appearanceRateDeltaCi),
  visibility_score_delta: orNull(score, change.visibilityScoreDelta),
  visibility_score_delta_ci: interval(score, change.visibilityScoreDeltaCi),
});
