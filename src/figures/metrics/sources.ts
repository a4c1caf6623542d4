import { pageKey } from "../../reader/citation/citation.ts";
import type { ReadCitation } from "../../reader/reading.ts";
import { byText } from "../../reader/text/order.ts";
import { type CitingAnswers, citedDomains, type SourceDomain } from "./cited-domain.ts";

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
export function sourcesOf(citing: CitingAnswers): Sources {
  const pages = new Map<string, PageCount>();
  // One address is cited many times.
  const spellings = new Map<string, Spelling>();
  for (const { answer, cited } of citing.answers)
    for (const citation of cited) {
      let spelling = spellings.get(citation.url);
      if (!spelling) {
        spelling = spellingOf(pages, citation);
        spellings.set(citation.url, spelling);
      }
      spelling.citations += 1;
      countCitation(spelling.page, citation, answer.promptKey);
    }
  return {
    domains: citedDomains(citing, mostDomains),
    urls: pages
      .values()
      .toArray()
      .map(({ spellings, ...count }) => ({ url: commonest(spellings), ...count }))
      .sort((a, b) => b.citations - a.citations || byText(a.url, b.url))
      .slice(0, mostUrls),
  };
}

/** One page, with each of its addresses. */
type PageCount = Omit<SourceUrl, "url"> & { spellings: Spelling[] };

interface Spelling {
  url: string;
  citations: number;
  page: PageCount;
}

function spellingOf(pages: Map<string, PageCount>, { url }: ReadCitation): Spelling {
  const key = pageKey(url);
  const page = pages.get(key) ?? { title: null, citations: 0, promptKeys: [], spellings: [] };
  pages.set(key, page);
  const spelling = { url, citations: 0, page };
  page.spellings.push(spelling);
  return spelling;
}

function countCitation(count: PageCount, { title }: ReadCitation, promptKey: string): void {
  count.citations += 1;
  count.title ??= title;
  // Answers come prompt by prompt, so a repeated key is the last one.
  if (count.promptKeys.at(-1) !== promptKey && count.promptKeys.length < mostPromptsPerUrl)
    count.promptKeys.push(promptKey);
}

/** The address that a page is cited by most often; of several, one with https. */
const commonest = (spellings: readonly Spelling[]): string =>
  spellings.toSorted(
    (one, other) =>
      other.citations - one.citations ||
      Number(other.url.startsWith("https:")) - Number(one.url.startsWith("https:")) ||
      byText(one.url, other.url),
  )[0]!.url;
