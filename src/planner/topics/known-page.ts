import { isOwnCanonical } from "../../site/page/canonical.ts";
import type { Page } from "../../site/page/page.ts";

/** The parts of a website's page that planning reads. */
export interface KnownPage {
  url: string;
  title: string | null;
  /** The description it gives search engines. */
  description: string | null;
  headings: readonly string[];
  text: string;
  /** BCP 47; null if it declares none. */
  language: string | null;
}

/** The same as a crawl stores it. */
export type StoredKnownPage = Pick<Page, keyof KnownPage | "canonical">;

/**
 * The address that a page goes by: its canonical one if that is another spelling of its own. One that names another page
 * says nothing of this one: copies have been left out of the crawl, and a layout may name the home page on every page.
 */
export const addressOf = ({ canonical, url }: Pick<StoredKnownPage, "canonical" | "url">): string =>
  canonical && isOwnCanonical(canonical, url) ? canonical : url;

/** The readable pages of a crawl, without repeats, each under its own address. */
export function knownPages(crawled: Iterable<{ page: StoredKnownPage | null }>): KnownPage[] {
  const byUrl = new Map<string, KnownPage>();
  for (const { page } of crawled) {
    if (!page) continue;
    const url = addressOf(page);
    const { title, description, text, language } = page;
    if (!byUrl.has(url))
      byUrl.set(url, {
        ...{ url, title, description, text, language },
        headings: page.headings.map(({ text }) => text),
      });
  }
  return [...byUrl.values()];
}
