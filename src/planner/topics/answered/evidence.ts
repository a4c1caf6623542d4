import { askingOf } from "../language/asking.ts";
import { place, strengths } from "../page-index.ts";
import type { PromptWord } from "../prompt-word.ts";
import type { Site } from "../site.ts";
import type { SiteWords } from "../site-words.ts";
import type { AnswerProfile } from "./answer-profile.ts";

/** What is known of a prompt and a page. All are 0-1 unless they say otherwise. */
export interface Evidence {
  /** How near the page is to what assistants answer: the cosine of their stems. */
  answer: number;
  /** The same by title, description and headings. */
  answerShown: number;
  /** The part of the answers that the page has. */
  answerHeld: number;
  /** The part that the page has of what the answers say most. */
  core: number;
  /** The same by title, description and headings. */
  coreShown: number;
  /** How much nearer to the answers than all other pages it is; below 0 if another is nearer. */
  answerLead: number;
  /** The part of its title that the prompt holds. */
  title: number;
  /** The part of the prompt in its title, description and headings. */
  shown: number;
  /** The part of the prompt anywhere on the page. */
  coverage: number;
  home: number;
  yesNo: number;
  amount: number;
  /** If an amount is asked for: 1 if there is a number where the page has most of the prompt, otherwise -1. */
  amountNear: number;
}

/** What says which page it is, whether it is about the prompt, and whether it answers it. */
export const evidenceByQuestion = {
  which: ["answer", "answerShown", "title", "shown", "coverage"],
  about: ["answerHeld", "answerShown", "core", "coreShown", "title"],
  answers: ["answer", "answerHeld", "home", "yesNo", "answerLead", "amount", "amountNear"],
} as const satisfies Record<string, readonly (keyof Evidence)[]>;

export type Question = keyof typeof evidenceByQuestion;

/** The evidence that any page has for a prompt, without what only the best page is asked for. */
const ofPages = [...evidenceByQuestion.which, "answerHeld", "core", "coreShown"] as const;
export type PageEvidence = Pick<Evidence, (typeof ofPages)[number]>;

/** The same for all pages of a website, each by its number. */
export type PagesEvidence = Readonly<Record<keyof PageEvidence, Float64Array>>;

/** How each page compares with a prompt and the answers to it. */
export function evidenceOfPages(
  words: readonly PromptWord[],
  profile: AnswerProfile,
  around: Around,
): PagesEvidence {
  return { ...byAnswers(profile, around), ...byPrompt(words, around) };
}

function byAnswers(
  { stems, core: most, length, whole }: AnswerProfile,
  { siteWords, weightOf, lengths }: Around,
): Pick<PagesEvidence, "answer" | "answerShown" | "answerHeld" | "core" | "coreShown"> {
  const count = siteWords.pages.length;
  const column = () => new Float64Array(count);
  const [answer, answerShown, answerHeld, core, coreShown] = [
    ...[column(), column(), column(), column(), column()],
  ] as const;
  for (const stem of stems) {
    const weight = weightOf(stem);
    const square = weight ** 2;
    for (const at of siteWords.pagesWith[stem] ?? []) {
      answer[at]! += square;
      answerHeld[at]! += weight;
    }
    for (const at of siteWords.pagesShowing[stem] ?? []) answerShown[at]! += square;
  }
  let wholeCore = 0;
  for (const { stem, weight } of most) {
    wholeCore += weight;
    for (const at of siteWords.pagesWith[stem] ?? []) core[at]! += weight;
    for (const at of siteWords.pagesShowing[stem] ?? []) coreShown[at]! += weight;
  }
  for (let at = 0; at < count; at += 1) {
    answer[at] = part(answer[at]!, length * lengths.all[at]!);
    answerShown[at] = part(answerShown[at]!, length * lengths.shownStems[at]!);
    answerHeld[at] = part(answerHeld[at]!, whole);
    core[at] = part(core[at]!, wholeCore);
    coreShown[at] = part(coreShown[at]!, wholeCore);
  }
  return { answer, answerShown, answerHeld, core, coreShown };
}

function byPrompt(
  words: readonly PromptWord[],
  { site: { index }, siteWords }: Around,
): Pick<PagesEvidence, "title" | "shown" | "coverage"> {
  const count = siteWords.pages.length;
  const column = () => new Float64Array(count);
  const [title, shownShares, coverage] = [column(), column(), column()];
  for (const stem of new Set(words.map(({ stem }) => siteWords.numberOf(stem))))
    for (const { page, share } of (stem !== undefined && siteWords.titlesWith[stem]) || [])
      title[page]! += share;
  let whole = 0;
  for (const word of words) {
    const weight = weightIn(word, index);
    const places = index.placesOf(word.stem);
    whole += weight;
    for (let at = 0; at < count; at += 1) {
      const here = places[at]!;
      if (here === 0) continue;
      coverage[at]! += weight * strengths[here]!;
      if (here >= place.kinShown) shownShares[at]! += weight * strengths[here]!;
    }
  }
  whole ||= 1;
  for (let at = 0; at < count; at += 1) {
    shownShares[at]! /= whole;
    coverage[at]! /= whole;
  }
  return { title, shown: shownShares, coverage };
}

/** The evidence of one page. */
export const evidenceAt = (pages: PagesEvidence, at: number): PageEvidence =>
  Object.fromEntries(ofPages.map((name) => [name, pages[name][at]!])) as PageEvidence;

export interface Around {
  site: Site;
  siteWords: SiteWords;
  /** How much a stem tells. */
  weightOf(stem: number): number;
  lengths: PageLengths;
  /** BCP 47 language of the prompts. */
  language: string;
}

/** The length of the vector of each page's stems: of all, and of those it shows. */
export interface PageLengths {
  all: Float64Array;
  shownStems: Float64Array;
}

/** What of pages does not depend on the prompt. */
export function pageLengths({ pages }: SiteWords, weightOf: Around["weightOf"]): PageLengths {
  const lengthOf = (stems: readonly number[]) => {
    let squares = 0;
    for (const stem of stems) squares += weightOf(stem) ** 2;
    return Math.sqrt(squares);
  };
  return {
    all: Float64Array.from(pages, ({ all }) => lengthOf(all)),
    shownStems: Float64Array.from(pages, ({ shownStems }) => lengthOf(shownStems)),
  };
}

/** What is asked of the best page besides. */
export function evidenceOfBest(
  prompt: string,
  words: readonly PromptWord[],
  { best, pages, around }: { best: number; pages: PagesEvidence; around: Around },
): Evidence {
  const others = pages.answer.reduce((most, answer, at) => (at === best ? most : Math.max(most, answer)), 0);
  const { yesNo, amount } = askingOf(prompt, around.language);
  return {
    ...evidenceAt(pages, best),
    answerLead: pages.answer[best]! - others,
    home: Number(best === around.site.home),
    yesNo: Number(yesNo),
    amount: Number(amount),
    amountNear: amount ? (numberNear(best, words, around) ? 1 : -1) : 0,
  };
}

const leastTold = 0.05;

const weightIn = ({ stem, tells }: PromptWord, index: Site["index"]): number =>
  Math.max(tells, leastTold) * index.rarity(stem);

/** Whether there is a number in the two sentences of a page that, with its title, have most of a prompt. */
function numberNear(
  best: number,
  words: readonly PromptWord[],
  { site: { index, text }, siteWords }: Around,
): boolean {
  const title = new Set(siteWords.pages[best]!.title);
  const weighedWords = words.map((word) => ({
    stem: word.stem,
    weight: weightIn(word, index),
    inTitle: title.has(siteWords.numberOf(word.stem) ?? none),
  }));
  const sentences = index.sentencesOf(best);
  let [most, where] = [-1, 0];
  for (const [at, sentence] of sentences.entries()) {
    let matchedWeight = 0;
    for (const { stem, weight, inTitle } of weighedWords)
      if (inTitle || sentence.has(stem) || sentences[at + 1]?.has(stem)) matchedWeight += weight;
    if (matchedWeight > most) [most, where] = [matchedWeight, at];
  }
  const near = text.sentencesOf(best).slice(where, where + 2);
  return near.flat().some((word) => /\p{Nd}/u.test(text.words[word]!));
}

const none = -1;

const part = (of: number, whole: number): number => (whole === 0 ? 0 : of / whole);
