import type { PromptWord } from "../prompt-word.ts";
import type { AnswerProfile } from "./answer-profile.ts";
import {
  type Around,
  type Evidence,
  evidenceByQuestion,
  evidenceOfBest,
  evidenceOfPages,
  type PagesEvidence,
  type Question,
} from "./evidence.ts";
import weights from "./weights.json" with { type: "json" };

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
  const scores = scoresOf(pages, fitted);
  if (scores.length === 0) return null;
  let best = 0;
  for (let at = 1; at < scores.length; at += 1) if (scores[at]! > scores[best]!) best = at;
  const evidence = evidenceOfBest(prompt, words, { best, pages, around });
  let all = 0;
  for (const score of scores) if (score > scores[best]! - negligible) all += Math.exp(score - scores[best]!);
  return {
    at: best,
    about: logistic(scoreOf("about", evidence, fitted)),
    answers: logistic(scoreOf("answers", evidence, fitted)),
    isPage: 1 / all,
    evidence,
  };
}

/** A page so much less preferred hardly adds to how likely any is: less than one in 10 ** 13. */
const negligible = 30;

/** How much each page is preferred. */
function scoresOf(pages: PagesEvidence, { which }: Weights): Float64Array {
  const scores = new Float64Array(pages.answer.length);
  for (const name of evidenceByQuestion.which) {
    const [weight, column] = [which[name]!, pages[name]];
    for (let at = 0; at < scores.length; at += 1) scores[at]! += weight * column[at]!;
  }
  return scores;
}

function scoreOf(question: Question, evidence: Evidence, fitted: Weights): number {
  const weights = fitted[question];
  let score = weights.base ?? 0;
  for (const name of evidenceByQuestion[question]) score += weights[name]! * evidence[name];
  return score;
}

const logistic = (score: number): number => 1 / (1 + Math.exp(-score));
