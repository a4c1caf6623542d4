import type { Surface } from "../../reader/provider.ts";
import { providerName } from "../../reader/provider.ts";
import { timeframeInWords } from "../days/timeframe.ts";
import {
  callsFailed,
  count,
  failedInWords,
  figure,
  percent,
  percentRange,
  range,
} from "../figures-in-words.ts";
import { isolateDirection } from "../isolate-direction.ts";
import { joinWithAnd } from "../join-with-and.ts";
import { figureOf, shownIn, type Unit } from "../metrics/metric-table.ts";
import { mostListed } from "../metrics/prompt-score.ts";
import { isOnlyBranded } from "../report.ts";
import { sourceWords } from "../source-labels.ts";
import type { NextAction } from "./action.ts";
import type { Brief } from "./brief.ts";
import { dayOf } from "./day.ts";
import { effectInWords } from "./done.ts";
import type { BriefFacts } from "./facts.ts";
import { madeUpSentence } from "./sentence.ts";

/** The brief as a Markdown document. Names, prompts and domains are escaped: they are text, never markup. */
export function briefMarkdown(facts: BriefFacts, brief: Brief): string {
  return [
    `# ${plain(isolateDirection(facts.brand))}: ${whoSays(facts)}`,
    ...basis(facts),
    "## Trend",
    plain(brief.trend),
    ...figures(facts),
    "## Competitor signal",
    signal(facts, brief),
    "## Cited sources",
    sources(brief),
    "## Prompts being lost",
    losing(facts, brief),
    ...whatWasDone(facts),
    "## Next steps",
    brief.nextActions.map(nextStep).join("\n"),
  ]
    .join("\n\n")
    .concat("\n");
}

/** Whoever gets the document sees what it leaves out. */
function whoSays({ part }: BriefFacts): string {
  const who = part?.provider ? `what ${providerName(part.provider)} says` : "what AI assistants say";
  return part?.tag ? `${who} to prompts tagged ${plain(isolateDirection(part.tag))}` : who;
}

function whatWasDone({ done, project }: BriefFacts): string[] {
  if (done.length === 0) return [];
  const line = ({ intervention, effect }: BriefFacts["done"][number]) =>
    `- **${plain(intervention.title)}** (${dayOf({ measuredAt: intervention.at, project })}). ${effectInWords(effect)}`;
  return ["## What was done", done.map(line).join("\n")];
}

const surfaceNames: Record<Exclude<Surface, "api">, string> = {
  web: "as people see them on the web",
  import: "imported",
  sandbox: "made up by the built-in sandbox",
};

/** A self-hosted model has an API but no vendor. */
function throughApis({ providers }: BriefFacts["scored"]): string {
  const own = providers.filter(({ answers, provider }) => answers > 0 && provider === "local").length;
  if (own === 0) return "through the vendors' APIs";
  return providers.some(({ answers, provider }) => answers > 0 && provider !== "local")
    ? "through their APIs"
    : "through its API";
}

/** What the brief rests on, and what its reader should know before relying on it. */
function basis(facts: BriefFacts): string[] {
  const { scored, outside, timeframe } = facts;
  const { metrics, providers, surfaces } = scored;
  const assistants = joinWithAnd(
    providers.filter(({ answers }) => answers > 0).map(({ provider }) => providerName(provider)),
  );
  const failed = callsFailed(scored);
  const notes = [
    madeUpSentence(facts),
    outside
      ? `Nothing was measured in ${timeframeInWords(timeframe)}; this is the newest earlier report.`
      : null,
    isOnlyBranded(scored)
      ? "Every prompt names a tracked brand, and the figures are over these prompts."
      : null,
    failed > 0 ? failedInWords(failed) : null,
  ].filter((note) => note !== null);
  const by = assistants === "" ? "" : ` of ${assistants}`;
  const how = surfaces
    .map((surface) => (surface === "api" ? throughApis(scored) : surfaceNames[surface]))
    .join("; ");
  const what = `${count(metrics.answers, "answer")}${by} to ${count(metrics.prompts, "prompt")}, ${how}. The newest is from ${dayOf(facts)}.`;
  return [plain(what), ...(notes.length > 0 ? [`> ${notes.map(plain).join(" ")}`] : [])];
}

function figures({ scored: { metrics } }: BriefFacts): string[] {
  if (metrics.answers === 0) return [];
  return [
    table(
      ["Figure", "Value", "95% interval, over prompts like these"],
      shownIn.brief.map((name) => {
        const { called, unit } = figureOf(name);
        // A figure that readings did not have when this one was stored is undefined.
        const [value, ends] = [metrics[name] ?? null, metrics[`${name}Ci`] ?? null];
        return [
          rowName(called) + scale[unit],
          value === null ? "unknown" : figure(value, unit),
          ends ? range(ends, unit) : "unknown",
        ];
      }),
    ),
  ];
}

/** What tells a reader how to take a figure that is no percentage. */
const scale: Record<Unit, string> = { share: "", score: ", 0 to 100", position: ", 1 is first" };

/** "the share of voice" → "Share of voice". */
const rowName = (called: string): string =>
  called.replace(/^the (.)/, (_, first: string) => first.toUpperCase());

function signal({ scored: { competitors, metrics } }: BriefFacts, { competitorSignal }: Brief): string {
  if (competitorSignal) return plain(competitorSignal.sentence);
  if (competitors.length === 0) return "No competitors are tracked.";
  if (metrics.answers === 0) return "Nothing is known about the competitors either.";
  return `No answer names any of ${count(competitors.length, "tracked competitor")}.`;
}

function sources({ citedDomains }: Brief): string {
  if (citedDomains.length === 0) return "No answer cites a source.";
  return table(
    ["Domain", "Citations", "Share of all (95% interval, over prompts like these)", "Kind"],
    citedDomains.map(({ domain, citations, citationShare, citationShareCi, sourceType }) => [
      domain,
      String(citations),
      `${percent(citationShare)}${citationShareCi ? ` (${percentRange(citationShareCi)})` : ""}`,
      sourceWords[sourceType],
    ]),
  );
}

function losing({ brand, scored }: BriefFacts, { losingPrompts }: Brief): string {
  if (scored.metrics.answers === 0) return "No prompt has an answer.";
  if (losingPrompts.length === 0)
    return `None: on no prompt is a competitor more visible than ${plain(isolateDirection(brand))} by more than chance, and every prompt has answers that name it.`;
  const rows = losingPrompts.map(({ prompt, mentions, answers, bestCompetitor }) => [
    prompt,
    `${mentions} of ${answers}`,
    bestCompetitor ?? "none stands out",
  ]);
  return [
    plain(
      `On these prompts a competitor is more visible than ${isolateDirection(brand)} by more than chance (named more often or earlier; at most a tenth of such prompts are chance), or no answer names ${isolateDirection(brand)}.${losingPrompts.length === mostListed ? ` These are the first ${mostListed}; there may be more.` : ""}`,
    ),
    table(["Prompt", `Answers naming ${isolateDirection(brand)}`, "Most visible competitor"], rows),
  ].join("\n\n");
}

const nextStep = ({ priority, title, rationale }: NextAction): string =>
  `${priority}. **${plain(title)}.** ${plain(rationale)}`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows]
    .map((cells, at) => `| ${cells.map((cell) => (at === 1 ? cell : plain(cell))).join(" | ")} |`)
    .join("\n");

/** Any text as literal Markdown: on one line, with nothing in it a mark, a link or a list. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/[\\`*_{}[\]<>#|~&@]/g, "\\$&")
    .replaceAll(/(https?(?=:)|www(?=\.))/gi, "$1\\")
    .replace(/^(\d+)(?=[.)](\s|$))/, "$1\\")
    .replace(/^[-+](?=[\s-]|$)/, "\\$&");
