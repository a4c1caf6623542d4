import type { RobotsFile } from "../../../../site/crawl/robots-file.ts";
import type { SitemapFile } from "../../../../site/crawl/sitemap-file.ts";
import { noFacts, type PageFacts, type WholePage } from "../../../../site/page/page.ts";
import type { FetchedFile, FetchResult } from "../../../../site/page/site-file.ts";
import type { Wall } from "../../../../site/page/wall.ts";
import { otherAgents, scoredAgents } from "./ai-agents.ts";
import type { LlmsFile } from "./llms-txt.ts";

/** What was fetched for a readiness check, and what was read from it. */
export interface ReadinessMaterial {
  page: FetchResult;
  /** What was read from the page; null if it did not come or is not a page. */
  whole: WholePage | null;
  /** What answered in its place. */
  wall: Wall | null;
  /** What is at the canonical address; null if it is the page's own, there is none, or nobody may look. */
  canonical: CanonicalFound | null;
  /** The same address with http for https or the reverse; null if that makes no sense (it has its own port). */
  counterpart: FetchResult | null;
  robots: Seen<RobotsFile>;
  llms: Seen<LlmsFile>;
  /** What was found at the sitemap addresses (those in robots.txt, or else in the usual places) and in the sitemaps they list. */
  read: readonly ReadSitemap[];
  /** Agents that robots.txt allows, and whose names the server refuses; it changes no score. */
  refusedAgents: readonly RefusedAgent[];
  /** When it was fetched, ms since the epoch. */
  at: number;
}

/** How the server answered a request that carried an agent's name. */
export interface RefusedAgent {
  agent: string;
  status: number;
  /** A firewall answered, whatever the status. */
  walled: boolean;
}

/** It redirects to the page, is no page, is a page that says the same, or one that says something else. */
export type CanonicalFound = "leads_back" | "gone" | "copy" | "other";

/** What the checks look at. */
export interface Material extends ReadinessMaterial {
  /** Facts of the page; those of an empty page if it could not be read or is not HTML. */
  facts: PageFacts;
}

/** A requested file, and what was read from it if it answered 200. */
export interface Seen<T> {
  fetch: FetchResult;
  file: T | null;
}

export interface ReadSitemap {
  url: string;
  /** Null if it is not a sitemap. */
  sitemap: SitemapFile | null;
  /** A web page came in its place. */
  webPage: boolean;
  /** It is longer than what was read of it, or lists more sitemaps than are read. */
  cut: boolean;
}

/** All agents whose access to a page is reported. */
export const judgedAgents: readonly string[] = [...Object.values(scoredAgents).flat(), ...otherAgents];

export const materialOf = (gathered: ReadinessMaterial): Material => ({
  ...gathered,
  facts: gathered.whole?.facts ?? noFacts,
});

/** The page as fetched. Only for checks that are skipped without it. */
export function pageOf({ page }: Pick<Material, "page">): FetchedFile {
  if (!page.ok) throw new TypeError("checks of a page need a page");
  return page;
}
