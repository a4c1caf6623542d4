import { providerLabel } from "../../domain/project/provider.ts";
import { count, figure, range } from "../../domain/report/figures-in-words.ts";
import type { Unit } from "../../domain/report/metrics/metric-table.ts";
import type {
  Estimate,
  SharedFigures,
  SharedPrompt,
  SharedReport,
} from "../../domain/report/shared-report.ts";
import { sourceWords } from "../../domain/report/source-words.ts";
import { type Html, html } from "./html.ts";
import { day } from "./words.ts";

/** A row of a table of brands or assistants. */
interface Row {
  name: string;
  figures: SharedFigures;
  own?: boolean;
  /** A second line under the name. */
  note?: string;
}

export function brandTable({ brand, figures, rivals }: SharedReport): Html {
  const rows: Row[] = [
    { name: brand, figures, own: true },
    ...rivals.map((rival) => ({ name: rival.name, figures: rival })),
  ];
  const byVisibility = (row: Row) => row.figures.visibilityScore.value ?? -1;
  // The sort is stable: if level with a rival, the brand comes first.
  rows.sort((a, b) => byVisibility(b) - byVisibility(a));
  return figuresTable("Brand", rows, "The brand and its competitors, most visible first");
}

export function providerTable({ providers }: SharedReport): Html {
  const rows = providers.map((each) => ({
    name: providerLabel(each.provider),
    note: [count(each.answers, "answer"), ...each.models].join(" · "),
    figures: each,
  }));
  return figuresTable("Assistant", rows, "How often each assistant names the brand");
}

function figuresTable(of: string, rows: readonly Row[], caption: string): Html {
  return html`<table><caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">${of}</th><th scope="col">Named in</th><th scope="col">Visibility</th><th scope="col">Share of voice</th></tr></thead>
<tbody>${rows.map(
    ({ name, note, own, figures }) => html`
<tr${own ? html` class="own"` : null}><th scope="row"><bdi>${name}</bdi>${note ? html`<small>${note}</small>` : null}${intervalBar(figures.appearanceRate)}</th>
${estimateCell(figures.appearanceRate, "share")}${estimateCell(figures.visibilityScore, "score")}${estimateCell(figures.shareOfVoice, "share")}</tr>`,
  )}
</tbody></table>`;
}

const estimateCell = (estimate: Estimate, unit: Unit): Html =>
  html`<td>${figure(estimate.value, unit)}<small>${range(estimate.interval, unit)}</small></td>`;

const percentOf = (share: number): number => Math.round(share * 1000) / 10;

/** A share of one as a bar with its interval; purely visual, as the figures beside it say the same. */
export function intervalBar({ value, interval }: Estimate, full = 1): Html | null {
  if (value === null) return null;
  const [low, high] = (interval ?? [value, value]).map((end) => percentOf(end / full)) as [number, number];
  const at = percentOf(value / full);
  return html`<svg class="bar" width="100%" height="8" aria-hidden="true"><rect class="track" width="100%" height="2" y="3"/><rect class="span" x="${low}%" width="${Math.round((high - low) * 10) / 10}%" height="8" rx="4"/><circle class="dot" cx="${at}%" cy="4" r="4"/></svg>`;
}

/** The chart's values, for readers who cannot see or would rather not read a chart. */
export function trendTable({ points }: SharedReport["trend"]): Html {
  return html`<table><caption class="unseen">The values of the chart, newest first</caption>
<thead><tr><th scope="col">Measured</th><th scope="col">Answers</th><th scope="col">Named in</th><th scope="col">Visibility</th></tr></thead>
<tbody>${points.toReversed().map(
    (point) => html`
<tr><th scope="row">${day(point.at)}</th><td>${point.answers}</td>${estimateCell(point.appearanceRate, "share")}${estimateCell(point.visibilityScore, "score")}</tr>`,
  )}
</tbody></table>`;
}

export function promptTable(prompts: readonly SharedPrompt[], caption: string): Html {
  return html`<table><caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">Question</th><th scope="col">Named in</th><th scope="col">Top competitor</th></tr></thead>
<tbody>${prompts.map(
    ({ prompt, mentions, answers, bestCompetitor }) => html`
<tr><th scope="row"><bdi>${prompt}</bdi></th><td>${mentions} of ${answers}</td><td>${bestCompetitor === null ? "–" : html`<bdi>${bestCompetitor}</bdi>`}</td></tr>`,
  )}
</tbody></table>`;
}

export function sourceTable({ sources }: SharedReport): Html {
  return html`<table class="sources"><caption class="unseen">Domains that the answers cite, most cited first</caption>
<thead><tr><th scope="col">Domain</th><th scope="col">Kind</th><th scope="col">Citations</th><th scope="col">Share</th></tr></thead>
<tbody>${sources.map(
    ({ domain, sourceType, citations, citationShare, citationShareCi = null }) => html`
<tr><th scope="row"><bdi>${domain}</bdi></th><td>${sourceWords[sourceType]}</td><td>${citations}</td>${estimateCell({ value: citationShare, interval: citationShareCi }, "share")}</tr>`,
  )}
</tbody></table>`;
}
