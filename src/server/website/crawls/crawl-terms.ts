import { Type } from "typebox";

/** Checked by the outbound guard, whose URL_NOT_ALLOWED says more than a schema could. */
export const SiteUrl = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: "URL to start from, http or https.",
  examples: ["https://acme.example/"],
});

export const CrawlRecordId = Type.String({
  format: "uuid",
  description: "Id of the crawl record.",
});
