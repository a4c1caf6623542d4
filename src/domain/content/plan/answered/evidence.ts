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
  /** How near the nearest two sentences are to the answers. */
  answerPassage: number;
  /** The part of the answers that any page has. */
  siteHeld: number;
  /** How much nearer to the answers than all other pages it is; below 0 if another is nearer. */
  answerLead: number;
  /** The part of its title that the prompt holds. */
  title: number;
  /** The part of the prompt in its title, description and headings. */
  shown: number;
  /** The part of the prompt anywhere on the page. */
  coverage: number;
  /** The weight of the prompt's words that it lacks; at most 3. */
  missing: number;
  home: number;
  /** How much the page is preferred to the next one. */
  lead: number;
  yesNo: number;
  who: number;
  how: number;
}

/** What says which page it is, whether it is about the prompt, and whether it answers it. */
export const asked = {
  which: ["answer", "answerShown", "title", "shown", "coverage"],
  about: ["answer", "answerLead", "answerShown", "siteHeld", "answerHeld", "coverage", "shown", "lead"],
  answers: [
    "answer",
    "answerHeld",
    "answerShown",
    "answerPassage",
    "yesNo",
    "who",
    "how",
    "home",
    "coverage",
    "missing",
    "answerLead",
    "lead",
  ],
} as const satisfies Record<string, readonly (keyof Evidence)[]>;

export type Question = keyof typeof asked;

/** The evidence that any page has for a prompt, without what only the best page is asked for. */
export const ofPages = [...asked.which, "answerHeld"] as const;
export type PageEvidence = Pick<Evidence, (typeof ofPages)[number]>;

/** The same for all pages of a website, each by its number. */
export type PagesEvidence = Readonly<Record<keyof PageEvidence, Float64Array>>;

/** How each page compares with a prompt and the answers to it. */
export function evidenceOfPages(
  words: readonly PromptWord[],
  profile: AnswerProfile,
  { site, said, weightOf, lengths }: Around,
): PagesEvidence {
  const count = said.pages.length;
  const column = () => new Float64Array(count);
  const [answer, answerShown, answerHeld] = [column(), column(), column()];
  for (const stem of profile.stems) {
    const weight = weightOf(stem);
    const square = weight ** 2;
    for (const at of said.pagesWith[stem] ?? []) {
      answer[at]! += square;
      answerHeld[at]! += weight;
    }
    for (const at of said.pagesShowing[stem] ?? []) answerShown[at]! += square;
  }
  const [title, shown, coverage] = [column(), column(), column()];
  for (const stem of new Set(words.map(({ stem }) => said.numberOf(stem))))
    for (const { page, share } of (stem !== undefined && said.titlesWith[stem]) || []) title[page]! += share;
  let whole = 0;
  for (const { stem, tells } of words) {
    const weight = Math.max(tells, leastTold) * site.index.rarity(stem);
    const places = site.index.placesOf(stem);
    whole += weight;
    for (let at = 0; at < count; at += 1) {
      const here = places[at]!;
      if (here === 0) continue;
      coverage[at]! += weight * strengths[here]!;
      if (here >= place.kinShown) shown[at]! += weight * strengths[here]!;
    }
  }
  whole ||= 1;
  for (let at = 0; at < count; at += 1) {
    answer[at] = part(answer[at]!, profile.length * lengths.all[at]!);
    answerShown[at] = part(answerShown[at]!, profile.length * lengths.shown[at]!);
    answerHeld[at] = part(answerHeld[at]!, profile.whole);
    shown[at]! /= whole;
    coverage[at]! /= whole;
  }
  return { answer, answerShown, answerHeld, title, shown, coverage };
}

/** The evidence of one page. */
export const evidenceAt = (pages: PagesEvidence, at: number): PageEvidence =>
  Object.fromEntries(ofPages.map((name) => [name, pages[name][at]!])) as PageEvidence;

export interface Around {
  site: Site;
  said: SiteWords;
  /** How much a stem tells. */
  weightOf(stem: number): number;
  lengths: PageLengths;
}

/** The length of the vector of each page's stems: of all, and of those it shows. */
export interface PageLengths {
  all: Float64Array;
  shown: Float64Array;
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
    shown: Float64Array.from(pages, ({ shown }) => lengthOf(shown)),
  };
}

/** What is asked of the best page besides. */
export function evidenceOfBest(
  prompt: string,
  words: readonly PromptWord[],
  profile: AnswerProfile,
  { best, lead, pages, around }: { best: number; lead: number; pages: PagesEvidence; around: Around },
): Evidence {
  const { site, said, weightOf } = around;
  const others = pages.answer.reduce((most, answer, at) => (at === best ? most : Math.max(most, answer)), 0);
  let siteHeld = 0;
  for (const stem of profile.stems) if (said.pagesWith[stem]) siteHeld += weightOf(stem);
  const { yesNo, who, how } = askingOf(prompt);
  return {
    ...evidenceAt(pages, best),
    answerPassage: nearestPassage(profile, said.sentencesOf(best), weightOf),
    siteHeld: part(siteHeld, profile.whole),
    answerLead: pages.answer[best]! - others,
    missing: missingOn(best, words, site),
    home: Number(best === site.home),
    lead,
    yesNo: Number(yesNo),
    who: Number(who),
    how: Number(how),
  };
}

const leastTold = 0.05;
const mostMissing = 3;

function missingOn(at: number, words: readonly PromptWord[], { index, home }: Site): number {
  let missing = 0;
  for (const { stem, tells } of words) {
    const places = index.placesOf(stem);
    // On other pages, what the start page says goes without saying.
    if (at !== home && (places[home] ?? 0) >= place.text) continue;
    missing += Math.max(tells, leastTold) * index.rarity(stem) * (1 - strengths[places[at]!]!);
  }
  return Math.min(mostMissing, missing);
}

function nearestPassage(
  profile: AnswerProfile,
  sentences: readonly ReadonlySet<number>[],
  weightOf: (stem: number) => number,
): number {
  return sentences.reduce((nearest, sentence, at) => {
    let [shared, all] = [0, 0];
    for (const stem of new Set([...sentence, ...(sentences[at + 1] ?? [])])) {
      const square = weightOf(stem) ** 2;
      all += square;
      if (profile.stems.has(stem)) shared += square;
    }
    return Math.max(nearest, part(shared, Math.sqrt(all) * profile.length));
  }, 0);
}

const part = (of: number, whole: number): number => (whole === 0 ? 0 : of / whole);
