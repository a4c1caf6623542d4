import type { Gap } from "../../figures/gaps.ts";
import type { PromptScore } from "../../figures/metrics/prompt-score.ts";
import type { SourceUrl } from "../../figures/metrics/sources.ts";
import { pageKey } from "../../reader/citation/citation.ts";
import type { Stem } from "../../reader/text/language/stemmer.ts";
import { byText } from "../../reader/text/order.ts";
import { answerProfiles } from "./answered/answer-profile.ts";
import { pageLengths } from "./answered/evidence.ts";
import { type AnsweredSite, type CoverageStatus, coverageOf } from "./coverage.ts";
import type { KnownPage } from "./known-page.ts";
import { pageMatcher } from "./match-by-words.ts";
import { promptWords, spoken } from "./prompt-word.ts";
import { brandTerms } from "./search-words.ts";
import { type Site, siteOf } from "./site.ts";
import { siteWords } from "./site-words.ts";
import { isAnswered, type PlannedTopic, type PlannerPrompt, topicOf, type WeighedPrompt } from "./topic.ts";

export type { KnownPage } from "./known-page.ts";
export type { PlannedTopic, PlannerPrompt } from "./topic.ts";

/** What a plan is made from. */
export interface PlannerInput {
  brand: string;
  /** The brand's own domains. */
  domains: readonly string[];
  /** BCP 47 language of the prompts. */
  language: string;
  stem: Stem;
  /** The saved prompts and those of the report, without repeats. */
  prompts: readonly PlannerPrompt[];
  /** The newest report; null without one. */
  report: { scores: readonly PromptScore[]; gaps: readonly Gap[]; urls: readonly SourceUrl[] } | null;
  /** What assistants answered, by prompt; empty without real answers. */
  answers: ReadonlyMap<string, readonly string[]>;
  /** The newest crawl; null without one. */
  pages: readonly KnownPage[] | null;
}

export interface Plan {
  /** What to write, the most needed first. */
  topics: PlannedTopic[];
  /** What the website already answers. */
  covered: PlannedTopic[];
}

const mostCovered = 20;

/**
 * What to write for a website so that assistants name the brand: for each prompt, whether a page answers it well, in
 * part or not at all, and how much it matters. Prompts that one text can answer share a topic. Pure and deterministic:
 * every surface shows this plan.
 */
export function planContent(input: PlannerInput, count: number): Plan {
  const weighed = weigh(input).sort(
    (a, b) => b.need - a.need || byText(a.prompt.promptKey, b.prompt.promptKey),
  );
  const groups = grouped(weighed);
  const topics = groups.map((group) =>
    topicOf(group, { brand: input.brand, language: input.language, crawled: input.pages !== null }),
  );
  return {
    topics: topics.filter(({ action }) => action !== "covered_existing_url").slice(0, count),
    covered: topics.filter(({ action }) => action === "covered_existing_url").slice(0, mostCovered),
  };
}

function weigh(input: PlannerInput): WeighedPrompt[] {
  const { brand, domains, language, stem, prompts, report } = input;
  const words = prompts.map(({ prompt }) =>
    spoken(promptWords(prompt, { stem, language }), brandTerms(prompt, stem, brand)),
  );
  const vocabulary = new Set(words.flatMap((words) => words.map(({ stem }) => stem)));
  const site = siteOf(input.pages ?? [], { language, stem, vocabulary });
  const matcher = pageMatcher(site);
  const answered = answeredSite(input, site);
  const scores = new Map(report?.scores.map((score) => [score.promptKey, score]));
  const gaps = Map.groupBy(report?.gaps ?? [], ({ promptKey }) => promptKey);
  const cited = citedPages(report?.urls ?? []);
  // An address in an answer may be made up: only a page that was read covers anything.
  const read = new Map(
    (input.pages ?? []).filter(({ url }) => isOf(url, domains)).map((page) => [pageKey(page.url), page]),
  );
  return prompts.map((prompt, at) => {
    const { match, weights } = matcher(words[at]!);
    const pageCoverage = coverageOf(prompt.prompt, words[at]!, { at, answered, byWords: match });
    const urls = cited.get(prompt.promptKey) ?? [];
    const ownCited = urls.flatMap(({ url }) => read.get(pageKey(url)) ?? [])[0] ?? null;
    const gap = severest(gaps.get(prompt.promptKey) ?? []);
    const score = scores.get(prompt.promptKey) ?? null;
    const coverage = ownCited ? "covered" : pageCoverage.status;
    // The page that assistants cite is the one they take for the answer, whatever its words.
    const page = ownCited ?? pageCoverage.nearest;
    const nearest = page && { url: page.url, title: page.title || page.headings[0] || page.url };
    return {
      ...{ prompt, words: words[at]!, weights, gap, score, pageCoverage, coverage, nearest },
      ownCited: ownCited !== null,
      confidence: ownCited ? "high" : pageCoverage.confidence,
      match: coverage === "uncovered" ? null : nearest,
      isNowhere: words[at]!.every(({ stem }) => site.index.placesOf(stem).every((place) => place === 0)),
      sources: hostsOf(urls.filter(({ url }) => !isOf(url, domains))),
      need: needOf(gap, score, coverage),
    };
  });
}

/** What the answers are compared with; null if there are no answers or no pages. */
function answeredSite({ prompts, answers, language, stem }: PlannerInput, site: Site): AnsweredSite | null {
  if (answers.size === 0 || site.pages.length === 0) return null;
  const wordsOfSite = siteWords(site.text, { language, stem });
  const promptAnswers = prompts.map(({ promptKey, prompt }) => ({
    prompt,
    answers: answers.get(promptKey) ?? [],
  }));
  const { profiles, weightOf } = answerProfiles(promptAnswers, wordsOfSite);
  return {
    site,
    siteWords: wordsOfSite,
    profiles,
    weightOf,
    lengths: pageLengths(wordsOfSite, weightOf),
    language,
  };
}

const severities = { high: 1, medium: 0.7, low: 0.45 } as const;

const severest = (gaps: readonly Gap[]): Gap | null =>
  gaps.reduce<Gap | null>(
    (worst, gap) => (worst === null || severities[gap.severity] > severities[worst.severity] ? gap : worst),
    null,
  );

/** For a prompt that was never asked: between slightly behind and winning. */
const needUnknown = 0.4;

/** How much a text is needed, 0-1: by how far the brand is behind, and whether a page exists. */
function needOf(gap: Gap | null, score: PromptScore | null, coverage: CoverageStatus): number {
  const behind = gap
    ? severities[gap.severity]
    : score?.metrics.appearanceRate == null
      ? needUnknown
      : 0.4 * (1 - score.metrics.appearanceRate);
  const missing = coverage === "uncovered" ? 0.1 : coverage === "partially_covered" ? 0.05 : 0;
  return Math.min(1, (score?.branded ? 0.6 : 1) * behind + missing);
}

function citedPages(urls: readonly SourceUrl[]): Map<string, SourceUrl[]> {
  const byPrompt = new Map<string, SourceUrl[]>();
  for (const source of urls) {
    for (const promptKey of source.promptKeys) {
      const sources = byPrompt.get(promptKey);
      if (sources) sources.push(source);
      else byPrompt.set(promptKey, [source]);
    }
  }
  return byPrompt;
}

const hostOf = (url: string): string | null =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : null;

const isOf = (url: string, domains: readonly string[]): boolean => {
  const host = hostOf(url);
  return (
    host !== null &&
    domains.some((domain) => host === domain.replace(/^www\./, "") || host.endsWith(`.${domain}`))
  );
};

const hostsOf = (urls: readonly SourceUrl[]): string[] => [
  ...new Set(urls.flatMap(({ url }) => hostOf(url) ?? [])),
];

/** Groups prompts for one text: those with the same target, and those that need a new text on the same subject. */
function grouped(weighed: readonly WeighedPrompt[]): WeighedPrompt[][] {
  const byTarget = new Map<string, WeighedPrompt[]>();
  const fresh: WeighedPrompt[][] = [];
  const groups: WeighedPrompt[][] = [];
  for (const prompt of weighed) {
    const target = prompt.match && `${isAnswered(prompt) ? "covered" : "update"} ${prompt.match.url}`;
    const matchingGroup = target
      ? byTarget.get(target)
      : fresh.find(([lead]) => alike(lead!, prompt) >= alikeFrom);
    if (matchingGroup) {
      matchingGroup.push(prompt);
      continue;
    }
    const group = [prompt];
    groups.push(group);
    if (target) byTarget.set(target, group);
    else fresh.push(group);
  }
  return groups;
}

const alikeFrom = 0.6;

/** The share of both prompts' words that they have in common, rare words counting more; 0-1. */
function alike(one: WeighedPrompt, other: WeighedPrompt): number {
  let shared = 0;
  let all = 0;
  for (const [term, weight] of one.weights) {
    all += weight;
    if (other.weights.has(term)) shared += weight;
  }
  for (const [term, weight] of other.weights) if (!one.weights.has(term)) all += weight;
  return all === 0 ? 0 : shared / all;
}
