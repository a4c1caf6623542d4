import type { Db } from "../db/db.ts";
import { wholeOf } from "../db/reach.ts";
import type { Log } from "../kernel/log.ts";
import { type Parsing, UnreadableError } from "../outbound/parsing.ts";
import { figuresByTag } from "../reports/part/report-part.ts";
import { findReport, type Report } from "../reports/reports.ts";
import { type Column, described, headOf, linesOf } from "./columns.ts";
import type { Contents, ExportedLines, ExportFormat } from "./contents.ts";
import { type ExportedRow, exportedRows } from "./exported-rows.ts";
import { figureColumns, figureRows } from "./figure-columns.ts";
import { rowColumns } from "./row-columns.ts";

interface RowOfReport extends ExportedRow {
  projectId: string;
  reportId: string;
}

/** In a bucket the rows of all reports stand together. */
const bucketRowColumns: readonly Column<RowOfReport>[] = [
  {
    ...{ name: "project_id", type: "string", description: "Id of the project." },
    of: ({ projectId }) => projectId,
  },
  {
    ...{ name: "report_id", type: "string", description: "Id of the report." },
    of: ({ reportId }) => reportId,
  },
  ...rowColumns,
];

const columns = { rows: bucketRowColumns, figures: figureColumns } as const;

interface Parts {
  db: Db;
  parsing: Parsing;
  log: Log;
}

/** What a bucket gets of a report. Source: docs/contract/bucket.md. */
export const contentsFrom = ({ db, parsing, log }: Parts): Contents => ({
  schema: "overheard.export/1",
  columns: { rows: described(columns.rows), figures: described(columns.figures) },
  head: (table, format) => headOf(columns[table], format),
  async report(organizationId, id, format) {
    const reach = wholeOf(organizationId);
    const report = await findReport(db, reach, id);
    if (!report?.scored) return null;
    const isThere = async () => (await findReport(db, reach, id)) !== undefined;
    return {
      ...{ id: report.id, projectId: report.projectId, reading: report.reading },
      date: (report.measuredAt ?? report.createdAt).slice(0, 10),
      tables: {
        rows: { head: headOf(columns.rows, format), lines: () => rowLines(db, report, format, isThere) },
        figures: {
          head: headOf(columns.figures, format),
          lines: () => figureLines({ db, parsing, log }, report, format),
        },
      },
    };
  },
});

async function* rowLines(
  db: Db,
  report: Report,
  format: ExportFormat,
  isThere: () => Promise<boolean>,
): AsyncGenerator<ExportedLines> {
  for await (const batch of exportedRows(db, report, {}, isThere)) {
    const rows = batch.map((row) => ({ ...row, projectId: report.projectId, reportId: report.id }));
    yield { text: linesOf(bucketRowColumns, rows, format), rows: rows.length };
  }
}

async function* figureLines(
  parts: Parts,
  report: Report,
  format: ExportFormat,
): AsyncGenerator<ExportedLines> {
  const byTag = await figuresByTag(parts, report).catch((error: unknown) => {
    // One report that is too much to read must not keep all others from the bucket.
    if (!(error instanceof UnreadableError)) throw error;
    parts.log.warn({ report: report.id, err: error }, "figures by tag are left out of a bucket");
    return [];
  });
  const rows = figureRows(report, byTag);
  yield { text: linesOf(figureColumns, rows, format), rows: rows.length };
}
