import { copiesAmong } from "../../../site/crawl/copies.ts";
import {
  type CrawlFailureCode,
  type CrawlSettings,
  crawlFailures,
  endOfCrawl,
  failureOfWall,
} from "../../../site/crawl/crawl.ts";
import type { Db } from "../../db/db.ts";
import { transaction } from "../../db/transaction.ts";
import { recordEvent } from "../../events/record-event.ts";
import type { Log } from "../../kernel/log.ts";
import { inSteps } from "../../kernel/pace.ts";
import { Problem } from "../../kernel/problem.ts";
import { asJobOf } from "../../kernel/turns/on-behalf.ts";
import { OutsideError } from "../../outbound/outside.ts";
import { BusyError, type Parsing } from "../../outbound/parsing.ts";
import { profileOf } from "../../outbound/website/site-profile.ts";
import type { Website } from "../../outbound/website/website.ts";
import { type Claim, deleteClaimed, lockClaim } from "../../queue/claims.ts";
import { addCrawlPages, crawlPagesByUrl, crawlPagesOf } from "./crawl-pages.ts";
import { beginCrawl, type CrawlEnd, type CrawlRecord, endCrawl, previousCrawl } from "./crawl-records.ts";
import { CrawlEndedError, type Explored, explore } from "./explore-site.ts";
import type { HostPace } from "./host-pace.ts";

export interface CrawlParts {
  db: Db;
  website: Website;
  parsing: Pick<Parsing, "profile">;
  hosts: HostPace;
  settings: CrawlSettings;
  stop: AbortSignal;
  now(): Date;
  log: Log;
}

const attemptsMax = 5;

/**
 * Crawls the site of a record and ends the record. After an interruption, the next attempt continues with the stored
 * pages. False if it was stopped. If another worker has claimed it meanwhile, the record is left to that one.
 */
export async function crawlSite(parts: CrawlParts, recordId: string, claim: Claim): Promise<boolean> {
  const { db, stop, now, log } = parts;
  const started = performance.now();
  const record = await beginCrawl(db, recordId, now());
  const end = record && (await asJobOf(record.organizationId, () => endOf(parts, record)));
  if (stop.aborted && record && !end) return false;
  const hasEnded = await transaction(db, async (db) => {
    if (!(await lockClaim(db, claim))) return false;
    if (record && end && (await endCrawl(db, record, end, now())) && end.status !== "failed") {
      const { organizationId, projectId, id: objectId } = record;
      await recordEvent(db, { organizationId, projectId, objectId, type: "crawl.completed" }, now());
    }
    await deleteClaimed(db, [claim]);
    return true;
  });
  if (record && end && hasEnded) {
    const code = end.status === "failed" ? end.failure.code : undefined;
    const ms = Math.round(performance.now() - started);
    log.info(
      { crawl: recordId, organization_id: record.organizationId, status: end.status, code, ms },
      "crawl ended",
    );
  }
  return true;
}

/** How the crawl ends; undefined if it was stopped or its record is gone. */
async function endOf(
  parts: CrawlParts,
  record: CrawlRecord & { attempts: number },
): Promise<CrawlEnd | undefined> {
  if (record.attempts > attemptsMax) return failed("CRAWL_INTERRUPTED");
  const last = record.attempts === attemptsMax;
  try {
    const explored = await exploreInto({ ...parts, last }, record);
    return await success({ ...parts, last }, record, explored);
  } catch (error) {
    if (parts.stop.aborted) return undefined;
    if (error instanceof CrawlEndedError) return error.code === null ? undefined : failed(error.code);
    if (error instanceof Problem) return failed("URL_NOT_ALLOWED");
    if (error instanceof OutsideError)
      return failed(error.kind === "redirect_refused" ? "URL_NOT_ALLOWED" : "SITE_UNREACHABLE");
    if (last && error instanceof BusyError) return failed("CRAWL_INTERRUPTED");
    throw error;
  }
}

async function exploreInto(parts: CrawlParts & { last: boolean }, record: CrawlRecord): Promise<Explored> {
  const { db, now } = parts;
  const previous = await previousCrawl(db, record);
  return explore(parts, record.url, {
    known: (urls) => crawlPagesByUrl(db, record.id, urls),
    earlier: async (urls) => (previous ? crawlPagesByUrl(db, previous, urls) : new Map()),
    async save(pages, urlCount) {
      const running = await transaction(db, (db) =>
        addCrawlPages(db, record.id, pages, { urlCount, now: now() }),
      );
      if (!running) throw new CrawlEndedError(null);
    },
  });
}

async function success(
  { db, parsing, stop, last }: CrawlParts & { last: boolean },
  { id }: CrawlRecord,
  site: Explored,
): Promise<CrawlEnd> {
  const all = await crawlPagesOf(db, id);
  if (!all.some(({ page }) => page)) {
    const { instead } = all.find(({ instead }) => instead) ?? {};
    return failed(instead ? failureOfWall[instead] : "NO_PAGES");
  }
  const copies = await inSteps(copiesAmong(all));
  const pages = all.filter((page) => !copies.has(page));
  const crawl = { pages, site: { ...site, pagesMerged: copies.size } };
  return {
    status: endOfCrawl(pages, site),
    profile: await profileOf(parsing, crawl, { signal: stop, last }),
    leftOut: [...copies].map(({ ordinal }) => ordinal),
  };
}

const failed = (code: CrawlFailureCode): CrawlEnd => ({
  status: "failed",
  failure: { code, ...crawlFailures[code] },
});
