import type { RobotsFile } from "../crawl/robots-file.ts";
import type { Fetch, Fetched } from "../crawl/site-file.ts";
import type { SitemapFile } from "../crawl/sitemap-file.ts";
import { noFacts, type PageFacts, type WholePage } from "../page/page.ts";
import { otherAgents, scoredAgents } from "./ai-agents.ts";
import type { LlmsFile } from "./llms-txt.ts";

/** What was fetched for one readiness check, and what was read of it. */
export interface Gathered {
  page: Fetch;
  /** What was read of the page; null if it did not come, or is none. */
  whole: WholePage | null;
  /** The same address with the other of http and https; null if that makes no sense (a port of its own). */
  counterpart: Fetch | null;
  robots: Seen<RobotsFile>;
  llms: Seen<LlmsFile>;
  /** What there is at the addresses of sitemaps: those that robots.txt names, or /sitemap.xml; and what those list. */
  read: readonly ReadSitemap[];
  /** When it was fetched, ms since the epoch. */
  at: number;
}

/** What the checks look at. */
export interface Material extends Gathered {
  /** Facts of the page; those of an empty page if it could not be read or is not HTML. */
  facts: PageFacts;
}

/** A file that was asked for, and what was read of it if it answered 200. */
export interface Seen<T> {
  fetch: Fetch;
  file: T | null;
}

export interface ReadSitemap {
  url: string;
  /** Null if it is none. */
  sitemap: SitemapFile | null;
  /** It is longer than what was read of it. */
  cut: boolean;
}

/** All agents whose access to a page is told. */
export const judgedAgents: readonly string[] = [...Object.values(scoredAgents).flat(), ...otherAgents];

export const materialOf = (gathered: Gathered): Material => ({
  ...gathered,
  facts: gathered.whole?.facts ?? noFacts,
});

/** The page as it was fetched. Only for checks that are skipped if it was not. */
export function pageOf({ page }: Pick<Material, "page">): Fetched {
  if (!page.ok) throw new TypeError("checks of a page need a page");
  return page;
}
