import type { CrawledPage } from "../../website/crawl/crawl.ts";

/** A page of the website, as far as planning looks at it. */
export interface KnownPage {
  url: string;
  title: string | null;
  /** What it says of itself for search engines. */
  description: string | null;
  headings: readonly string[];
  text: string;
  /** BCP 47; null if it does not say. */
  language: string | null;
}

/** The pages of a crawl that were read, each once, under its canonical address. */
export function knownPages(crawled: Iterable<Pick<CrawledPage, "page">>): KnownPage[] {
  const known = new Map<string, KnownPage>();
  for (const { page } of crawled) {
    if (!page) continue;
    const url = page.canonical ?? page.url;
    const { title, description, text, language } = page;
    if (!known.has(url))
      known.set(url, {
        ...{ url, title, description, text, language },
        headings: page.headings.map(({ text }) => text),
      });
  }
  return [...known.values()];
}
