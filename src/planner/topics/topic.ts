import { createHash } from "node:crypto";
import { rateOrCount } from "../../figures/figures-in-words.ts";
import type { Gap } from "../../figures/gaps.ts";
import { joinWithAnd } from "../../figures/join-with-and.ts";
import type { PromptScore } from "../../figures/metrics/prompt-score.ts";
import type { Confidence, Coverage, CoverageStatus } from "./coverage.ts";
import type { PromptWord } from "./prompt-word.ts";
import { promptTypeOf } from "./search-words.ts";

export interface PlannerPrompt {
  promptKey: string;
  prompt: string;
  intent: string | null;
}

/** A prompt with everything known about it. */
export interface WeighedPrompt {
  prompt: PlannerPrompt;
  /** What it is about. */
  words: readonly PromptWord[];
  /** How telling each stem is on this website. */
  weights: ReadonlyMap<string, number>;
  /** Where the brand is furthest behind on it; null if it is not behind. */
  gap: Gap | null;
  score: PromptScore | null;
  /** What the website has on it. */
  pageCoverage: Coverage;
  /** The same, unless assistants cite a page of the brand's own. */
  coverage: CoverageStatus;
  confidence: Confidence;
  /** Assistants cite one of the brand's own pages for it. */
  ownCited: boolean;
  /** The page that answers it, at least in part. */
  match: { url: string; title: string } | null;
  /** The page nearest to it, near enough or not. */
  nearest: { url: string; title: string } | null;
  /** No page has any of its words. */
  isNowhere: boolean;
  /** Other hosts that are cited for it, most cited first. */
  sources: string[];
  /** 0-1. */
  need: number;
}

export type ContentAction = "create_new_article" | "optimize_existing_url" | "covered_existing_url";

/** One text to write or to change, or a page that needs nothing. */
export interface PlannedTopic {
  /** The same for the same topic in another plan. */
  key: string;
  topic: string;
  action: ContentAction;
  coverage: CoverageStatus;
  confidence: Confidence;
  /** The page to look at before acting on it; null if there is none. */
  nearestUrl: string | null;
  targetUrl: string | null;
  targetTitle: string | null;
  reason: string;
  priority: "high" | "medium" | "low";
  promptKeys: string[];
  platform: "blog" | "linkedin" | "thread";
  promptType: string | null;
}

/** The most that a draft takes as its topic. */
const topicMax = 300;

const coverages = {
  create_new_article: "uncovered",
  optimize_existing_url: "partially_covered",
  covered_existing_url: "covered",
} as const;

/** The topic of prompts that one text can answer, the most needed prompt first. */
export function topicOf(
  group: readonly WeighedPrompt[],
  around: { brand: string; language: string; crawled: boolean },
): PlannedTopic {
  const lead = group[0]!;
  const action = actionOf(lead);
  return {
    key: keyOf(lead),
    topic: shortened(lead.prompt.prompt),
    action,
    coverage: coverages[action],
    confidence: lead.confidence,
    nearestUrl: lead.nearest?.url ?? null,
    targetUrl: lead.match?.url ?? null,
    targetTitle: lead.match?.title ?? null,
    reason: reasonOf(lead, group.length, around),
    priority: priorityOf(lead.need),
    promptKeys: group.map(({ prompt }) => prompt.promptKey),
    platform: platformOf(lead.sources),
    promptType: promptTypeOf(lead.prompt.prompt, around.language),
  };
}

/** Identified by the target page, or by the prompt that a new text answers; always of the same length. */
const keyOf = ({ match, prompt }: WeighedPrompt): string =>
  createHash("sha256")
    .update(match ? `page ${match.url}` : `prompt ${prompt.promptKey}`)
    .digest("hex");

function actionOf(prompt: WeighedPrompt): ContentAction {
  if (prompt.match === null) return "create_new_article";
  return isAnswered(prompt) ? "covered_existing_url" : "optimize_existing_url";
}

/** Whether nothing is left to do: a page answers it, and the brand is not behind on it. */
export const isAnswered = ({ coverage, gap }: Pick<WeighedPrompt, "coverage" | "gap">): boolean =>
  coverage === "covered" && (gap === null || gap.severity === "low");

const priorityOf = (need: number): PlannedTopic["priority"] =>
  need >= 0.75 ? "high" : need >= 0.45 ? "medium" : "low";

function shortened(prompt: string): string {
  const letters = [...prompt];
  if (letters.length <= topicMax) return prompt;
  const start = letters.slice(0, topicMax - 1).join("");
  return `${start.replace(/\s+\S*$/, "")}…`;
}

/** If answers to a prompt rest on posts of a network, they may pick up a post there. */
const networks: readonly [host: RegExp, platform: PlannedTopic["platform"]][] = [
  [/(^|\.)linkedin\.com$/, "linkedin"],
  [/(^|\.)(x|twitter|threads)\.(com|net)$/, "thread"],
];

function platformOf(sources: readonly string[]): PlannedTopic["platform"] {
  const [first] = sources;
  return networks.find(([host]) => first !== undefined && host.test(first))?.[1] ?? "blog";
}

function reasonOf(
  prompt: WeighedPrompt,
  prompts: number,
  { brand, crawled }: { brand: string; crawled: boolean },
): string {
  return [
    pageSentence(prompt, crawled),
    doubtSentence(prompt, crawled),
    standingSentence(prompt, brand),
    prompt.sources.length > 0 && actionOf(prompt) !== "covered_existing_url"
      ? `The answers cite ${prompt.sources.slice(0, 3).join(", ")}.`
      : "",
    prompts > 1 ? `One text can answer ${prompts} of your prompts.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** What the website has on it: words that were looked for, and those that it has. */
function pageSentence(
  { coverage, confidence, ownCited, pageCoverage, words, isNowhere }: WeighedPrompt,
  crawled: boolean,
): string {
  if (ownCited) return "Assistants already cite this page for it.";
  if (!crawled) return "The website has not been crawled, so its pages are unknown.";
  if (words.length === 0) return "It has no words to search the website for.";
  const has = [...new Set(pageCoverage.wordByStem.values())];
  const says = wordings[confidence];
  if (coverage === "uncovered") {
    if (isNowhere) return `No page mentions ${quoted(words.map(({ word }) => word))}.`;
    return has.length > 0 ? `${says.none}; the closest one mentions ${quoted(has)}.` : `${says.none}.`;
  }
  if (coverage === "covered")
    return `This page ${says.is} about it${mentionsOf(has, pageCoverage.sharedWords)}.`;
  const touches = `This page ${says.touches} on it`;
  const missing = mostTelling(words.filter(({ stem }) => !pageCoverage.wordByStem.has(stem)));
  return missing.length === 0
    ? `${touches}: it mentions ${quoted(has)}.`
    : `${touches}; it does not mention ${quoted(missing)}.`;
}

/** How the same is said by how sure it is. */
const wordings: Readonly<Record<Confidence, { none: string; is: string; touches: string }>> = {
  high: { none: "No page is about it", is: "is", touches: "touches" },
  medium: { none: "Probably no page is about it", is: "is probably", touches: "probably touches" },
  low: { none: "No page seems to be about it", is: "may be", touches: "may touch" },
};

/** Words of the prompt that a page has, and other words that it shares with the answers. */
function mentionsOf(has: readonly string[], sharedWords: readonly string[]): string {
  if (sharedWords.length === 0) return has.length === 0 ? "" : `: it mentions ${quoted(has)}`;
  const shared = `as the answers do, ${quoted(sharedWords)}`;
  return has.length === 0 ? `: it mentions, ${shared}` : `: it mentions ${quoted(has)} and, ${shared}`;
}

/** What to do about a guess. */
function doubtSentence({ confidence, pageCoverage, nearest }: WeighedPrompt, crawled: boolean): string {
  if (confidence !== "low" || !crawled || nearest === null) return "";
  return pageCoverage.byAnswers
    ? "This is a guess: look at the nearest page first."
    : "This is a guess by words alone, as no answer says enough: look at the nearest page first.";
}

/** Words for what somebody does or feels are not worth mentioning beside others. */
function mostTelling(words: readonly PromptWord[]): string[] {
  const things = words.filter(({ tells }) => tells >= 0.4);
  return (things.length > 0 ? things : words).map(({ word }) => word);
}

const quoted = (words: readonly string[]): string =>
  joinWithAnd(words.slice(0, 5).map((word) => `“${word}”`));

/** How the brand does in the answers to it. */
function standingSentence({ gap, score }: WeighedPrompt, brand: string): string {
  if (gap) {
    const rivals = gap.competitors.slice(0, 2).join(" and ");
    if (gap.gapType === "absent") return `Its answers name ${rivals} and not ${brand}.`;
    if (gap.gapType === "outranked")
      return `In its answers ${rivals} ${gap.competitors.length > 1 ? "score" : "scores"} higher than ${brand}, maybe by chance.`;
    return `Its answers cite sources, but no page of ${brand}.`;
  }
  if (!score || score.metrics.appearanceRate === null) return "";
  const rateText = rateOrCount(score.metrics.appearanceRate, score.metrics);
  return `${brand} is named in ${rateText}${rateText.endsWith("%") ? " of the" : ""} answers.`;
}
