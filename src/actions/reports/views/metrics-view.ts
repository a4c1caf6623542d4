import { type Static, type TUnsafe, Type } from "typebox";
import {
  countList,
  figureList,
  type figures,
  type Metrics,
  type Unit,
} from "../../../domain/report/metrics/metric-table.ts";
import type { Stability } from "../../../domain/report/metrics/stability.ts";
import type { Change } from "../../../domain/report/uncertainty/change.ts";
import type { Interval } from "../../../domain/report/uncertainty/interval.ts";
import { interval, orNull, position, score, share } from "../../schema/rounding.ts";
import { Closed, Count, Figure, Nullable } from "../../schema/schema.ts";
import { showAs } from "../../schema/shown-as.ts";
import { ConfidenceWord, DirectionWord, ReadingDifferenceWord } from "../../schema/words.ts";

/** A 95% interval, as two numbers or null. */
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
    { name: "Interval", says: "A 95% interval, low and high; null where it cannot be told." },
  );

/** `appearanceRateCi` is `appearance_rate_ci` on the wire. */
type WireName<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${WireName<Tail>}`
  : Name;

type MetricsOnTheWire = { [Name in keyof Metrics as WireName<Name>]: Metrics[Name] };

const wireName = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

const confidence = Nullable(ConfidenceWord(), {
  description: "How far the appearance rate can be trusted, by its effective number of answers.",
});

/** The properties of Metrics, for objects that carry figures and say whose they are. */
export const metricsProperties = Object.fromEntries([
  ...countList.map(([name, { says }]) => [wireName(name), Count(says)]),
  ["confidence", confidence],
  ...figureList.flatMap(([name, { says, interval }]) => [
    [wireName(name), Figure(says)],
    ...(interval ? [[wireName(`${name}Ci`), Ci(interval.called)]] : []),
  ]),
]) as { [Name in keyof MetricsOnTheWire]: TUnsafe<MetricsOnTheWire[Name]> };

export const MetricsView = Closed(metricsProperties, {
  title: "Metrics",
  description: "The figures of one brand over some answers; null is unknown, never zero.",
});

const rounding = { share, score, position } satisfies Record<Unit, (value: number) => number>;

export const metricsView = (metrics: Metrics): Static<typeof MetricsView> =>
  Object.fromEntries([
    ...countList.map(([name]) => [wireName(name), metrics[name]]),
    ["confidence", metrics.confidence],
    ...figureList.flatMap(([name, { unit, interval: estimate }]) => [
      [wireName(name), orNull(rounding[unit], metrics[name])],
      ...(estimate ? [[wireName(`${name}Ci`), interval(rounding[unit], intervalOf(metrics, name))]] : []),
    ]),
  ]) as Static<typeof MetricsView>;

const intervalOf = (metrics: Metrics, name: keyof typeof figures): Interval | null =>
  (metrics as Partial<Record<string, unknown>>)[`${name}Ci`] as Interval | null;

export const StabilityView = Closed(
  {
    pairs: Count("Pairs of answers compared, in which at least one names a brand."),
    empty_pairs: Count("Pairs left out because neither answer names any brand."),
    brand_jaccard: Figure("Mean overlap of the brands named in a pair, 0 to 1."),
    brand_rbo: Figure("Mean overlap of their order in a pair, rank-biased, 0 to 1."),
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
    direction: DirectionWord({
      description:
        "Where the appearance rate went; flat is within the noise, the last three are no comparison.",
    }),
    compared_with: Nullable(Type.String(), {
      description: "Id of the report it is compared with; null where there is none.",
    }),
    compared_reading: Nullable(Type.Integer({ minimum: 1 }), {
      description: "Which reading of that report.",
    }),
    readings_differ: Type.Array(ReadingDifferenceWord(), {
      description:
        "In what the two reports were read on other terms: brand or method, and nothing is compared; rivals, and the visibility score is not.",
    }),
    prompts: Count("Prompts that both reports have and that were compared."),
    answers: Count("Answers of this report to them."),
    answers_before: Count("Answers of the other report to them."),
    answers_set_aside: Count("Answers of this report not compared because another model gave them."),
    appearance_rate_delta: Figure("Difference of the appearance rates, later less earlier, -1 to 1."),
    appearance_rate_delta_ci: Ci("the difference of the appearance rates"),
    visibility_score_delta: Figure("Difference of the visibility scores, later less earlier, -100 to 100."),
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
