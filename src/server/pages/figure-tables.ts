import { dayIn } from "../../figures/days/day.ts";
import { count, figure, range, rateOrCount } from "../../figures/figures-in-words.ts";
import { figureOf, shownIn, type Unit } from "../../figures/metrics/metric-table.ts";
import { mostListed } from "../../figures/metrics/prompt-score.ts";
import type { Estimate, SharedFigures, SharedPrompt, SharedReport } from "../../figures/shared-report.ts";
import { sourceWords } from "../../figures/source-labels.ts";
import type { Interval } from "../../figures/uncertainty/interval.ts";
import { providerLabel } from "../../reader/provider.ts";
import { type Html, html } from "./html.ts";
import { axis, intervalPicture } from "./interval-picture.ts";

/** A row of a table of brands or assistants. */
interface Row {
  name: string;
  figures: SharedFigures;
  /** Of the own brand. */
  own?: boolean;
  /** A second line under the name. */
  note?: string;
}

/** Rows, what is written over them, and the range that is shaded behind them. */
interface Rows {
  of: string;
  id: string;
  rows: readonly Row[];
  caption: string;
  shade: Interval | null;
  /** Visibility decides the order. */
  sorted: boolean;
}

export function brandTable({ brand, figures, rivals, tracked: rivalCount = 0 }: SharedReport): Html {
  const rows: Row[] = [
    { name: brand, figures, own: true },
    ...rivals.map((rival) => ({ name: rival.name, figures: rival })),
  ];
  const byVisibility = (row: Row) => row.figures.visibilityScore.value ?? -1;
  // The sort is stable: if level with a rival, the brand comes first.
  rows.sort((a, b) => byVisibility(b) - byVisibility(a));
  const caption = "The brand and its competitors, most visible first";
  const shade = rivals.length > 0 ? figures.appearanceRate.interval : null;
  const most =
    rivalCount > rivals.length
      ? ` These are the ${rivals.length} most visible of ${rivalCount} competitors.`
      : "";
  return html`${figuresTable({ of: "Brand", id: "g", rows, caption, shade, sorted: true })}
<p class="note">Dot: share of ${count(figures.answers, "answer")}. Bar: likely range.${shade && html` Shaded: the likely range of <bdi>${brand}</bdi>.`}${most}</p>`;
}

export function providerTable({ providers }: SharedReport): Html {
  const rows = providers.map((each) => ({
    name: providerLabel(each.provider),
    note: [count(each.answers, "answer"), ...each.models].join(" · "),
    figures: each,
  }));
  const caption = "How often each assistant names the brand";
  return figuresTable({ of: "Assistant", id: "h", rows, caption, shade: null, sorted: false });
}

function figuresTable({ of, id, rows, caption, shade, sorted }: Rows): Html {
  // Assistants speak of the own brand, and are drawn in its colour.
  const isOwn = of === "Assistant";
  return html`<table class="dots"><caption class="vh">${caption}</caption>
<thead><tr><th scope="col"><span class="vh">${of}</span></th><th scope="col">${axis}</th>${columns.map(({ name, heading }) => columnHead(heading, sorted && name === "visibilityScore"))}</tr></thead>
<tbody>${rows.map(
    ({ name, note, own, figures }, at) => html`
<tr${own ? html` class="me"` : null}><th scope="row"><bdi>${name}</bdi>${note && html`<small>${note}</small>`}</th><td class="plot${isOwn && " me"}">${intervalPicture(figures.appearanceRate, { id, shade, first: at === 0 })}</td>
${columns.map(({ name, unit }) => (name === "appearanceRate" ? namedCell(figures) : estimateCell(figures[name], unit)))}</tr>`,
  )}
</tbody></table>`;
}

/** The figures that have a column, in the order of the page. */
const columns = shownIn.sharedPage.flatMap((name) => {
  const { heading, unit } = figureOf(name);
  return heading === undefined ? [] : [{ name, heading, unit }];
});

const columnHead = (heading: string, sorted: boolean): Html =>
  html`<th scope="col" class="num"${sorted ? html` aria-sort="descending"` : null}>${heading}${sorted && html` <span aria-hidden="true">↓</span>`}</th>`;

/** A page that was made before it showed this figure has a dash. */
const estimateCell = (estimate: Estimate | undefined, unit: Unit): Html =>
  html`<td>${figure(estimate?.value ?? null, unit)}<small>${range(estimate?.interval ?? null, unit)}</small></td>`;

/** How often a brand is named: of few answers as a count. */
const namedCell = ({ appearanceRate: { value, interval }, ...counts }: SharedFigures): Html =>
  html`<td>${value === null ? figure(null, "share") : rateOrCount(value, counts)}<small>${range(interval, "share")}</small></td>`;

/** The chart's values, for readers who cannot see or would rather not read a chart. */
export function trendTable({ trend: { points }, timezone }: SharedReport): Html {
  return html`<table class="rows"><caption class="vh">The values of the chart, newest first</caption>
<thead><tr><th scope="col">Measured</th><th scope="col" class="num">Answers</th><th scope="col" class="num">Named in</th><th scope="col" class="num">Visibility</th></tr></thead>
<tbody>${points.toReversed().map(
    (point) => html`
<tr><th scope="row">${dayIn(point.at, timezone)}</th><td>${point.answers}</td>${estimateCell(point.appearanceRate, "share")}${estimateCell(point.visibilityScore, "score")}</tr>`,
  )}
</tbody></table>`;
}

export function promptTable(prompts: readonly SharedPrompt[], caption: string): Html {
  const cut =
    prompts.length === mostListed
      ? html`<p class="note">The first ${mostListed}; there may be more.</p>`
      : null;
  return html`${cut}<table class="rows"><caption class="vh">${caption}</caption>
<thead><tr><th scope="col">Question</th><th scope="col" class="num">Named in</th><th scope="col" class="top">Top competitor</th></tr></thead>
<tbody>${prompts.map(
    ({ prompt, mentions, answers, bestCompetitor }) => html`
<tr><th scope="row"><bdi>${prompt}</bdi></th><td>${mentions} of ${answers}</td><td class="top">${bestCompetitor === null ? "none stands out" : html`<bdi>${bestCompetitor}</bdi>`}</td></tr>`,
  )}
</tbody></table>`;
}

export function sourceTable({ sources }: SharedReport): Html {
  return html`<table class="rows"><caption class="vh">Domains that the answers cite, most cited first</caption>
<thead><tr><th scope="col">Domain</th><th scope="col" class="num">Citations</th><th scope="col" class="num">Share</th></tr></thead>
<tbody>${sources.map(
    ({ domain, sourceType, citations, citationShare, citationShareCi = null }) => html`
<tr><th scope="row"><bdi>${domain}</bdi><small>${sourceWords[sourceType]}</small></th><td>${citations}</td>${estimateCell({ value: citationShare, interval: citationShareCi }, "share")}</tr>`,
  )}
</tbody></table>`;
}
