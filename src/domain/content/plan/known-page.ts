import type { CrawledPage } from "../../website/crawl/crawl.ts";
import type { KnownPage } from "./match.ts";

/** The pages of a crawl that were read, each once, under its canonical address. */
export function knownPages(crawled: Iterable<Pick<CrawledPage, "page">>): KnownPage[] {
  const known = new Map<string, KnownPage>();
  for (const { page } of crawled) {
    if (!page) continue;
    const url = page.canonical ?? page.url;
    const { title, text, language } = page;
    if (!known.has(url))
      known.set(url, { url, title, text, language, headings: page.headings.map(({ text }) => text) });
  }
  return [...known.values()];
}
