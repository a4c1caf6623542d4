import { dayIn } from "../../figures/days/day.ts";
import { count, figure, promptsAsked, range, rateOrCount } from "../../figures/figures-in-words.ts";
import { unheard } from "../../figures/headline.ts";
import type { Unit } from "../../figures/metrics/metric-table.ts";
import type { Estimate, SharedReport } from "../../figures/shared-report.ts";
import type { Interval } from "../../figures/uncertainty/interval.ts";
import { changed, likely, namedIn, whateverFailed } from "../../figures/verdict.ts";
import { type Html, html } from "./html.ts";
import { ruler } from "./interval-picture.ts";

/** What the report says: how often the brand is named, how sure that is, against what; and its other figures. */
export function verdict(report: SharedReport): Html {
  const { brand, measuredAt, figures, prompts, timezone } = report;
  const { value: rate, interval } = figures.appearanceRate;
  const [opening, share, rest] = namedIn({ ...figures, rate });
  const measured = `${count(figures.answers, "answer")} to ${promptsAsked(prompts, report.onlyBranded ?? false, "question")}${measuredAt ? `, ${dayIn(measuredAt, timezone)}` : ""}`;
  return html`<div class="verdict">
<div><p class="of"><bdi>${brand}</bdi> in AI answers: ${measured}</p>
<h1><bdi>${brand}</bdi>${opening}<b>${share}</b>${rest} <span>${rate === null ? "" : likelyOf(interval, report)}</span></h1>
<p class="stand">${standing(report)}</p>
${scale(report)}</div>
${otherFigures(report)}
</div>`;
}

function likelyOf(interval: Interval | null, { failed }: SharedReport): string {
  const whatever = failed ? whateverFailed(interval, failed) : "";
  return `${likely(interval, "questions")}${whatever && ` ${whatever}`}`;
}

/** Place, silence and change, each as a sentence. */
function standing({ standing, providers, figures, change }: SharedReport): string {
  const silent = providers.filter(({ answers }) => answers === 0).map(({ provider }) => provider);
  const clauses = [figures.answers > 0 ? standing : null, unheard(silent)].filter((part) => !!part);
  const sentences = clauses.map((part) => `${part!.charAt(0).toUpperCase()}${part!.slice(1)}.`);
  return [...sentences, ...(change ? [changed(change, null, "question")] : [])].join(" ");
}

function scale({ figures, prompts, trend }: SharedReport): Html | null {
  const { value, interval } = figures.appearanceRate;
  if (value === null || interval === null) return null;
  // The last point of the trend is the report's own.
  const inner = trend.points.at(-1)?.band ?? null;
  const those = prompts === 1 ? "this question" : `these ${prompts}`;
  const keys = [
    `To quote: ${range(interval, "share")}, over all questions like these`,
    ...(inner ? [`To see change: ${range(inner, "share")}, over ${those} only`] : []),
  ];
  const valueText = rateOrCount(value, figures);
  return html`<figure class="ruler">${ruler(figures.appearanceRate, { inner, valueText, label: `Scale from 0 to 100%. ${keys.join("; ")}` })}
<figcaption class="key"><span><i></i>${keys[0]}</span>${keys[1] && html`<span><i class="k2"></i>${keys[1]}</span>`}</figcaption></figure>`;
}

function otherFigures({ brand, figures }: SharedReport): Html {
  return html`<section class="also" aria-labelledby="also"><h2 id="also">Also measured</h2>
<table class="rows"><thead><tr><th scope="col"><span class="vh">Figure</span></th><th scope="col" class="num"><span class="vh">Value</span></th><th scope="col" class="num">Likely</th></tr></thead><tbody>
${row("Visibility", figures.visibilityScore, "score", "out of 100: how often and how early")}
${row("Share of voice", figures.shareOfVoice, "share", "of all mentions of tracked brands")}
${row("Own entry", figures.recommendedRate, "share", `of the answers have ${brand} at the head of a list item, table row or section`)}
${figures.citationRate.value !== null && row("Cited in", figures.citationRate, "share", "of the answers that searched the web")}
</tbody></table></section>`;
}

const row = (name: string, estimate: Estimate, unit: Unit, meaning: string): Html =>
  html`<tr><th scope="row">${name}<small>${estimate.value === null ? "not measured" : meaning}</small></th><td>${figure(estimate.value, unit)}</td><td class="soft">${range(estimate.interval, unit)}</td></tr>`;
