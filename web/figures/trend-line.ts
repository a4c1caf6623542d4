import type { Trends } from "../api/questions.ts";

export interface PlacedPoint {
  at: string;
  reportId: string;
  rate: number;
  /** For exactly these prompts; null if too few answers decide it. */
  band: readonly [number, number] | null;
  answers: number;
  /** In percent of the width and of the height. */
  x: number;
  y: number;
}

export interface TrendLine {
  points: PlacedPoint[];
  /** Paths in a box of 100 by 100. */
  line: string;
  band: string;
  /** Bands of reports that stand between two without: too narrow for an area. */
  alone: { x: number; low: number; high: number }[];
  /** Days to write under the axis. */
  days: { at: string; x: number }[];
  markers: { at: string; kind: Trends["markers"][number]["kind"]; x: number }[];
}

const most = 60;
const mostDays = 6;

/** The rate over time, placed: line, band, days and what changed in how it was measured. Null with fewer than two points. */
export function trendLine({ points: all, markers }: Pick<Trends, "points" | "markers">): TrendLine | null {
  const measured = all.filter(({ appearance_rate }) => appearance_rate !== null).slice(-most);
  const [first, last] = [measured[0], measured.at(-1)];
  if (!first || !last || measured.length < 2) return null;
  const [begin, end] = [Date.parse(first.at), Date.parse(last.at)];
  const x = (time: number) => (end > begin ? ((time - begin) / (end - begin)) * 100 : 0);
  const y = (rate: number) => 100 - rate * 100;
  const points = measured.map((point): PlacedPoint => {
    const [low, high] = point.appearance_rate_ci_same_prompts ?? [];
    return {
      ...{
        at: point.at,
        reportId: point.report_id,
        rate: point.appearance_rate ?? 0,
        answers: point.answers,
      },
      band: low === undefined || high === undefined ? null : [low, high],
      x: round(x(Date.parse(point.at))),
      y: round(y(point.appearance_rate ?? 0)),
    };
  });
  /** Along the high ends, and back along the low ones. */
  const bandPath = (run: Band[]) => {
    const high = run.map(([x, , high]): Corner => [x, y(high)]);
    const low = run.map(([x, low]): Corner => [x, y(low)]);
    return `${pathOf([...high, ...low.reverse()])}Z`;
  };
  const every = Math.ceil(points.length / mostDays);
  const placed = ({ at }: { at: string }) => round(x(Date.parse(at)));
  return {
    points,
    line: pathOf(points.map((point) => [point.x, point.y])),
    band: bandsOf(points).map(bandPath).join(""),
    alone: points.flatMap(({ band, x }, index) =>
      band && !points[index - 1]?.band && !points[index + 1]?.band
        ? [{ x, low: round(y(band[0])), high: round(y(band[1])) }]
        : [],
    ),
    days: points.filter((_, at) => (points.length - 1 - at) % every === 0),
    markers: markers
      .map((marker) => ({ at: marker.at, kind: marker.kind, x: placed(marker) }))
      .filter(({ x }) => x > 0 && x <= 100),
  };
}

type Corner = readonly [x: number, y: number];
type Band = [x: number, low: number, high: number];

/** A path of straight lines. */
const pathOf = (corners: readonly Corner[]): string =>
  `M${corners.map(([x, y]) => `${round(x)},${round(y)}`).join("L")}`;

/** The bands, low and high, of reports in a row that have one. */
function bandsOf(points: readonly PlacedPoint[]): Band[][] {
  const runs: Band[][] = [];
  for (const [at, { x, band }] of points.entries()) {
    if (!band) continue;
    if (!points[at - 1]?.band) runs.push([]);
    runs.at(-1)?.push([x, ...band]);
  }
  return runs;
}

const round = (value: number): number => Math.round(value * 100) / 100;
