import { stringify } from "csv-stringify/sync";
import { Type } from "typebox";
import type { MeasuredAnswer } from "../../domain/answer/answer.ts";
import { action } from "../../kernel/action.ts";
import type { Context } from "../../kernel/context.ts";
import { Problem } from "../../kernel/problem.ts";
import { reply } from "../../kernel/reply.ts";
import { measuredAnswers } from "../../store/reports/answers.ts";
import { findReport, type Report } from "../../store/reports/reports.ts";
import { reportId } from "../examples/northwind.ts";
import { exportedRow } from "../examples/report-answers.ts";
import { csvText } from "../schema/csv-text.ts";
import { ReportId } from "../schema/id-terms.ts";
import { OneOf } from "../schema/schema.ts";
import { ReadingNumber } from "../schema/view-terms.ts";
import { readingOf } from "./steps/reading-of.ts";
import { rawRow } from "./views/raw-view.ts";

const pageSize = 500;

export const exportReport = action({
  name: "export_report",
  http: "GET /v1/reports/{reportId}/export",
  summary: "Download the raw rows of a report as CSV or JSON Lines.",
  description: "Rows are streamed; they have the fields of the raw view.",
  tag: "reports",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  problems: ["REPORT_NOT_FOUND", "REPORT_NOT_READY"],
  produces: ["text/csv", "application/x-ndjson"],
  input: Type.Object({
    reportId: ReportId,
    format: Type.Optional(OneOf(["csv", "jsonl"], { default: "jsonl", description: "File format." })),
    reading: ReadingNumber,
  }),
  output: Type.String(),
  example: () => ({
    fields: { reportId, format: "jsonl", reading: 1 },
    text: {
      "text/csv": `prompt,provider,sample,brand_mentioned\n${Object.values(exportedRow()).join()}\n`,
      "application/x-ndjson": `${JSON.stringify(exportedRow())}\n`,
    },
  }),
}).run(async ({ db, caller }, { reportId, format = "jsonl", reading }) => {
  const found = await findReport(db, caller, reportId);
  if (!found) throw new Problem("REPORT_NOT_FOUND");
  if (found.status === "processing") {
    throw new Problem("REPORT_NOT_READY", { details: { report_id: found.id, status: found.status } });
  }
  const report = await readingOf({ db }, found, reading);
  const lines = format === "csv" ? csvLines(db, report) : jsonLines(db, report);
  return reply("", {
    stream: {
      contentType: format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson; charset=utf-8",
      fileName: `report-${report.id}.${format}`,
      chunks: lines,
    },
  });
});

async function* rowsOf(db: Context["db"], report: Report): AsyncGenerator<MeasuredAnswer[]> {
  let after = -1;
  for (;;) {
    const page = await measuredAnswers(db, report, { limit: pageSize, after });
    if (page.length === 0) return;
    yield page;
    after = page.at(-1)!.ordinal;
  }
}

async function* jsonLines(db: Context["db"], report: Report): AsyncGenerator<string> {
  for await (const page of rowsOf(db, report))
    yield page.map((row) => `${JSON.stringify({ ...rawRow(row), reading: numberOf(report) })}\n`).join("");
}

async function* csvLines(db: Context["db"], report: Report): AsyncGenerator<string> {
  yield stringify([columns]);
  for await (const page of rowsOf(db, report))
    yield stringify(
      page.map((row) => [...cells(rawRow(row)), numberOf(report)]),
      { cast: { string: csvText } },
    );
}

const columns = [
  "row_id",
  "prompt_key",
  "prompt",
  "branded",
  "provider",
  "model",
  "sample",
  "surface",
  "status",
  "error_code",
  "answered_at",
  "searched",
  "refusal",
  "blank",
  "brand_mentioned",
  "brand_position",
  "brands_named",
  "cited_domains",
  "cost_usd",
  "searches",
  "reading",
];

/** Every row says which reading it is from: several are easily mixed up in one sheet. */
const numberOf = ({ reading }: Report): number | null => reading || null;

/** One row, flattened: lists become their names, in order, separated by "; ". */
function cells(row: ReturnType<typeof rawRow>): unknown[] {
  const named = row.mentions.map(({ name }) => name).join("; ");
  const cited = [...new Set(row.citations.filter(({ cited }) => cited).map(({ domain }) => domain))].join(
    "; ",
  );
  return [
    row.row_id,
    row.prompt_key,
    row.prompt,
    row.branded,
    row.provider,
    row.model,
    row.sample,
    row.surface,
    row.status,
    row.error_code,
    row.answered_at,
    row.searched,
    row.refusal,
    row.blank,
    row.brand_mentioned,
    row.brand_position,
    named,
    cited,
    row.cost_usd,
    row.searches.join("; "),
  ].map((cell) => (typeof cell === "boolean" ? String(cell) : cell));
}
