import { dayIn } from "../../figures/days/day.ts";
import { lengthInWords, timeframeInWords } from "../../figures/days/timeframe.ts";
import { failedInWords } from "../../figures/figures-in-words.ts";
import { isolateDirection } from "../../figures/isolate-direction.ts";
import type { SharedReport } from "../../figures/shared-report.ts";
import type { SharedPage } from "../reports/share-links/share-link.ts";
import { brandTable, promptTable, providerTable, sourceTable, trendTable } from "./figure-tables.ts";
import { type Html, html } from "./html.ts";
import { iconLink } from "./icon.ts";
import { hasNarrowBand, trendChart } from "./trend-chart.ts";
import { verdict } from "./verdict.ts";
import { surfaceWords } from "./words.ts";

/** The public page of a report. */
export function reportPage(
  { presenterName, logoUrl, summary, expiresAt, snapshot: report }: SharedPage,
  { styleUrl, siteUrl }: { styleUrl: string; siteUrl: string },
): string {
  const { brand, rivals, headline } = report;
  // The verdict says all of a summary that was made from the figures.
  const words = summary === headline ? null : summary;
  const title = `${isolateDirection(brand)} in AI answers${presenterName ? ` · ${isolateDirection(presenterName)}` : ""}`;
  const picture = logoUrl ?? `${siteUrl}${previewPath}`;
  return page(
    title,
    styleUrl,
    linkPreview({
      ...{ title, picture, wide: logoUrl === null },
      text: `${report.sandbox ? "Made-up answers. " : ""}${summary ?? headline}`,
    }),
    html`${presenter(presenterName, logoUrl)}
<main>
${report.sandbox ? madeUp(report) : null}
${verdict(report)}
${words && html`<section class="sec" aria-label="Summary"><figure class="quote"><blockquote>${words}</blockquote>${presenterName && html`<figcaption><bdi>${presenterName}</bdi></figcaption>`}</figure></section>`}
<div class="two">
${section("brands", rivals.length > 0 ? html`<bdi>${brand}</bdi> and its competitors` : html`<bdi>${brand}</bdi> alone`, brandTable(report))}
${trend(report)}
</div>
<div class="two">
${report.providers.length > 0 ? section("assistants", "By assistant", providerTable(report)) : null}
${report.sources.length > 0 ? section("sources", "What the answers cite", sourceTable(report)) : null}
</div>
${promptLists(report)}
</main>
${footer(report, expiresAt)}`,
  );
}

/** The page for every link that opens nothing, whatever the reason. */
export const missingPage = (styleUrl: string): string =>
  page(
    "Page not available",
    styleUrl,
    null,
    html`<main class="missing"><h1>This page is not available</h1>
<p>The link may be incomplete, expired or revoked. Ask whoever sent it to you for a new one.</p></main>`,
  );

/** Where the built app has the picture of links without a logo. */
const previewPath = "/assets/preview.png";
const previewLetters = 300;

/** What chats and mail programs show beside a link. */
function linkPreview(content: { title: string; text: string; picture: string; wide: boolean }): Html {
  const { title, text, picture, wide } = content;
  const letters = [...text];
  const words = letters.length > previewLetters ? `${letters.slice(0, previewLetters).join("")}…` : text;
  return html`<meta name="description" content="${words}">
<meta property="og:type" content="article">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${words}">
<meta property="og:image" content="${picture}">
<meta name="twitter:card" content="${wide ? "summary_large_image" : "summary"}">
`;
}

const page = (title: string, styleUrl: string, preview: Html | null, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${preview}${iconLink}
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
  return html`<header class="presenter">${name && html`<span>Presented by <bdi>${name}</bdi></span>`}${logo}</header>`;
}

function madeUp({ surfaces }: SharedReport): Html {
  const wholly = surfaces.every((surface) => surface === "sandbox");
  return html`<p class="notice"><strong>Made-up answers.</strong> ${wholly ? "No assistant was asked." : "Some of the answers come from no assistant."} A built-in sandbox invented answers to show what a report looks like. Do not rely on these figures.</p>`;
}

const section = (id: string, title: string | Html, body: Html): Html =>
  html`<section aria-labelledby="${id}"><div class="hd"><h2 id="${id}">${title}</h2></div>
${body}</section>`;

function trend(report: SharedReport): Html {
  const { trend, timezone } = report;
  const chart = trendChart(report);
  // A page is read for as long as its link lives.
  const title = trend.until
    ? html`The ${lengthInWords(trend.timeframe)} up to ${dayIn(trend.until, timezone)}`
    : `Over ${timeframeInWords(trend.timeframe)}`;
  if (!chart)
    return section(
      "trend",
      title,
      html`<p class="sub">A trend needs at least two measurements in this period.</p>`,
    );
  const every = trend.every && ` Each point is the last measurement of its ${trend.every}.`;
  return section(
    "trend",
    title,
    html`<figure>${chart}
<figcaption class="note">${hasNarrowBand(trend.points) ? "Band: exactly these questions. Bar at the right: all questions like them." : "Band: the likely range over all questions like these."}${every}</figcaption></figure>
<details><summary>The chart as a table</summary>
${trendTable(report)}</details>`,
  );
}

function promptLists({ winning, losing, brand }: SharedReport): Html | null {
  if (winning.length + losing.length === 0) return null;
  const won = `Questions where ${brand} leads`;
  const lost = `Questions where ${brand} is behind or not named`;
  return html`<div class="two even">
${winning.length > 0 ? section("winning", won, promptTable(winning, won)) : null}
${losing.length > 0 ? section("losing", lost, promptTable(losing, lost)) : null}
</div>`;
}

function footer({ surfaces, answersFailed, timezone }: SharedReport, expiresAt: string | null): Html {
  const methods = surfaces.map((surface) => surfaceWords[surface]).join("; ");
  return html`<footer class="sec">
<h2>How to read this</h2>
<p>Assistants answer the same question differently each time, so every figure is an estimate. The value over all questions like these probably lies in its likely range, a 95% interval; the fewer the questions and answers, the wider the range. Brands are compared question by question, so two ranges may overlap and the difference still be real. Questions that name a tracked brand are not counted, unless all of them do.</p>
${methods ? html`<p>The answers came ${methods}.${answersFailed > 0 ? ` ${failedInWords(answersFailed)}` : ""}</p>` : null}
<p>Measured with Overheard. ${expiresAt ? `This page is available until ${dayIn(expiresAt, timezone)}.` : ""}</p>
</footer>`;
}
