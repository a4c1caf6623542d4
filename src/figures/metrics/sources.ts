import type { MeasuredAnswer } from "../../reader/answer.ts";
import { pageKey } from "../../reader/citation/citation.ts";
import type { ReadCitation } from "../../reader/reading.ts";
import { byText } from "../../reader/text/order.ts";
import { citedDomains, type SourceDomain } from "./cited-domain.ts";

/** Where the answers send their readers. Pages that an engine only retrieved do not count. */
export interface Sources {
  /** Most cited first. */
  domains: SourceDomain[];
  urls: SourceUrl[];
}

export interface SourceUrl {
  url: string;
  title: string | null;
  citations: number;
  promptKeys: string[];
}

export const mostDomains = 200;
const mostUrls = 200;
const mostPromptsPerUrl = 50;

/** The cited domains and pages of answers that are in the order of `inOrder`. */
export function sourcesOf(ordered: readonly MeasuredAnswer[]): Sources {
  const pages = new Map<string, PageCount>();
  // One address is cited many times.
  const byUrl = new Map<string, PageCount>();
  for (const { reading, promptKey } of ordered)
    for (const citation of reading?.citations ?? []) {
      if (!citation.cited) continue;
      const page = byUrl.get(citation.url) ?? pageOf(pages, citation);
      byUrl.set(citation.url, page);
      countCitation(page, citation, promptKey);
    }
  return {
    domains: citedDomains(ordered, mostDomains),
    urls: pages
      .values()
      .toArray()
      .map(({ spellings, ...count }) => ({ url: commonest(spellings), ...count }))
      .sort((a, b) => b.citations - a.citations || byText(a.url, b.url))
      .slice(0, mostUrls),
  };
}

/** One page, with how often each of its addresses is cited. */
type PageCount = Omit<SourceUrl, "url"> & { spellings: Map<string, number> };

function pageOf(pages: Map<string, PageCount>, { url }: ReadCitation): PageCount {
  const key = pageKey(url);
  const page = pages.get(key) ?? { title: null, citations: 0, promptKeys: [], spellings: new Map() };
  pages.set(key, page);
  return page;
}

function countCitation(count: PageCount, { url, title }: ReadCitation, promptKey: string): void {
  count.spellings.set(url, (count.spellings.get(url) ?? 0) + 1);
  count.citations += 1;
  count.title ??= title;
  // Answers come prompt by prompt, so a repeated key is the last one.
  if (count.promptKeys.at(-1) !== promptKey && count.promptKeys.length < mostPromptsPerUrl)
    count.promptKeys.push(promptKey);
}

/** The address that a page is cited by most often; of several, one with https. */
const commonest = (spellings: ReadonlyMap<string, number>): string =>
  [...spellings].sort(
    ([one, a], [other, b]) =>
      b - a || Number(other.startsWith("https:")) - Number(one.startsWith("https:")) || byText(one, other),
  )[0]![0];
