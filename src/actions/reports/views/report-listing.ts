import { type Static, Type } from "typebox";
import { Closed } from "../../schema/schema.ts";
import { baseProperties, type ReportRecord, reportBase } from "./report-base.ts";

/** A report in a list: what it says of itself, without figures. */
export const ReportListing = Closed(
  { ...baseProperties, view: Type.Null({ description: "Null: a list shows no view." }) },
  { title: "ReportListing", description: "A report in a list, without its figures." },
);
export type ReportListing = Static<typeof ReportListing>;

export const reportListing = (report: ReportRecord, siteUrl: string): ReportListing => ({
  ...reportBase(report, siteUrl),
  view: null,
});
