import type { SourceType } from "../../domain/answer/reading.ts";
import type { Provider, Surface } from "../../domain/project/provider.ts";
import type { Timeframe } from "../../domain/project/timeframe.ts";
import type { Estimate, SharedReport } from "../../domain/report/shared-report.ts";

/** What a figure is counted in: shares of one as percent, scores as they are. */
export type Unit = "percent" | "score";

const nothing = "–";

/** A figure as people read it; never 0 or 100 % for what is not exactly none or all. */
export function figure(value: number | null, unit: Unit): string {
  if (value === null) return nothing;
  if (unit === "score") return value.toFixed(1);
  if (value > 0 && value < 0.005) return "< 1 %";
  if (value < 1 && value >= 0.995) return "> 99 %";
  return `${Math.round(value * 100)} %`;
}

/** Its 95 % interval, e.g. `30–87 %`; empty where there is none. */
export function range({ interval }: Estimate, unit: Unit): string {
  if (interval === null) return "";
  const [low, high] = interval;
  return unit === "score"
    ? `${low.toFixed(1)}–${high.toFixed(1)}`
    : `${Math.round(low * 100)}–${Math.round(high * 100)} %`;
}

export const count = (number: number, noun: string): string =>
  `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const shortFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** `15 January 2026`, in UTC. */
export const day = (time: string): string => dayFormat.format(new Date(time));

/** `15 Jan`. */
export const shortDay = (time: string): string => shortFormat.format(new Date(time));

export const timeframeWords: Record<Timeframe, string> = {
  "7d": "the last 7 days",
  "30d": "the last 30 days",
  "90d": "the last 90 days",
  "12m": "the last 12 months",
};

export const providerNames: Record<Provider, string> = {
  chatgpt: "ChatGPT",
  claude: "Claude",
  gemini: "Gemini",
  perplexity: "Perplexity",
  google_ai_overviews: "Google AI Overviews",
  google_ai_mode: "Google AI Mode",
  copilot: "Copilot",
  grok: "Grok",
  deepseek: "DeepSeek",
  mistral: "Mistral",
  meta_ai: "Meta AI",
  local: "Local model",
  sandbox: "Sandbox (made up)",
};

export const sourceWords: Record<SourceType, string> = {
  owned: "Own site",
  competitor: "Rival’s site",
  ugc: "Forum or social",
  reference: "Reference",
  editorial: "Editorial",
  retail: "Shop",
  other: "Other",
};

/** Where the answers were seen, as the end of a sentence. */
export const surfaceWords: Record<Surface, string> = {
  api: "through the programming interfaces of the assistants, which can differ from what their apps show",
  web: "in the web interfaces of the assistants",
  import: "by whoever presents this page, who brought them in",
  sandbox: "by a built-in sandbox, which made them up",
};

/** How the main figure moved since the report before, judged against its noise; null where there is none before. */
export function movement(change: SharedReport["change"]): string | null {
  if (change === null) return null;
  if (change.direction === "model_changed") return "Not compared with the report before: the models changed";
  const { appearanceRateDelta: delta, prompts } = change;
  if (change.direction === "insufficient_data" || delta === null)
    return "Too little in common with the report before to tell";
  const points = Math.round(Math.abs(delta) * 100);
  const size = delta === 0 ? "No change" : points === 0 ? "Less than a point" : count(points, "point");
  const way = delta === 0 ? "" : delta > 0 ? " up" : " down";
  const noise = change.direction === "flat" ? "within the noise" : "more than the noise";
  return `${size}${way} over ${count(prompts, "common prompt")}, ${noise}`;
}
