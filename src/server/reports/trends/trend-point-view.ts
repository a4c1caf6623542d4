import { type Static, type TUnsafe, Type } from "typebox";
import {
  type FigureName,
  figureOf,
  type Metrics,
  type ShownIn,
  shownIn,
  type Unit,
} from "../../../figures/metrics/metric-table.ts";
import type { DatedPoint, RivalLine } from "../../../figures/trend.ts";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { interval, orNull } from "../../api/schema/rounding.ts";
import { Closed, Nullable, Time } from "../../api/schema/schema.ts";
import { Ci, rounding, type WireName, wireName } from "../figures/metrics-view.ts";

type Figures<Name extends keyof Metrics> = { [Each in Name as WireName<Each>]: TUnsafe<Metrics[Each]> };
type Own = ShownIn<"trend">;
type OwnFigures = Figures<Own | `${Own}Ci` | `${Own}CiSamePrompts`>;
type RivalFigures = Figures<ShownIn<"rivalTrend">>;

const ranges: Record<Unit, string> = { share: "0 to 1", score: "0 to 100", position: "1 is first" };

/** One brand's figure at a point: "Its visibility score, 0 to 100." */
const FigureAt = (name: FigureName) => {
  const { called, unit } = figureOf(name);
  return Nullable(Type.Number(), { description: `${called.replace(/^the/, "Its")}, ${ranges[unit]}.` });
};

/** Rounded as its unit is; null if it is unknown, or was not in trends when the point was stored. */
const figureAt = (name: FigureName, value: number | null | undefined) =>
  orNull(rounding[figureOf(name).unit], value ?? null);
const intervalAt = (name: FigureName, ends: readonly [number, number] | null | undefined) =>
  interval(rounding[figureOf(name).unit], ends ?? null);

export const TrendPointView = Closed(
  {
    at: Time("When the answers were given."),
    report_id: Type.String({ description: "Id of the report." }),
    reading: Type.Integer({ minimum: 1, description: "Its newest reading." }),
    ...(Object.fromEntries(
      shownIn.trend.flatMap((name) => [
        [wireName(name), FigureAt(name)],
        [wireName(`${name}Ci`), Ci(figureOf(name).called)],
        [wireName(`${name}CiSamePrompts`), Ci(`${figureOf(name).called} over exactly these prompts`)],
      ]),
    ) as OwnFigures),
    answers: Type.Integer({ minimum: 0, description: "Answers behind it." }),
    prompts: Type.Integer({ minimum: 0, description: "Prompts behind it." }),
  },
  { title: "TrendPoint", description: "The main figures of one report in a series." },
);

export const trendPointView = ({
  reportId,
  measuredAt,
  reading,
  point,
}: DatedPoint): Static<typeof TrendPointView> =>
  ({
    at: measuredAt,
    report_id: reportId,
    reading,
    ...Object.fromEntries(
      shownIn.trend.flatMap((name) => [
        [wireName(name), figureAt(name, point[name])],
        [wireName(`${name}Ci`), intervalAt(name, point[`${name}Ci`])],
        [wireName(`${name}CiSamePrompts`), intervalAt(name, point[`${name}CiSamePrompts`])],
      ]),
    ),
    answers: point.answers,
    prompts: point.prompts,
  }) as Static<typeof TrendPointView>;

export const RivalPointView = showAs(
  Closed({
    at: Time("When the answers were given."),
    ...(Object.fromEntries(
      shownIn.rivalTrend.map((name) => [wireName(name), FigureAt(name)]),
    ) as RivalFigures),
  }),
  { name: "CompetitorTrendPoint" },
);

export const rivalPointView = (point: RivalLine["points"][number]): Static<typeof RivalPointView> =>
  ({
    at: point.at,
    ...Object.fromEntries(shownIn.rivalTrend.map((name) => [wireName(name), figureAt(name, point[name])])),
  }) as Static<typeof RivalPointView>;
