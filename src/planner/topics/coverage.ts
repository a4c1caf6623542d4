import type { AnswerProfiles } from "./answered/answer-profile.ts";
import type { Around } from "./answered/evidence.ts";
import { type AnsweredMatch, answeredMatch } from "./answered/match-by-answers.ts";
import type { KnownPage } from "./known-page.ts";
import type { Matcher, PageMatch } from "./match-by-words.ts";
import type { PromptWord } from "./prompt-word.ts";

export type CoverageStatus = "covered" | "partially_covered" | "uncovered";

/** How often a plan like this is right on websites it has not seen; docs/content-plan.md says how often. */
export type Confidence = "high" | "medium" | "low";

/** What a website has on a prompt. */
export interface Coverage {
  status: CoverageStatus;
  confidence: Confidence;
  /** The page nearest to it, near enough or not; null if there are no pages. */
  nearest: KnownPage | null;
  /** Stems of the prompt that this page has, each with the page's own word. */
  wordByStem: ReadonlyMap<string, string>;
  /** The most telling other words that it shares with the answers. */
  sharedWords: readonly string[];
  /** Whether what assistants answered was read. */
  byAnswers: boolean;
}

/** From this on, the prompt's subject is the page's own subject. */
const aboutFrom = 0.45;
/** From this on, the page holds at least some of the prompt. */
const coverageFrom = 0.1;
/** From this on, the page holds half of the prompt, including what somebody does. */
const coverageAnswers = 0.5;
/** What a page may lack and still answer: at most this much, or this part of what it has. */
const lacks = { most: 0.3, ofFound: 0.17 };

/** By the words of the prompt alone: a guess. */
export function coverageByWords(match: PageMatch | null): Coverage {
  return {
    status: statusOf(match),
    confidence: "low",
    nearest: match?.page ?? null,
    wordByStem: match?.wordByStem ?? new Map(),
    sharedWords: [],
    byAnswers: false,
  };
}

function statusOf(match: PageMatch | null): CoverageStatus {
  if (!match || match.about < aboutFrom || match.coverage < coverageFrom) return "uncovered";
  const answers =
    match.coverage >= coverageAnswers && match.missing <= lacks.most + lacks.ofFound * match.matchWeight;
  return answers ? "covered" : "partially_covered";
}

/** What prompts with answers are compared with. */
export interface AnsweredSite extends Around {
  profiles: AnswerProfiles["profiles"];
}

/** By the words of the prompt and of the answers to it; by the prompt's alone if there is no answer or no page. */
export function coverageOf(
  prompt: string,
  words: readonly PromptWord[],
  {
    at,
    answered,
    byWords,
  }: { at: number; answered: AnsweredSite | null; byWords: ReturnType<Matcher>["match"] },
): Coverage {
  const profile = answered?.profiles[at];
  if (!answered || !profile) return coverageByWords(byWords());
  const { site, siteWords, weightOf } = answered;
  const match = answeredMatch(prompt, words, profile, answered);
  if (!match) return coverageByWords(byWords());
  const status = verdictOf(match);
  const standings = site.index.standingsOf(match.at);
  const wordByStem = new Map(
    words.flatMap(({ stem }) => {
      const standing = standings.get(stem);
      return standing ? [[stem, standing.word] as const] : [];
    }),
  );
  const own = new Set(words.map(({ stem }) => siteWords.numberOf(stem)));
  const shared = [...siteWords.writtenOn(match.at, profile.stems)].filter(
    ([stem, word]) => !own.has(stem) && quotable.test(word),
  );
  return {
    status,
    confidence: confidenceOf(match, status),
    nearest: site.pages[match.at]!,
    wordByStem,
    sharedWords: shared
      .sort(([a], [b]) => weightOf(b) - weightOf(a) || a - b)
      .slice(0, wordsNamed)
      .map(([, word]) => word),
    byAnswers: true,
  };
}

const wordsNamed = 3;
/** Numbers and parts of words tell a reader nothing. */
const quotable = /^\p{L}{4,}$/u;

function verdictOf({ about, answers }: AnsweredMatch): CoverageStatus {
  if (about < 0.5) return "uncovered";
  return answers >= 0.5 ? "covered" : "partially_covered";
}

/** From these on, how likely a verdict is right. */
const levels = { high: 0.85, medium: 0.6 };

function confidenceOf({ about, answers, isPage }: AnsweredMatch, status: CoverageStatus): Confidence {
  const likely =
    status === "uncovered" ? 1 - about : about * isPage * (status === "covered" ? answers : 1 - answers);
  return likely >= levels.high ? "high" : likely >= levels.medium ? "medium" : "low";
}
