import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { Problem } from "../../kernel/problem.ts";
import { findCrawlRecord } from "../../store/website/crawl-records.ts";
import { CrawlView, crawlView } from "./views/crawl-view.ts";
import { crawledPages } from "./views/crawled-pages.ts";

export const getCrawl = action({
  name: "get_crawl",
  http: "GET /v1/crawls/{crawlRecordId}",
  summary: "Read a crawl: how far it is, what the site is about, and its pages.",
  tag: "setup",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  tool: true,
  problems: ["CRAWL_RECORD_NOT_FOUND"],
  input: Type.Object({
    crawlRecordId: Type.String({
      minLength: 1,
      maxLength: 128,
      description: "Id of one of your crawl records.",
    }),
  }),
  output: CrawlView,
}).run(async (context, { crawlRecordId }) => {
  const record = await findCrawlRecord(context.db, context.caller.userId, crawlRecordId);
  if (!record) throw new Problem("CRAWL_RECORD_NOT_FOUND");
  return crawlView(record, await crawledPages(context, record));
});
