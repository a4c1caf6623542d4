import { stringify } from "csv-stringify/sync";
import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import type { Db } from "../../kernel/db.ts";
import { Problem } from "../../kernel/problem.ts";
import { reply } from "../../kernel/reply.ts";
import { tagsOf } from "../../store/projects/prompt-tags.ts";
import { answerBatches, extentOf } from "../../store/reports/answer-batches.ts";
import type { AnswerFilter } from "../../store/reports/answers.ts";
import { findReport, type Report } from "../../store/reports/reports.ts";
import { reportId, tag } from "../examples/northwind.ts";
import { exportedRow } from "../examples/report-answers.ts";
import { csvText } from "../schema/csv-text.ts";
import { ReportId } from "../schema/id-terms.ts";
import { OneOf } from "../schema/schema.ts";
import { tagField } from "../schema/tag-filter.ts";
import { ReadingNumber } from "../schema/view-terms.ts";
import { readingOf } from "./steps/reading-of.ts";
import { keysOfTag } from "./steps/tagged.ts";
import { type RawRow, rawRow } from "./views/raw-view.ts";

export const exportReport = action({
  name: "export_report",
  http: "GET /v1/reports/{reportId}/export",
  summary: "Download the raw rows of a report as CSV or JSON Lines.",
  description: "Rows are streamed; they have the fields of the raw view.",
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
    ...tagField,
    reading: ReadingNumber,
  }),
  output: Type.String(),
  example: () => ({
    fields: { reportId, format: "jsonl", reading: 1, tag },
    text: {
      "text/csv": `prompt,provider,sample,brand_mentioned\n${Object.values(exportedRow()).join()}\n`,
      "application/x-ndjson": `${JSON.stringify(exportedRow())}\n`,
    },
  }),
}).run(async ({ db, caller }, { reportId, format = "jsonl", tag, reading }) => {
  const found = await findReport(db, caller, reportId);
  if (!found) throw new Problem("REPORT_NOT_FOUND");
  if (found.status === "processing") {
    throw new Problem("REPORT_NOT_READY", { details: { report_id: found.id, status: found.status } });
  }
  const report = await readingOf({ db }, found, reading);
  const filter = tag === undefined ? {} : { promptKeys: await keysOfTag({ db }, report.projectId, tag) };
  const rows = rowsOf(
    db,
    report,
    filter,
    async () => (await findReport(db, caller, report.id)) !== undefined,
  );
  const lines = format === "csv" ? csvLines(rows, report) : jsonLines(rows, report);
  return reply("", {
    stream: {
      contentType: format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson; charset=utf-8",
      fileName: `report-${report.id}.${format}`,
      chunks: lines,
    },
  });
});

/**
 * All rows in batches, from the first to the last of one reading. Fails, which cuts the file off, where they have been deleted
 * meanwhile: the rest would be missing without a word.
 */
async function* rowsOf(
  db: Db,
  report: Report,
  filter: AnswerFilter,
  isThere: () => Promise<boolean>,
): AsyncGenerator<RawRow[]> {
  // Failed calls have no reading that says it, and the next reading may be made before they are reached.
  const { branded, rows: all } = await extentOf(db, report, filter);
  const tags = await tagsOf(db, report.projectId);
  let rows = 0;
  for await (const batch of answerBatches(db, report, filter)) {
    rows += batch.length;
    yield batch.map((answer) =>
      rawRow({ ...answer, branded: branded.has(answer.promptKey) }, tags.get(answer.promptKey)),
    );
  }
  if (rows < all || !(await isThere())) throw new Problem("REPORT_NOT_FOUND");
}

async function* jsonLines(rows: AsyncIterable<RawRow[]>, report: Report): AsyncGenerator<string> {
  for await (const batch of rows)
    yield batch.map((row) => `${JSON.stringify({ ...row, reading: numberOf(report) })}\n`).join("");
}

async function* csvLines(rows: AsyncIterable<RawRow[]>, report: Report): AsyncGenerator<string> {
  yield stringify([columns]);
  for await (const batch of rows)
    yield stringify(
      batch.map((row) => [...cells(row), numberOf(report), row.tags.join("; ")]),
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
  "tags",
];

/** Every row says which reading it is from: several are easily mixed up in one sheet. */
const numberOf = ({ reading }: Report): number | null => reading || null;

/** One row, flattened: lists become their names, in order, separated by "; ". */
function cells(row: RawRow): unknown[] {
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
