import { dayIn } from "../../figures/days/day.ts";
import { figure, range } from "../../figures/figures-in-words.ts";
import type { Estimate, SharedReport, SharedTrendPoint } from "../../figures/shared-report.ts";
import type { Interval } from "../../figures/uncertainty/interval.ts";
import { type Html, html } from "./html.ts";
import { along } from "./interval-picture.ts";

interface Placed {
  /** Percent of the width; the others, of the height, from the top. */
  x: number;
  y: number;
  low: number;
  high: number;
  point: SharedTrendPoint;
}

/** Labels of ends closer to the estimate than this share of the scale would be written over it. */
const roomForText = 0.07;

/**
 * The rate at which the brand is named, over time, on the whole scale, with its intervals as a band: those over exactly
 * these prompts, if every point has one; then the range over all prompts like these stands once at the right. Lengths are
 * percentages, so that the chart fits every width without shrinking its text. The table beside it says the same in
 * figures.
 */
export function trendChart({ trend: { points }, brand, timezone }: SharedReport): Html | null {
  const measured = points.filter(({ appearanceRate }) => appearanceRate.value !== null);
  if (measured.length < 2) return null;
  const placed = place(measured);
  const [first, last] = [placed[0]!, placed.at(-1)!];
  return html`<div class="tr"><div class="pl"><svg role="img" aria-labelledby="chart-title chart-desc">
<title id="chart-title">Share of answers that name ${brand}, over time</title>
<desc id="chart-desc">${described(first.point, last.point, timezone)}</desc>
<g class="grid">${ticks.map((tick) => html`<line x2="100%" y1="${tick}%" y2="${tick}%"/>`)}</g>
<g class="says end">${ticks.map((tick) => html`<text x="-8" y="${tick}%" dy=".35em">${tick === 0 ? "100%" : 100 - tick}</text>`)}</g>
<svg viewBox="0 0 100 100" width="100%" height="100%" preserveAspectRatio="none"><path class="band" d="${band(placed)}"/><path class="ln" d="${line(placed)}"/></svg>
${placed.map(({ x, y }) => html`<circle class="pt" cx="${x}%" cy="${y}%"/>`)}
<g class="says days"><text y="100%" dy="24">${dayIn(first.point.at, timezone, "shortDay")}</text><text class="end" x="100%" y="100%" dy="24">${dayIn(last.point.at, timezone, "shortDay")}</text></g>
${wideRange(last, hasNarrowBand(points))}</svg></div></div>`;
}

const ticks = [0, 25, 50, 75, 100];

/** At the right of the newest point: its value and, where the band is the narrow one, the range over prompts like these. */
function wideRange({ y, point }: Placed, besides: boolean): Html {
  const { value, interval } = point.appearanceRate;
  const now = html`<text class="newest" x="${besides ? 39 : 12}" y="${y}%" dy=".35em">${figure(value, "share")}</text>`;
  const [low, high] = interval ?? [];
  if (!besides || low === undefined || high === undefined || value === null)
    return html`<svg x="100%" overflow="visible">${now}</svg>`;
  const [from, to] = [along(1 - high), along(1 - low)];
  const end = (at: string, share: number) =>
    Math.abs(share - value) > roomForText &&
    html`<text x="39" y="${at}" dy=".35em">${figure(share, "share")}</text>`;
  return html`<svg x="100%" overflow="visible" class="says"><rect class="r-out" x="20" width="10" y="${from}" height="${along(high - low)}"/><line class="cap" x1="17" x2="33" y1="${from}" y2="${from}"/><line class="cap" x1="17" x2="33" y1="${to}" y2="${to}"/>${end(from, high)}${now}${end(to, low)}</svg>`;
}

const described = (first: SharedTrendPoint, last: SharedTrendPoint, timezone: string): string =>
  `From ${rateText(first.appearanceRate)} on ${dayIn(first.at, timezone)} to ${rateText(last.appearanceRate)} on ${dayIn(last.at, timezone)}. The table after the chart has every value.`;

function rateText(rate: Estimate): string {
  const interval = range(rate.interval, "share");
  return figure(rate.value, "share") + (interval ? ` (95% interval ${interval})` : "");
}

/** Whether every point has an interval over exactly these prompts. */
export const hasNarrowBand = (points: readonly SharedTrendPoint[]): boolean =>
  points.every(({ band, appearanceRate }) => band || appearanceRate.value === null);

/** All points use the same kind of band: the narrow one, or the wide one if any point lacks it. */
const bandOf = (point: SharedTrendPoint, points: readonly SharedTrendPoint[]): Interval | null =>
  hasNarrowBand(points) ? (point.band ?? null) : point.appearanceRate.interval;

function place(points: readonly SharedTrendPoint[]): Placed[] {
  const times = points.map(({ at }) => Date.parse(at));
  const [begin, end] = [times[0]!, times.at(-1)!];
  return points.map((point, at) => {
    const { value } = point.appearanceRate;
    const [low, high] = bandOf(point, points) ?? [value!, value!];
    // Reports of the same instant appear side by side in order.
    const ahead = end === begin ? at / (points.length - 1) : (times[at]! - begin) / (end - begin);
    return {
      x: rounded(ahead),
      y: rounded(1 - value!),
      low: rounded(1 - low),
      high: rounded(1 - high),
      point,
    };
  });
}

const line = (placed: readonly Placed[]): string => `M${placed.map(({ x, y }) => `${x} ${y}`).join("L")}`;

const band = (placed: readonly Placed[]): string =>
  `M${[...placed.map(({ x, high }) => `${x} ${high}`), ...placed.map(({ x, low }) => `${x} ${low}`).reverse()].join("L")}Z`;

/** A share of one in percent, with one decimal. */
const rounded = (share: number): number => Math.round(share * 1000) / 10;
