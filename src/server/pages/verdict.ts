import { dayIn } from "../../figures/days/day.ts";
import {
  comparedWith,
  count,
  figure,
  movement,
  percentEnd,
  pointsEnd,
  pointsInWords,
  range,
  rateOrCount,
  weighing,
} from "../../figures/figures-in-words.ts";
import { unheard } from "../../figures/headline.ts";
import type { Unit } from "../../figures/metrics/metric-table.ts";
import type { Estimate, SharedReport } from "../../figures/shared-report.ts";
import { type Html, html } from "./html.ts";
import { ruler } from "./interval-picture.ts";

/** What the report says: how often the brand is named, how sure that is, against what; and its other figures. */
export function verdict(report: SharedReport): Html {
  const { brand, measuredAt, figures, prompts, timezone } = report;
  const measured = `${count(figures.answers, "answer")} to ${count(prompts, "question")}${measuredAt ? `, ${dayIn(measuredAt, timezone)}` : ""}`;
  return html`<div class="verdict">
<div><p class="of"><bdi>${brand}</bdi> in AI answers: ${measured}</p>
<h1><bdi>${brand}</bdi>${sentence(report)} <span>${likely(figures.appearanceRate)}</span></h1>
<p class="stand">${standing(report)}</p>
${scale(report)}</div>
${otherFigures(report)}
</div>`;
}

function sentence({ figures }: SharedReport): Html {
  const { value: rate } = figures.appearanceRate;
  if (rate === null) return html`: <b>not known</b> yet.`;
  const weighed = weighing(rate, figures);
  const opening = html` is named in <b>${rateOrCount(rate, figures)}</b>`;
  if (weighed) return html`${opening} of ${count(figures.answers, "answer")}${weighed}.`;
  return html`${opening}${isCount(rate, figures) ? (figures.answers === 1 ? " answer." : " answers.") : " of answers."}`;
}

const isCount = (rate: number, figures: SharedReport["figures"]): boolean =>
  rateOrCount(rate, figures).includes(" of ");

function likely({ value, interval }: Estimate): string {
  if (value === null) return "";
  if (interval === null) return "The likely range is not known.";
  return `Likely between ${percentEnd(interval[0])}% and ${percentEnd(interval[1])}% over questions like these.`;
}

/** Place, silence and change, each as a sentence. */
function standing({ standing, providers, figures, change }: SharedReport): string {
  const silent = providers.filter(({ answers }) => answers === 0).map(({ provider }) => provider);
  return [figures.answers > 0 && standing, unheard(silent), changed(change)]
    .filter((part) => typeof part === "string")
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`)
    .join(" ");
}

/** Within the noise there is no size to state; beyond it, its range is stated with it. */
function changed(change: SharedReport["change"]): string | null {
  const { direction, prompts = 0, appearanceRateDelta: delta, appearanceRateDeltaCi } = change ?? {};
  const compared = change ?? { reports: 1 };
  if (direction === "flat") return `no change ${comparedWith(compared)} can be told from chance`;
  if ((direction !== "up" && direction !== "down") || !delta || !appearanceRateDeltaCi)
    return movement(change);
  const [low, high] = appearanceRateDeltaCi.map(Math.abs).sort((one, other) => one - other) as [
    number,
    number,
  ];
  return `${direction} ${pointsInWords(delta)} ${comparedWith(compared)} over ${count(prompts, "common question")}, likely ${pointsEnd(low)} to ${pointsEnd(high)}: more than chance`;
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
  return html`<figure class="ruler">${ruler(figures.appearanceRate, { inner, said: valueText, label: `Scale from 0 to 100%. ${keys.join("; ")}` })}
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
