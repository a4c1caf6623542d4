import { type Static, type TUnsafe, Type } from "typebox";
import { countList, figureList, type Metrics, type Unit } from "../../../figures/metrics/metric-table.ts";
import { nextRun } from "../../../figures/metrics/next-run.ts";
import type { Stability } from "../../../figures/metrics/stability.ts";
import type { Change } from "../../../figures/uncertainty/change.ts";
import type { Days } from "../../../figures/watching/days.ts";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { answers, interval, orNull, position, score, share } from "../../api/schema/rounding.ts";
import { Closed, Count, Figure, Nullable, OneOf } from "../../api/schema/schema.ts";
import { ConfidenceWord, DirectionWord, ReadingDifferenceWord } from "../../api/schema/words.ts";

/** A 95% interval, as two numbers or null; `of` says which of several questions it answers. */
export const Ci = (of: string): TUnsafe<[number, number] | null> =>
  showAs(
    Type.Unsafe<[number, number] | null>({
      type: ["array", "null"],
      items: { type: "number" },
      minItems: 2,
      maxItems: 2,
      description: `95% interval of ${of}.`,
      examples: [[0.41, 0.81]],
    }),
    {
      name: "Interval",
      says: "A 95% interval, low and high; null if unknown. `_ci`: of the figure over prompts like these; `_ci_same_prompts`: over exactly these; `_expected_next`: where the next run's should lie.",
      plain: true,
    },
  );

/** `appearanceRateCi` is `appearance_rate_ci` on the wire. */
export type WireName<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${WireName<Tail>}`
  : Name;

type SamePromptsName = `${string}CiSamePrompts` | `${string}ExpectedNext`;
type Shown = Omit<Metrics, SamePromptsName>;
type MetricsOnTheWire = { [Name in keyof Shown as WireName<Name>]: Shown[Name] } & {
  same_prompts: Static<typeof SamePrompts>[];
};

export const wireName = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

const SamePrompts = Closed(
  {
    figure: OneOf(
      figureList.map(([name]) => wireName(name)),
      { description: "Which figure." },
    ),
    interval_same_prompts: Ci("the figure over exactly these prompts"),
    expected_next: Ci("the figure of the next run over these prompts if nothing but the day changes"),
  },
  { title: "SamePrompts", description: "A figure over exactly these prompts, where only the answers vary." },
);

const confidence = Nullable(ConfidenceWord(), {
  description: "How far the appearance rate can be trusted, by its effective number of answers.",
});

/** Properties that are not figures. */
const besides = {
  effective_answers: Figure("How many independent answers the appearance rate is worth."),
  appearance_rate_bounds: showAs(
    Type.Unsafe<[number, number] | null>({
      type: ["array", "null"],
      items: { type: "number" },
      minItems: 2,
      maxItems: 2,
      description:
        "The appearance rate over prompts like these, whatever the failed calls would have said; null where no more than a fiftieth of them failed.",
      examples: [[0.38, 0.52]],
    }),
    {
      name: "Bounds",
      says: "The least and the most that a figure can be.",
    },
  ),
};

/** The properties of Metrics, for objects that carry figures and say whose they are. */
export const metricsProperties = Object.fromEntries([
  ...countList.map(([name, { says }]) => [wireName(name), Count(says)]),
  ["confidence", confidence],
  ...figureList.flatMap(([name, { says, called }]) => [
    [wireName(name), Figure(says)],
    [wireName(`${name}Ci`), Ci(called)],
  ]),
  ...Object.entries(besides),
  [
    "same_prompts",
    Type.Array(SamePrompts, {
      description:
        "Figures over exactly these prompts; those with under ten mentions or misses are left out.",
    }),
  ],
]) as { [Name in keyof MetricsOnTheWire]: TUnsafe<MetricsOnTheWire[Name]> };

export const MetricsView = Closed(metricsProperties, {
  title: "Metrics",
  description: "The figures of one brand; null means unknown, never zero.",
});

export const rounding = { share, score, position } satisfies Record<Unit, (value: number) => number>;

/** `days`: how far they move the next run. */
export const metricsView = (metrics: Metrics, days: Days): Static<typeof MetricsView> =>
  Object.fromEntries([
    ...countList.map(([name]) => [wireName(name), metrics[name]]),
    ["confidence", metrics.confidence],
    ...figureList.flatMap(([name, { unit }]) => [
      // A reading stored by an earlier version may lack it.
      [wireName(name), orNull(rounding[unit], metrics[name] ?? null)],
      [wireName(`${name}Ci`), interval(rounding[unit], metrics[`${name}Ci`] ?? null)],
    ]),
    // Readings by an older method have none of these.
    ["effective_answers", orNull(answers, metrics.effectiveAnswers ?? null)],
    ["appearance_rate_bounds", interval(share, metrics.appearanceRateBounds ?? null)],
    ["same_prompts", samePromptsView(metrics, days)],
  ]) as Static<typeof MetricsView>;

const samePromptsView = (metrics: Metrics, days: Days): Static<typeof SamePrompts>[] =>
  figureList.flatMap(([name, { unit }]) => {
    const again = interval(rounding[unit], metrics[`${name}CiSamePrompts`] ?? null);
    const next = interval(rounding[unit], nextRun(metrics, name, days));
    return again ? [{ figure: wireName(name), interval_same_prompts: again, expected_next: next }] : [];
  });

export const StabilityView = Closed(
  {
    pairs: Count("Pairs of answers in which at least one names a brand."),
    empty_pairs: Count("Pairs left out because neither answer names any brand."),
    brand_jaccard: Figure("Mean overlap of the brands named in a pair, 0 to 1."),
    brand_rbo: Figure("Mean overlap of their order in a pair, rank-biased, 0 to 1."),
  },
  {
    title: "Stability",
    description: "How alike repeated answers of one engine to one prompt are.",
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
    direction: DirectionWord({
      description:
        "How the appearance rate moved; `flat` is within the noise, and `failures_differ` may be due to failed calls.",
    }),
    compared_with: Nullable(Type.String(), {
      description: "Id of the report it is compared with, if any.",
    }),
    compared_reading: Nullable(Type.Integer({ minimum: 1 }), {
      description: "Reading of that report.",
    }),
    unjudged_because: Nullable(OneOf(["stopped_by_person"]), {
      description:
        "Why there is no verdict although there are answers: whoever stopped the run may have seen its figures; else null.",
    }),
    readings_differ: Type.Array(ReadingDifferenceWord(), {
      description:
        "How the two readings differ. With another brand or method nothing is compared; with other competitors, the visibility score is not.",
    }),
    compared_reports: Count(
      "Earlier reports whose mean this one is compared with; 1: that of `compared_with` alone.",
    ),
    newest_reports: Count(
      "Newest reports whose mean is compared, this one among them; more than 1 where the appearance rate shifted with an earlier one.",
    ),
    prompts: Count("Prompts compared, which all these reports have."),
    answers: Count("Answers of the newest reports to them."),
    answers_before: Count("Answers of the earlier reports to them."),
    answers_set_aside: Count("Answers left out because another model gave them."),
    answers_failed: Count(
      "Failed calls of assistants that lost more of them on one side. The intervals hold whatever these would have said.",
    ),
    appearance_rate_delta: Figure(
      "The newest reports' mean appearance rate minus that of the earlier ones, -1 to 1.",
    ),
    appearance_rate_delta_ci: Ci("the difference of the appearance rates"),
    visibility_score_delta: Figure("Difference of the visibility scores in the same way, -100 to 100."),
    visibility_score_delta_ci: Ci("the difference of the visibility scores"),
  },
  {
    title: "Change",
    description: "How a report differs from an earlier one, judged against their noise.",
  },
);

export const changeView = (
  change: Change,
  comparedWith: { id: string; reading: number } | null,
): Static<typeof ChangeView> => ({
  direction: change.direction,
  compared_with: comparedWith?.id ?? null,
  compared_reading: comparedWith?.reading || null,
  unjudged_because: change.stopped ? "stopped_by_person" : null,
  readings_differ: [...change.readingsDiffer],
  prompts: change.prompts,
  answers: change.answers,
  compared_reports: change.reports,
  newest_reports: change.newestReports,
  answers_before: change.answersBefore,
  answers_set_aside: change.answersSetAside,
  answers_failed: change.answersFailed,
  appearance_rate_delta: orNull(share, change.appearanceRateDelta),
  appearance_rate_delta_ci: interval(share, change.appearanceRateDeltaCi),
  visibility_score_delta: orNull(score, change.visibilityScoreDelta),
  visibility_score_delta_ci: interval(score, change.visibilityScoreDeltaCi),
});
