/** How the files of a bucket are written. */
export const exportFormats = ["ndjson", "csv"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportTables = ["rows", "figures"] as const;
export type ExportTable = (typeof exportTables)[number];

export interface ExportColumn {
  name: string;
  /** `strings`: a list, which is one cell of CSV. */
  type: "string" | "strings" | "integer" | "number" | "boolean" | "timestamp";
  description: string;
}

/** Some rows of a table as they stand in a file. */
export interface ExportedLines {
  text: string;
  rows: number;
}

/** One table of a report. */
export interface ExportedTable {
  /** What each of its files begins with. */
  head: string;
  lines(): AsyncIterable<ExportedLines>;
}

/** A report as it is exported. */
export interface ExportedReport {
  id: string;
  projectId: string;
  reading: number;
  /** Day of its newest answer, UTC. */
  date: string;
  tables: Record<ExportTable, ExportedTable>;
}

export interface Contents {
  /** Name and number of the form of all files; columns are only ever added to it. */
  schema: string;
  columns: Record<ExportTable, readonly ExportColumn[]>;
  /** The organization's report; null if it is gone. Its lines throw REPORT_NOT_FOUND if it goes meanwhile. */
  report(organizationId: string, id: string, format: ExportFormat): Promise<ExportedReport | null>;
  /** The head of a table's files that have no rows. */
  head(table: ExportTable, format: ExportFormat): string;
}
