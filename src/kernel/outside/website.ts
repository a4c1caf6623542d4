import type { AgentRules } from "../../domain/website/crawl/robots.ts";
import type { RobotsFile, RobotsRequest } from "../../domain/website/crawl/robots-file.ts";
import type { Fetch, Fetched } from "../../domain/website/crawl/site-file.ts";
import type { SitemapRequest } from "../../domain/website/crawl/sitemap-file.ts";
import type { WholePage } from "../../domain/website/page/page.ts";
import type { ReadSitemap } from "../../domain/website/readiness/material.ts";
import type { OutsideRequest } from "./outside.ts";
import type { Parsing } from "./parsing.ts";

/** Fetches the files of a site through the outbound guard and has them read: the same way for everybody. */
export interface Website {
  /** Product token by which robots.txt names us. */
  agent: string;
  /** Fetches one file, cut at its bound. Throws as the guard does; any status is an answer. */
  fetch(request: OutsideRequest): Promise<Fetched>;
  /** The same, with what goes wrong as a value; an address that may not be fetched as `refused` says. */
  attempt(request: OutsideRequest, refused: Refused): Promise<Fetch>;
  /** Reads a page; null for an answer that is none. Throws UnreadableError. */
  page(file: Fetched): Promise<WholePage | null>;
  /** The robots.txt that an address stands under. */
  robots(address: string, terms: RobotsTerms): Promise<SiteRobots>;
  /** The sitemaps at these addresses and those that they list, in their order; those that cannot be had are left out. */
  sitemaps(addresses: readonly string[], terms: SitemapTerms): Promise<ReadSitemap[]>;
  llms: Parsing["llms"];
}

/** URL_NOT_ALLOWED is the caller's mistake, and thrown; or it is a failure of the site, which led us there. */
export type Refused = "throws" | "as_failure";

export interface FileTerms {
  timeoutMs?: number;
  signal?: AbortSignal;
}

export interface RobotsTerms extends FileTerms {
  refused: Refused;
  judged?: NonNullable<RobotsRequest["judged"]>;
}

export interface SiteRobots {
  fetch: Fetch;
  /** Null if none answered. */
  file: RobotsFile | null;
  /** What we may have: RFC 9309 says what the absence of a file means. */
  rules: AgentRules;
  /** The file is there, or would be if its server answered: everything is forbidden for now. */
  unreachable: boolean;
}

export interface SitemapTerms extends FileTerms, Pick<SitemapRequest, "page" | "site" | "keep"> {
  /** Files to fetch at most. */
  filesMax: number;
  /** Whether a sitemap may be asked for. */
  may(url: string): boolean | Promise<boolean>;
}
