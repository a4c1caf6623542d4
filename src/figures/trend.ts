import type { Stretch } from "./days/calendar.ts";
import type { TrendPoint } from "./report.ts";

/** What one report adds to its project's series. */
export interface DatedPoint {
  reportId: string;
  /** RFC 3339: when its answers were given. */
  measuredAt: string;
  /** Number of its reading, the report's newest. */
  reading: number;
  /** Version of the rules by which its answers were read. */
  methodVersion: string;
  point: TrendPoint;
}

export const markerKinds = [
  "prompts_changed",
  "providers_changed",
  "model_changed",
  "surfaces_changed",
  "method_changed",
] as const;

/** Marks where the measurement changed, so that the points on either side are not comparable. */
export interface Marker {
  at: string;
  reportId: string;
  kind: (typeof markerKinds)[number];
}

/** What changed from each point to the next, in order. */
export function markersOf(points: readonly DatedPoint[]): Marker[] {
  return points.flatMap((later, at): Marker[] => {
    const earlier = points[at - 1];
    if (!earlier) return [];
    const { measuredAt, reportId } = later;
    return changesBetween(earlier, later).map((kind) => ({ at: measuredAt, reportId, kind }));
  });
}

function changesBetween(earlier: DatedPoint, later: DatedPoint): Marker["kind"][] {
  const [before, after] = [earlier.point, later.point];
  const changed: Record<Marker["kind"], boolean> = {
    prompts_changed: before.promptSet !== after.promptSet,
    providers_changed: !sameWords(before.providers.map(nameOf), after.providers.map(nameOf)),
    model_changed: modelChanged(before, after),
    surfaces_changed: !sameWords(before.surfaces, after.surfaces),
    method_changed: earlier.methodVersion !== later.methodVersion,
  };
  return markerKinds.filter((kind) => changed[kind]);
}

const nameOf = ({ provider }: TrendPoint["providers"][number]): string => provider;

/** Only a known difference counts as a change: an assistant that does not state its model says nothing. */
const modelChanged = (before: TrendPoint, after: TrendPoint): boolean =>
  before.providers.some(({ provider, models }) => {
    const later = after.providers.find((each) => each.provider === provider);
    return models.length > 0 && later && later.models.length > 0 && !sameWords(models, later.models);
  });

const sameWords = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word) => other.includes(word));

/** A stretch in which nothing was measured: no line should be drawn across it. */
export interface Break {
  /** The last point before it, and the first after it. */
  after: string;
  before: string;
  /** Whole days or weeks without a point. */
  missing: number;
}

/** The runs of days or weeks without points, in order. */
export function breaksOf(points: readonly DatedPoint[], stretches: readonly Stretch[]): Break[] {
  let at = 0;
  const places = points.map(({ measuredAt }) => {
    const time = Date.parse(measuredAt);
    while (at < stretches.length - 1 && stretches[at]!.to.getTime() <= time) at += 1;
    return at;
  });
  return points.flatMap((point, index): Break[] => {
    const missing = index === 0 ? 0 : places[index]! - places[index - 1]! - 1;
    return missing > 0 ? [{ after: points[index - 1]!.measuredAt, before: point.measuredAt, missing }] : [];
  });
}

export interface RivalLine {
  name: string;
  /** Figures of one report each; `at`: RFC 3339. */
  points: ({ at: string } & Omit<TrendPoint["competitors"][number], "name">)[];
}

/**
 * Each rival's series, the most visible in the newest point first; a report that did not measure a rival has no point
 * in its series.
 */
export function rivalLines(points: readonly DatedPoint[], names: readonly string[]): RivalLine[] {
  const newest = points.at(-1)?.point.competitors.map(({ name }) => name) ?? [];
  const place = (name: string) => (newest.includes(name) ? newest.indexOf(name) : newest.length);
  const lines = new Map(
    [...names]
      .sort((a, b) => place(a) - place(b))
      .map((name): [string, RivalLine] => [name, { name, points: [] }]),
  );
  for (const { measuredAt, point } of points) {
    for (const { name, ...figures } of point.competitors)
      lines.get(name)?.points.push({ at: measuredAt, ...figures });
  }
  return [...lines.values()];
}
