import type { AnswerProfile } from "./answer-profile.ts";
import weights from "./answered.weights.json" with { type: "json" };
import {
  type Around,
  asked,
  type Evidence,
  evidenceOfBest,
  evidenceOfPages,
  type Question,
} from "./answered-evidence.ts";
import type { PromptWord } from "./prompt-word.ts";

/** A fitted weight for each piece of evidence, and `base`. */
export type Weights = Readonly<Record<Question, Readonly<Record<string, number>>>>;

/** What a website has on a prompt that assistants have answered. */
export interface AnsweredMatch {
  /** The nearest page. */
  at: number;
  /** How likely any page is about the prompt; 0-1. */
  about: number;
  /** How likely the nearest one answers it, if it is about it; 0-1. */
  answers: number;
  /** How likely the nearest one is the right one, if any is; 0-1. */
  isPage: number;
  evidence: Evidence;
}

/** Finds the page for a prompt by its words and by those of the answers to it; null if there are no pages. */
export function answeredMatch(
  prompt: string,
  words: readonly PromptWord[],
  profile: AnswerProfile,
  around: Around,
  fitted: Weights = weights,
): AnsweredMatch | null {
  const pages = evidenceOfPages(words, profile, around);
  if (pages.length === 0) return null;
  const scores = pages.map((evidence) => scoreOf("which", evidence, fitted));
  const best = scores.reduce((best, score, at) => (score > scores[best]! ? at : best), 0);
  const next = scores.reduce((most, score, at) => (at === best ? most : Math.max(most, score)), furthest);
  const evidence = evidenceOfBest(prompt, words, profile, {
    ...{ best, pages, around },
    lead: Math.min(mostLead, scores[best]! - Math.max(next, scores[best]! - mostLead)),
  });
  const all = scores.reduce((sum, score) => sum + Math.exp(score - scores[best]!), 0);
  return {
    at: best,
    about: logistic(scoreOf("about", evidence, fitted)),
    answers: logistic(scoreOf("answers", evidence, fitted)),
    isPage: 1 / all,
    evidence,
  };
}

const furthest = Number.NEGATIVE_INFINITY;
/** A page alone on its site is no more preferred than this. */
const mostLead = 10;

function scoreOf(question: Question, evidence: Partial<Evidence>, fitted: Weights): number {
  const weights = fitted[question];
  let score = weights.base ?? 0;
  for (const name of asked[question]) score += weights[name]! * (evidence[name] ?? 0);
  return score;
}

const logistic = (score: number): number => 1 / (1 + Math.exp(-score));
