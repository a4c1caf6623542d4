import { Type } from "typebox";
import { action } from "../api/action.ts";
import { cursor, projectId } from "../api/examples/northwind.ts";
import { reply } from "../api/reply.ts";
import { fittingInTurn } from "../api/schema/page-room.ts";
import { ReportStatusWord, ReportTypeWord } from "../api/schema/words.ts";
import { Problem } from "../kernel/problem.ts";
import { findProject } from "../projects/projects.ts";
import { reportExamples } from "./report-examples.ts";
import { ReportListing, reportListing } from "./report-listing.ts";
import { listReports as reportsOf } from "./reports.ts";

export const listReports = action({
  name: "list_reports",
  http: "GET /v1/reports",
  summary: "List your reports, newest first.",
  description: "Runs and drafts, without figures. Read one with GET /reports/{reportId}.",
  tag: "reports",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  tool: true,
  paged: true,
  problems: ["PROJECT_NOT_FOUND"],
  input: Type.Object({
    projectId: Type.Optional(Type.String({ format: "uuid", description: "Only reports of this project." })),
    type: Type.Optional(ReportTypeWord({ description: "Only reports of this type." })),
    status: Type.Optional(ReportStatusWord({ description: "Only reports with this status." })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Reports per page." }),
    ),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 512, description: "`next_cursor` of the previous page." }),
    ),
  }),
  output: Type.Array(ReportListing),
  example: () => ({
    fields: {
      projectId,
      type: "visibility_analysis",
      status: "completed",
      limit: 20,
      cursor,
    },
    answers: { ReportList: { summary: "One report", data: [reportExamples().listing] } },
  }),
}).run(async ({ db, caller, cursors, settings }, { projectId, type, status, limit = 20, cursor }) => {
  if (projectId && !(await findProject(db, caller, projectId))) throw new Problem("PROJECT_NOT_FOUND");
  const filters = { projectId: projectId?.toLowerCase(), type, status };
  const scope = `list_reports ${caller.organizationId} ${JSON.stringify(filters)}`;
  const page = await reportsOf(db, caller, {
    ...filters,
    limit: limit + 1,
    after: cursors.open(scope, cursor),
  });
  const listings = await fittingInTurn(() =>
    page.slice(0, limit).map((report) => reportListing(report, settings.siteUrl)),
  );
  const last = listings.at(-1);
  const more = page.length > listings.length && last !== undefined;
  return reply(listings, {
    pagination: { limit, next_cursor: more ? cursors.seal(scope, last.id) : null, has_more: more },
  });
});
