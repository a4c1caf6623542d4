import { figure, range } from "../../domain/report/figures-in-words.ts";
import type { Estimate, SharedTrendPoint } from "../../domain/report/shared-report.ts";
import type { Interval } from "../../domain/report/uncertainty/interval.ts";
import { type Html, html } from "./html.ts";
import { day, shortDay } from "./words.ts";

const height = 220;
const top = 18;
const bottom = 190;
/** Margin on either side, in percent of the width, so that the outer points are complete. */
const side = 2;
/** Room for the axis labels, in pixels. */
const axisWidth = 36;

interface Placed {
  /** Percent of the width. */
  x: number;
  /** Pixels. */
  y: number;
  low: number;
  high: number;
  point: SharedTrendPoint;
}

/**
 * The rate at which the brand is named, over time, with its intervals as a band: those over exactly these prompts, if
 * every point has one. Horizontal lengths are percentages, so that the chart fits every width without shrinking its
 * text. The table beside it says the same in figures.
 */
export function trendChart(points: readonly SharedTrendPoint[], brand: string): Html | null {
  const measured = points.filter(({ appearanceRate }) => appearanceRate.value !== null);
  if (measured.length < 2) return null;
  const most = ceiling(measured);
  const placed = place(measured, most);
  const [first, last] = [placed[0]!, placed.at(-1)!];
  const marks = [most, most / 2, 0];
  return html`<div class="plot"><svg class="axis" width="${axisWidth}" height="${height}" aria-hidden="true">
${marks.map((value) => html`<text class="tick end" x="${axisWidth}" y="${heightOf(value, most) + 4}">${percentOf(value)}</text>`)}
</svg><svg class="chart" width="100%" height="${height}" role="img" aria-labelledby="chart-title chart-desc">
<title id="chart-title">Share of answers that name ${brand}, over time</title>
<desc id="chart-desc">${described(first.point, last.point)}</desc>
${marks.map((value) => gridLine(heightOf(value, most)))}
<svg viewBox="0 0 100 ${height}" width="100%" height="${height}" preserveAspectRatio="none">
<path class="band" d="${band(placed)}"/><path class="line" vector-effect="non-scaling-stroke" d="${line(placed)}"/>
</svg>
${placed.map(({ x, y }) => html`<circle class="dot" cx="${x}%" cy="${y}" r="3.5"/>`)}
<text class="tick" x="${first.x}%" y="${height - 8}">${shortDay(first.point.at)}</text>
<text class="tick end" x="${last.x}%" y="${height - 8}">${shortDay(last.point.at)}</text>
</svg></div>`;
}

const described = (first: SharedTrendPoint, last: SharedTrendPoint): string =>
  `From ${said(first.appearanceRate)} on ${day(first.at)} to ${said(last.appearanceRate)} on ${day(last.at)}. The table after the chart has every value.`;

function said(rate: Estimate): string {
  const interval = range(rate.interval, "share");
  return figure(rate.value, "share") + (interval ? ` (95% interval ${interval})` : "");
}

/** Whether every point has an interval over exactly these prompts. */
export const hasNarrowBand = (points: readonly SharedTrendPoint[]): boolean =>
  points.every(({ band, appearanceRate }) => band || appearanceRate.value === null);

/** All points use the same kind of band: the narrow one, or the wide one if any point lacks it. */
const bandOf = (point: SharedTrendPoint, points: readonly SharedTrendPoint[]): Interval | null =>
  hasNarrowBand(points) ? (point.band ?? null) : point.appearanceRate.interval;

const ceilings = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1];

/** The smallest round share that no interval exceeds. */
function ceiling(points: readonly SharedTrendPoint[]): number {
  const highest = Math.max(
    ...points.map((point) => bandOf(point, points)?.[1] ?? point.appearanceRate.value!),
  );
  return ceilings.find((each) => each >= highest) ?? 1;
}

function place(points: readonly SharedTrendPoint[], most: number): Placed[] {
  const times = points.map(({ at }) => Date.parse(at));
  const [begin, end] = [times[0]!, times.at(-1)!];
  const yOf = (share: number) => heightOf(Math.min(share, most), most);
  return points.map((point, at) => {
    const { value } = point.appearanceRate;
    const interval = bandOf(point, points);
    // Reports of the same instant appear side by side in order.
    const along = end === begin ? at / (points.length - 1) : (times[at]! - begin) / (end - begin);
    return {
      x: rounded(side + along * (100 - 2 * side)),
      y: yOf(value!),
      low: yOf(interval?.[0] ?? value!),
      high: yOf(interval?.[1] ?? value!),
      point,
    };
  });
}

const gridLine = (y: number): Html => html`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}"/>`;

const heightOf = (share: number, most: number): number => rounded(bottom - (share / most) * (bottom - top));

const percentOf = (share: number): string => `${Math.round(share * 1000) / 10}%`;

const line = (placed: readonly Placed[]): string => `M${placed.map(({ x, y }) => `${x} ${y}`).join("L")}`;

const band = (placed: readonly Placed[]): string =>
  `M${[...placed.map(({ x, high }) => `${x} ${high}`), ...placed.map(({ x, low }) => `${x} ${low}`).reverse()].join("L")}Z`;

const rounded = (value: number): number => Math.round(value * 10) / 10;
