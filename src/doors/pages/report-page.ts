import { timeframeInWords } from "../../domain/project/timeframe.ts";
import { count, figure, movement, range, weighing } from "../../domain/report/figures-in-words.ts";
import type { Unit } from "../../domain/report/metrics/metric-table.ts";
import type { SharedPage } from "../../domain/report/share-link.ts";
import type { Estimate, SharedReport } from "../../domain/report/shared-report.ts";
import {
  brandTable,
  intervalBar,
  promptTable,
  providerTable,
  sourceTable,
  trendTable,
} from "./figure-tables.ts";
import { type Html, html } from "./html.ts";
import { iconLink } from "./icon.ts";
import { hasNarrowBand, trendChart } from "./trend-chart.ts";
import { day, surfaceWords } from "./words.ts";

/** The public page of a report. */
export function reportPage(
  { presenterName, logoUrl, summary, expiresAt, shown }: SharedPage,
  styleUrl: string,
): string {
  const { brand, measuredAt, figures, prompts } = shown;
  const measured = `${count(figures.answers, "answer")} to ${count(prompts, "question")}${measuredAt ? `, ${day(measuredAt)}` : ""}`;
  return page(
    `${brand} in AI answers${presenterName ? ` · ${presenterName}` : ""}`,
    styleUrl,
    html`<header>
${presenter(presenterName, logoUrl)}
<h1><bdi>${brand}</bdi> in AI answers</h1>
<p class="quiet">${measured}</p>
</header>
<main>
${shown.sandbox ? madeUp(shown) : null}
${summary ? html`<section class="summary" aria-label="Summary"><p>${summary}</p></section>` : null}
${keyFigures(shown)}
${trend(shown)}
${section("brands", "Compared with competitors", brandTable(shown))}
${shown.providers.length > 0 ? section("assistants", "By assistant", providerTable(shown)) : null}
${promptLists(shown)}
${shown.sources.length > 0 ? section("sources", "What the answers cite", sourceTable(shown)) : null}
</main>
${footer(shown, expiresAt)}`,
  );
}

/** The page for every link that opens nothing, whatever the reason. */
export const missingPage = (styleUrl: string): string =>
  page(
    "Page not available",
    styleUrl,
    html`<main class="missing"><h1>This page is not available</h1>
<p>The link may be incomplete, expired or revoked. Ask whoever sent it to you for a new one.</p></main>`,
  );

const page = (title: string, styleUrl: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${iconLink}
<link rel="stylesheet" href="${styleUrl}">
</head>
<body>
${body}
</body>
</html>
`.markup;

function presenter(name: string | null, logoUrl: string | null): Html | null {
  if (name === null && logoUrl === null) return null;
  const logo =
    logoUrl &&
    html`<img src="${logoUrl}" alt="${name === null ? "Logo of the presenter" : ""}" height="40" referrerpolicy="no-referrer">`;
  return html`<p class="presenter">${name && html`<span>Presented by <bdi>${name}</bdi></span>`}${logo}</p>`;
}

function madeUp({ surfaces }: SharedReport): Html {
  const wholly = surfaces.every((surface) => surface === "sandbox");
  return html`<p class="notice"><strong>Made-up answers.</strong> ${wholly ? "No assistant was asked." : "Some of the answers come from no assistant."} A built-in sandbox invented answers to show what a report looks like. Do not rely on these figures.</p>`;
}

const section = (id: string, title: string, body: Html): Html =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${body}</section>`;

function keyFigures({ brand, figures, change }: SharedReport): Html {
  const { value: rate } = figures.appearanceRate;
  const weighed = rate === null ? "" : weighing(rate, figures);
  return html`<section aria-label="Key figures"><dl class="figures">
${keyFigure("Named in", figures.appearanceRate, "share", `of the answers name ${brand}${weighed}`, moved(change))}
${keyFigure("Visibility", figures.visibilityScore, "score", "out of 100: how often and how early")}
${keyFigure("Share of voice", figures.shareOfVoice, "share", "of all mentions of tracked brands")}
${keyFigure("Own entry", figures.recommendedRate, "share", `of the answers give ${brand} a list item, row or heading of its own`)}
${figures.citationRate.value === null ? null : keyFigure("Cited in", figures.citationRate, "share", "of the answers that searched the web")}
</dl></section>`;
}

/** As a separate sentence. */
const moved = (change: SharedReport["change"]): string | null =>
  movement(change)?.replace(/^./, (first) => first.toUpperCase()) ?? null;

function keyFigure(
  name: string,
  estimate: Estimate,
  unit: Unit,
  meaning: string,
  movedBy: string | null = null,
): Html {
  return html`<div><dt>${name}</dt>
<dd><span class="value">${figure(estimate.value, unit)}</span>
<span class="interval">${intervalWords(estimate, unit)}</span>
${intervalBar(estimate, unit === "score" ? 100 : 1)}
<span class="quiet">${estimate.value === null ? "Not measured" : meaning}</span>${movedBy && html`<span class="moved">${movedBy}</span>`}</dd></div>
`;
}

function intervalWords(estimate: Estimate, unit: Unit): Html | string {
  if (estimate.value === null) return "";
  if (estimate.interval === null) return "";
  return html`95% interval <span class="whole">${range(estimate.interval, unit)}</span>`;
}

function trend({ trend, brand }: SharedReport): Html | null {
  const chart = trendChart(trend.points, brand);
  const title = `Over ${timeframeInWords(trend.timeframe)}`;
  if (!chart)
    return section(
      "trend",
      title,
      html`<p class="quiet">A trend needs at least two measurements in this period.</p>`,
    );
  const every = trend.every && ` Each point is the last measurement of its ${trend.every}.`;
  return section(
    "trend",
    title,
    html`<figure>${chart}
<figcaption class="quiet">Share of answers that name <bdi>${brand}</bdi>; the band is the 95% interval over ${hasNarrowBand(trend.points) ? "exactly these questions" : "questions like these"}.${every}</figcaption></figure>
<details><summary>The chart as a table</summary>
${trendTable(trend)}</details>`,
  );
}

function promptLists({ winning, losing, brand }: SharedReport): Html | null {
  if (winning.length + losing.length === 0) return null;
  const won = `Questions where ${brand} leads`;
  const lost = `Questions where ${brand} is behind`;
  return html`<div class="pair">
${winning.length > 0 ? section("winning", won, promptTable(winning, won)) : null}
${losing.length > 0 ? section("losing", lost, promptTable(losing, lost)) : null}
</div>`;
}

function footer({ surfaces, answersFailed }: SharedReport, expiresAt: string | null): Html {
  const seen = surfaces.map((surface) => surfaceWords[surface]).join("; ");
  return html`<footer>
<h2>How to read this</h2>
<p>Assistants answer the same question differently each time, so every figure is an estimate. The value over all questions like these probably lies in its 95% interval; the fewer the questions and answers, the wider the interval. Brands are compared question by question, so two intervals may overlap and the difference still be real. Questions that name a tracked brand are not counted, unless all of them do.</p>
${seen ? html`<p>The answers came ${seen}.${answersFailed > 0 ? ` ${count(answersFailed, "call")} failed and ${answersFailed === 1 ? "is" : "are"} not counted.` : ""}</p>` : null}
<p>Measured with Overheard. ${expiresAt ? `This page is available until ${day(expiresAt)}.` : ""}</p>
</footer>`;
}
