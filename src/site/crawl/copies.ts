import { comparable } from "../page/address.ts";
import { isOwnCanonical } from "../page/canonical.ts";
import type { Page } from "../page/page.ts";
import type { CrawledPage } from "./crawl.ts";
import { pageAddress, siteOf } from "./frontier.ts";

/** Share of words that two pages have in common if one is a copy: a date or a sort order may differ, the matter may not. */
const sameFrom = 0.9;

/** The address of another page of the same site that a page calls its canonical one; null if it names none. */
export function canonicalElsewhere({ canonical, url }: Pick<Page, "canonical" | "url">): string | null {
  const address = canonical && pageAddress(canonical);
  return address && siteOf(address) === siteOf(url) && !isSpelling(address, url) ? address : null;
}

/** The same page with other letters; without its query it may be another one. */
const isSpelling = (canonical: string, url: string): boolean =>
  isOwnCanonical(canonical, url) && new URL(canonical).search === new URL(url).search;

/**
 * Finds the pages that are copies of others: the canonical address is that of another page that was read and says the
 * same. Of pages that are copies of each other one stays: the start page, or else the one that the others name. Where the
 * canonical page was not read, is gone, leads back or says something else, the page is no copy. One step looks at one page.
 */
export function* copiesAmong<T extends CrawledPage>(pages: readonly T[]): Generator<void, Set<T>> {
  const groups = pages.map((_, at) => at);
  const groupOf = (at: number): number => (groups[at] === at ? at : groupOf(groups[at]!));
  const naming = new Set<number>();
  const find = finderIn(pages);
  for (const [at, { page }] of pages.entries()) {
    const original = page?.canonical ? find(page.canonical) : null;
    if (page && original !== null && original !== at && saysTheSame(page, pages[original]!.page!)) {
      naming.add(at);
      const [one, other] = [groupOf(at), groupOf(original)];
      groups[Math.max(one, other)] = Math.min(one, other);
    }
    yield;
  }
  const stays = new Map<number, number>();
  for (const at of pages.keys()) {
    const keeper = stays.get(groupOf(at));
    if (keeper === undefined || (keeper !== 0 && naming.has(keeper) && !naming.has(at)))
      stays.set(groupOf(at), at);
  }
  return new Set(pages.filter((_, at) => stays.get(groupOf(at)) !== at));
}

/** Finds a page that was read by its address, or else by another spelling of it. */
function finderIn(pages: readonly CrawledPage[]): (address: string) => number | null {
  const [exact, similar] = [new Map<string, number>(), new Map<string, number>()];
  for (const [at, { url, page }] of pages.entries()) {
    if (!page) continue;
    if (!exact.has(url)) exact.set(url, at);
    if (!similar.has(spellingOf(url))) similar.set(spellingOf(url), at);
  }
  return (canonical) => {
    const address = pageAddress(canonical);
    return address === null ? null : (exact.get(address) ?? similar.get(spellingOf(address)) ?? null);
  };
}

const spellingOf = (url: string): string => JSON.stringify(comparable(url));

/** Whether two pages have the same title, the same main headings and nearly the same text. A page without text says nothing. */
export function saysTheSame(one: Page, other: Page): boolean {
  if (one.text === "" || one.title !== other.title || mainHeadings(one) !== mainHeadings(other)) return false;
  return one.text === other.text || overlap(one.text, other.text) >= sameFrom;
}

const mainHeadings = ({ headings }: Page): string =>
  headings.flatMap(({ level, text }) => (level === 1 ? [text] : [])).join("\n");

/** Dice's coefficient of the words of two texts, each as often as it occurs. */
function overlap(one: string, other: string): number {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of others) {
    const remaining = counts.get(word) ?? 0;
    if (remaining > 0) common += 1;
    counts.set(word, remaining - 1);
  }
  return (2 * common) / Math.max(1, words.length + others.length);
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);
