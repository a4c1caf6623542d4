import { Type } from "typebox";
import { action } from "../api/action.ts";
import { partTerms, reportId } from "../api/examples/northwind.ts";
import { reply } from "../api/reply.ts";
import { ReportId } from "../api/schema/id-terms.ts";
import { partFields } from "../api/schema/part-fields.ts";
import { OneOf } from "../api/schema/schema.ts";
import { ReadingNumber } from "../api/schema/view-terms.ts";
import { Problem } from "../kernel/problem.ts";
import { filterOf, requestedPart } from "../reports/part/report-part.ts";
import { readingOf } from "../reports/reading-of.ts";
import { exportedRow } from "../reports/report-reply-examples.ts";
import { findReport } from "../reports/reports.ts";
import { headOf, linesOf } from "./columns.ts";
import { type ExportedRow, exportedRows } from "./exported-rows.ts";
import { rowColumns } from "./row-columns.ts";

export const exportReport = action({
  name: "export_report",
  http: "GET /v1/reports/{reportId}/export",
  summary: "Download the raw rows of a report as CSV or JSON Lines.",
  description:
    "Rows are streamed. They have the fields of the raw view, the `reading`, and the answer's text: verbatim in JSON Lines, as its reader sees it in CSV, where the addresses that it cites follow, separated by spaces. Without a text, `answer_text_removed` tells one that was deleted after its retention from a call that failed. New columns stand at the end.",
  tag: "reports",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  heavy: () => true,
  problems: ["REPORT_NOT_FOUND", "REPORT_NOT_READY"],
  produces: ["text/csv", "application/x-ndjson"],
  input: Type.Object({
    reportId: ReportId,
    format: Type.Optional(OneOf(["csv", "jsonl"], { default: "jsonl", description: "File format." })),
    ...partFields,
    reading: ReadingNumber,
  }),
  output: Type.String(),
  example: () => ({
    fields: { reportId, format: "jsonl", reading: 1, ...partTerms },
    text: {
      "text/csv": `prompt,provider,sample,brand_mentioned\n${Object.values(exportedRow()).join()}\n`,
      "application/x-ndjson": `${JSON.stringify(exportedRow())}\n`,
    },
  }),
}).run(async ({ db, caller }, { reportId, format = "jsonl", reading, ...terms }) => {
  const storedReport = await findReport(db, caller, reportId);
  if (!storedReport) throw new Problem("REPORT_NOT_FOUND");
  if (storedReport.status === "processing") {
    throw new Problem("REPORT_NOT_READY", {
      details: { report_id: storedReport.id, status: storedReport.status },
    });
  }
  const report = await readingOf({ db }, storedReport, reading);
  const part = await requestedPart({ db }, report.projectId, terms);
  const filter = part ? filterOf(part) : {};
  const rows = exportedRows(
    db,
    report,
    filter,
    async () => (await findReport(db, caller, report.id)) !== undefined,
  );
  const lines = format === "csv" ? csvFile(rows) : jsonLines(rows);
  return reply("", {
    stream: {
      contentType: format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson; charset=utf-8",
      fileName: `report-${report.id}.${format}`,
      chunks: lines,
    },
  });
});

async function* jsonLines(rows: AsyncIterable<ExportedRow[]>): AsyncGenerator<string> {
  for await (const batch of rows) yield batch.map((row) => `${JSON.stringify(row)}\n`).join("");
}

async function* csvFile(rows: AsyncIterable<ExportedRow[]>): AsyncGenerator<string> {
  yield headOf(rowColumns, "csv");
  for await (const batch of rows) yield linesOf(rowColumns, batch, "csv");
}
