import type { Estimate } from "../../figures/shared-report.ts";
import type { Interval } from "../../figures/uncertainty/interval.ts";
import { type Html, html } from "./html.ts";

// The one picture of an interval, as the web app draws it: web/styles/figures.css has its sizes, these are its places.

/** A share of one as a place along an axis: "72.9%". */
export const along = (share: number): string => `${Math.round(share * 1000) / 10}%`;

const ticks = [0, 25, 50, 75, 100];

/** The head of a column of pictures: its scale. */
export const axis: Html = html`<span class="vh">Chart</span><span class="axis" aria-hidden="true">${ticks.map((tick) => html`<span>${tick}</span>`)}</span>`;

/** What lies behind every row of a table, drawn by its first row: the grid and, as a tint, the range of the own brand. */
function backdrop(id: string, shade: Interval | null): Html {
  return html`<defs><g id="${id}" class="grid">${ticks.map((tick) => html`<line x1="${tick}%" x2="${tick}%" y2="100%"/>`)}${shade && html`<rect class="shade" x="${along(shade[0])}" width="${along(shade[1] - shade[0])}" height="100%"/>`}</g></defs>`;
}

interface Backdrop {
  id: string;
  shade: Interval | null;
  /** Draws it for the rows below. */
  first: boolean;
}

/** A dot at the estimate on a bar with caps, purely visual: the figures beside it say the same. */
export function intervalPicture({ value, interval }: Estimate, { id, shade, first }: Backdrop): Html {
  const [low, high] = interval?.map(along) ?? [];
  return html`<svg aria-hidden="true">${first && backdrop(id, shade)}<use href="#${id}"/>${interval && html`<line class="iv" x1="${low}" x2="${high}" y1="50%" y2="50%"/><rect class="cp" x="${low}"/><rect class="cp" x="${high}"/>`}${value !== null && html`<circle class="dot" cx="${along(value)}"/>`}</svg>`;
}

/** Ends closer to the estimate than this share of the scale would be written over it. */
const roomForText = 0.09;

/** The whole scale with the range over all prompts like these and, if known, the one over exactly these. */
export function ruler(
  { value, interval }: Estimate,
  { inner, valueText, label }: { inner: Interval | null; valueText: string; label: string },
): Html | null {
  if (value === null || interval === null) return null;
  const [low, high] = interval;
  const end = (at: number, isShown: boolean) =>
    isShown &&
    high - low >= 0.2 &&
    html`<text class="end" x="${along(at)}" text-anchor="${anchor(at)}">${Math.round(at * 100)}%</text>`;
  return html`<svg role="img" aria-label="${label}"><rect class="scale"/><rect class="tick"/><rect class="tick" x="100%"/>
<rect class="r-out" x="${along(low)}" width="${along(high - low)}"/>${inner && html`<rect class="r-in" x="${along(inner[0])}" width="${along(inner[1] - inner[0])}"/>`}
<rect class="r-cap" x="${along(low)}"/><rect class="r-cap" x="${along(high)}"/><circle class="r-dot" cx="${along(value)}"/>
<text>0%</text><text x="100%" text-anchor="end">100%</text>
${end(low, value - low > roomForText)}<text class="big" x="${along(value)}" text-anchor="${anchor(value)}">${valueText}</text>${end(high, high - value > roomForText)}</svg>`;
}

const anchor = (at: number): string => (at > 0.97 ? "end" : at < 0.03 ? "start" : "middle");
