import type { AnswerProfile } from "./answer-profile.ts";
import { askingOf } from "./asking.ts";
import { place, strengths } from "./page-index.ts";
import type { PromptWord } from "./prompt-word.ts";
import type { Site } from "./site.ts";
import type { PageWords, SiteWords } from "./site-words.ts";

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
export type PageEvidence = Pick<Evidence, (typeof asked.which)[number] | "answerHeld">;

/** How each page compares with a prompt and the answers to it. */
export function evidenceOfPages(
  words: readonly PromptWord[],
  profile: AnswerProfile,
  { site, said, weightOf }: Around,
): PageEvidence[] {
  const { index } = site;
  const asked = words.map(({ stem, tells }) => ({
    weight: Math.max(tells, leastTold) * index.rarity(stem),
    number: said.numberOf(stem),
    places: index.placesOf(stem),
  }));
  const whole = asked.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const own = new Set(asked.map(({ number }) => number));
  const count = said.pages.length;
  const near = {
    all: new Float64Array(count),
    shown: new Float64Array(count),
    held: new Float64Array(count),
  };
  for (const stem of profile.stems) {
    const weight = weightOf(stem);
    for (const at of said.pagesWith[stem] ?? []) {
      near.all[at]! += weight ** 2;
      near.held[at]! += weight;
    }
    for (const at of said.pagesShowing[stem] ?? []) near.shown[at]! += weight ** 2;
  }
  return said.pages.map((page, at) => {
    let [found, shown] = [0, 0];
    for (const { weight, places } of asked) {
      const here = places[at]!;
      if (here === 0) continue;
      found += weight * strengths[here]!;
      if (here >= place.kinShown) shown += weight * strengths[here]!;
    }
    const measures = measuresOf(page, { said, weightOf });
    return {
      answer: part(near.all[at]!, profile.length * measures.all),
      answerShown: part(near.shown[at]!, profile.length * measures.shown),
      answerHeld: part(near.held[at]!, profile.whole),
      title: titleHeld(measures.title, own),
      shown: shown / whole,
      coverage: found / whole,
    };
  });
}

export interface Around {
  site: Site;
  said: SiteWords;
  weightOf(stem: number): number;
}

/** What is asked of the best page besides. */
export function evidenceOfBest(
  prompt: string,
  words: readonly PromptWord[],
  profile: AnswerProfile,
  {
    best,
    lead,
    pages,
    around,
  }: { best: number; lead: number; pages: readonly PageEvidence[]; around: Around },
): Evidence {
  const { site, said, weightOf } = around;
  const others = pages.reduce((most, { answer }, at) => (at === best ? most : Math.max(most, answer)), 0);
  let siteHeld = 0;
  for (const stem of profile.stems) if (said.pagesWith[stem]) siteHeld += weightOf(stem);
  const { yesNo, who, how } = askingOf(prompt);
  return {
    ...pages[best]!,
    answerPassage: nearestPassage(profile, said.sentencesOf(best), weightOf),
    siteHeld: part(siteHeld, profile.whole),
    answerLead: pages[best]!.answer - others,
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

function titleHeld(title: Measures["title"], own: ReadonlySet<number | undefined>): number {
  let held = 0;
  for (const { stem, share } of title) if (own.has(stem)) held += share;
  return held;
}

/** What does not depend on the prompt. */
interface Measures {
  /** The length of the vector of the page's stems. */
  all: number;
  shown: number;
  /** The share of each stem of its title. */
  title: { stem: number; share: number }[];
}

const measured = new WeakMap<PageWords, Measures>();

function measuresOf(page: PageWords, { said, weightOf }: Pick<Around, "said" | "weightOf">): Measures {
  let known = measured.get(page);
  if (!known) {
    const lengthOf = (stems: readonly number[]) => {
      let squares = 0;
      for (const stem of stems) squares += weightOf(stem) ** 2;
      return Math.sqrt(squares);
    };
    // A word on many pages, such as the site's name, is a small part of each title.
    const told = page.title.map((stem) => ({
      stem,
      weight: Math.log(1 + said.pages.length / said.pagesWith[stem]!.length),
    }));
    const whole = told.reduce((sum, { weight }) => sum + weight, 0);
    const title = told.map(({ stem, weight }) => ({ stem, share: weight / whole }));
    known = { all: lengthOf(page.all), shown: lengthOf(page.shown), title };
    measured.set(page, known);
  }
  return known;
}

const part = (of: number, whole: number): number => (whole === 0 ? 0 : of / whole);
