import { Type } from "typebox";

/** Judged by the outbound guard, which says URL_NOT_ALLOWED where a schema would say less. */
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
