import type { AgentRules } from "../../../site/crawl/robots.ts";
import type { RobotsFile, RobotsRequest } from "../../../site/crawl/robots-file.ts";
import type { SitemapRequest } from "../../../site/crawl/sitemap-file.ts";
import type { WholePage } from "../../../site/page/page.ts";
import type { FetchedFile, FetchResult } from "../../../site/page/site-file.ts";
import type { Wall } from "../../../site/page/wall.ts";
import type { ReadSitemap } from "../../website/readiness/checks/material.ts";
import type { OutsideRequest } from "../outside.ts";
import type { Parsing } from "../parsing.ts";

/** Fetches a site's files through the outbound guard and has them read: the same way for every caller. */
export interface Website {
  /** The product token by which robots.txt addresses us. */
  agent: string;
  /**
   * Fetches one file, cut at its bound; any status is an answer. A failure is returned as a value, and `refused` decides
   * about an address that may not be fetched.
   */
  attempt(request: OutsideRequest, refused: Refused): Promise<FetchResult>;
  /**
   * Fetches and reads a page, and follows those that only refresh to another within the five redirects and the request's
   * time. Throws the guard's errors, UnreadableError, and BusyError if the machine stays busy or the signal ends the waiting.
   */
  visit(request: OutsideRequest, terms: VisitTerms): Promise<Visit>;
  /** Like `visit`, but returns failures of the site as values. */
  attemptVisit(request: OutsideRequest, terms: VisitTerms & { refused: Refused }): Promise<AttemptedVisit>;
  /** The robots.txt that applies to an address. */
  robots(address: string, terms: RobotsTerms): Promise<SiteRobots>;
  /**
   * The sitemaps of a site and those that they list, in order: those that its robots.txt names, on whatever host, or else
   * those in the usual places. Those that fail are left out.
   */
  sitemaps(site: SiteOfSitemaps, terms: SitemapTerms): Promise<ReadSitemap[]>;
  llms: Parsing["llms"];
}

/** Whether URL_NOT_ALLOWED is thrown as the caller's mistake, or is a failure of the site, which led us there. */
export type Refused = "throws" | "as_failure";

/** A page as it was found. */
export interface Visit {
  /** The last response; its redirects include refreshes. */
  file: FetchedFile;
  /** Null if the response is no page, or something else answered in its place. */
  page: WholePage | null;
  /** What answered in its place. */
  wall: Wall | null;
  /** A page that only refreshes led here. */
  refreshed: boolean;
}

export type AttemptedVisit = Omit<Visit, "file"> & { file: FetchResult };

export interface VisitTerms {
  /** Whether robots.txt lets us have the page that another refreshes to. */
  may(url: string): boolean | Promise<boolean>;
  /** Ends the waiting for a busy machine, besides the request's own signal. */
  signal?: AbortSignal;
}

export interface FileTerms {
  timeoutMs?: number;
  signal?: AbortSignal;
}

export interface RobotsTerms extends FileTerms {
  refused: Refused;
  target?: NonNullable<RobotsRequest["target"]>;
}

export interface SiteRobots {
  fetch: FetchResult;
  /** Null if none answered. */
  file: RobotsFile | null;
  /** What we may fetch: RFC 9309 says what a missing file means. */
  rules: AgentRules;
  /** The file exists, or would if its server answered: everything is forbidden for now. */
  unreachable: boolean;
}

export interface SiteOfSitemaps {
  /** A page of the site. */
  url: string;
  robots: Pick<SiteRobots, "file">;
}

export interface SitemapTerms extends FileTerms, Pick<SitemapRequest, "page"> {
  /** Whether a sitemap on the site itself may be fetched; other hosts are asked for their own robots.txt. */
  may(url: string): boolean | Promise<boolean>;
  /** Told of each sitemap that this machine is too busy to read, which is then left out; without it, BusyError is thrown. */
  onBusy?(url: string): void;
}
