import type { TrackedBrands } from "../../reader/brand.ts";
import { spellingsOfAnd } from "../../reader/brand-names/name-pattern.ts";
import type { CrawledPage } from "../../site/crawl/crawl.ts";
import type {
  DraftMaterialRequest,
  DraftPagesRequest,
  PlanRequest,
  ScoreRequest,
  ThreadsRequest,
} from "../outbound/parsing.ts";

/**
 * Most that is planned from on this thread: characters of pages and answers, prompts times pages, prompts, each of which
 * is compared with each other, and their characters, of which Chinese takes longest.
 */
const plannedMax = { letters: 100_000, pairs: 2_000, prompts: 200, promptLetters: 8_000 };
/** The same of a draft, with the prompts of the report that it quotes. */
const draftedMax = { letters: 100_000, prompts: 100, promptLetters: 8_000 };
/** The same of Reddit threads, with their texts, and the prompts with which each is compared. */
const judgedMax = { letters: 10_000, prompts: 20, promptLetters: 2_000 };
/** Most work of which the figures are computed on this thread, in what one citation takes: some 0.02 ms. */
const scoredMax = 2_500;

/** Most characters of names that are compiled on this thread, some 20 ms. */
const namesMax = 4_000;
export const areFewNames = ({ own, rivals }: TrackedBrands): boolean =>
  [own, ...rivals]
    .flatMap(({ name, aliases }) => [name, ...aliases])
    .reduce(
      (sum, { length }, at, names) => sum + length * (names[at]!.includes("&") ? 1 + spellingsOfAnd : 1),
      0,
    ) <= namesMax;

/** Whether the figures of these answers are computed in some 50 ms. */
export function isSmallReport({ answers, brands }: ScoreRequest): boolean {
  let work = 0;
  for (const { reading } of answers) {
    work += 15 + brands.rivals.length;
    if (reading) work += 3 * reading.mentions.length + reading.citations.length + reading.alsoNamed.length;
    if (work > scoredMax) return false;
  }
  return true;
}

/** Most characters of pages of which what a site sells is found on this thread, some 10 ms. */
const siteMax = 200_000;
export const isSmallSite = (pages: readonly CrawledPage[]): boolean =>
  pages.reduce((sum, { page }) => sum + (page?.text.length ?? 0), 0) <= siteMax;

export function isSmallPlan({ input: { pages, prompts, answers } }: PlanRequest): boolean {
  if ((pages?.length ?? 0) * prompts.length > plannedMax.pairs || !areFew(prompts, plannedMax)) return false;
  let letters = lettersOf(pages ?? []);
  for (const texts of answers.values()) for (const text of texts) letters += text.length;
  return letters <= plannedMax.letters;
}

export const isSmallMaterial = ({ knowledge: { pages, report } }: DraftMaterialRequest): boolean =>
  lettersOf(pages) <= draftedMax.letters && areFew(report?.prompts ?? [], draftedMax);

const areFew = (
  prompts: readonly { prompt: string }[],
  most: { prompts: number; promptLetters: number },
): boolean =>
  prompts.length <= most.prompts &&
  prompts.reduce((sum, { prompt }) => sum + prompt.length, 0) <= most.promptLetters;

export const areFewThreads = ({ brands, prompts, candidates }: ThreadsRequest): boolean =>
  areFewNames(brands) &&
  areFew(prompts, judgedMax) &&
  candidates.reduce((sum, { thread }) => sum + thread.title.length + thread.text.length, 0) <=
    judgedMax.letters;

export const areSmallPages = (pages: DraftPagesRequest["pages"]): boolean =>
  lettersOf(pages) <= draftedMax.letters;

const lettersOf = (pages: readonly { text: string }[]): number =>
  pages.reduce((sum, { text }) => sum + text.length, 0);
