import { dayIn } from "../../../figures/days/day.ts";
import type { ProjectContext } from "../../api/context.ts";
import { type CrawlRecord, findCrawlRecord } from "../../website/crawls/crawl-records.ts";
import { newestReportOf } from "../topics/newest-report.ts";
import type { DraftContext } from "../writing/draft.ts";

const freshMs = 30 * 24 * 3600 * 1000;

/** What a draft can rest on: the newest website analysis and the newest report. Source: docs/content.md. */
export async function draftContext({ db, caller, project, now }: ProjectContext): Promise<DraftContext> {
  const crawl =
    project.latestCrawlRecordId === null
      ? undefined
      : await findCrawlRecord(db, caller, project.latestCrawlRecordId);
  const newest = await newestReportOf(db, project.id);
  // Nothing true can be said from the sandbox's answers.
  const report = newest && !newest.sandbox ? newest : undefined;
  const quality = qualityOf(crawl, now());
  return {
    quality,
    message: says[quality](dayOf(crawl, project.timezone), report !== undefined),
    crawlRecordId: crawl?.id ?? null,
    reportId: report?.id ?? null,
  };
}

function qualityOf(crawl: CrawlRecord | undefined, now: Date): DraftContext["quality"] {
  if (!crawl?.completedAt) return "none";
  const age = now.getTime() - Date.parse(crawl.completedAt);
  return crawl.status === "completed" && age <= freshMs ? "full" : "partial";
}

const dayOf = (crawl: CrawlRecord | undefined, timezone: string): string =>
  crawl?.completedAt ? dayIn(crawl.completedAt, timezone) : "";

const says: Record<DraftContext["quality"], (day: string, reported: boolean) => string> = {
  full: (day, reported) =>
    `It is based on the website analysis of ${day}${reported ? " and the newest report" : ""}.`,
  partial: (day, reported) =>
    `It is based on an old or incomplete website analysis of ${day}${reported ? " and the newest report" : ""}. For a better draft, crawl the site again.`,
  none: (_, reported) =>
    reported
      ? "There is no website analysis yet, so it is based on the newest report alone. For a better draft, crawl the site."
      : "There is neither a website analysis nor a report yet, so it knows little more than its topic.",
};
