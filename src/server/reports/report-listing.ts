import type { Static } from "typebox";
import { showAs } from "../api/schema/openapi-hints.ts";
import { AlwaysNull, Closed } from "../api/schema/schema.ts";
import { baseProperties, type ListedRecord, ReportBase, reportBase } from "./report-base.ts";

/** A report in a list: without figures. */
export const ReportListing = showAs(
  Closed(
    { ...baseProperties, view: AlwaysNull("Null: lists have no views.") },
    { title: "ReportListing", description: "A report in a list, without its figures." },
  ),
  { bases: [ReportBase] },
);
export type ReportListing = Static<typeof ReportListing>;

export const reportListing = (report: ListedRecord, siteUrl: string): ReportListing => ({
  ...reportBase(report, siteUrl),
  view: null,
});
