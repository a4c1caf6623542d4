import { primaryLanguage, type Stem } from "../../reader/text/language/stemmer.ts";
import { byText } from "../../reader/text/order.ts";
import type { KnownPage } from "./known-page.ts";
import { type PageIndex, pageIndex } from "./page-index.ts";
import { type SiteText, siteText } from "./site-text.ts";

/** The pages of a website that prompts are compared with, always in the same order. */
export interface Site {
  pages: readonly KnownPage[];
  text: SiteText;
  index: PageIndex;
  /** The start page; -1 without one. */
  home: number;
}

/** Indexes the pages in the prompts' language for the stems of a vocabulary. */
export function siteOf(
  pages: readonly KnownPage[],
  around: { language: string; stem: Stem; vocabulary: ReadonlySet<string> },
): Site {
  const sitePages = [...pagesIn(pages, around.language)].sort((a, b) => byText(a.url, b.url));
  const text = siteText(sitePages);
  return { pages: sitePages, text, index: pageIndex(text, around), home: sitePages.findIndex(isHome) };
}

/** Pages in the prompts' language or without a declared one; all pages if there are none of these. */
export function pagesIn(pages: readonly KnownPage[], language: string): readonly KnownPage[] {
  const own = primaryLanguage(language);
  const fitting = pages.filter((page) => page.language === null || primaryLanguage(page.language) === own);
  return fitting.length > 0 ? fitting : pages;
}

const isHome = ({ url }: KnownPage): boolean =>
  (URL.canParse(url) ? new URL(url).pathname : url).replace(/\/$/, "") === "";
