import { stringify } from "csv-stringify/sync";
import { csvText } from "../api/schema/csv-text.ts";
import type { ExportColumn, ExportFormat } from "./contents.ts";

type Value = string | readonly string[] | number | boolean | null;

/** A column, and what a row has in it. */
export interface Column<Row> extends ExportColumn {
  of(row: Row): Value;
  /** Between the items of a list in a cell of CSV. */
  between?: string;
}

/** What a file of a table begins with. */
export const headOf = (columns: readonly ExportColumn[], format: ExportFormat): string =>
  format === "csv" ? stringify([columns.map(({ name }) => name)]) : "";

/** Rows as lines of a file. Of a CSV file no cell becomes a formula. */
export const linesOf = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  format: ExportFormat,
): string =>
  format === "csv"
    ? stringify(
        rows.map((row) => columns.map((column) => cell(column, column.of(row)))),
        { cast: { string: csvText } },
      )
    : rows
        .map(
          (row) => `${JSON.stringify(Object.fromEntries(columns.map(({ name, of }) => [name, of(row)])))}\n`,
        )
        .join("");

function cell({ between = "; " }: { between?: string }, value: Value): string | number | null {
  if (typeof value === "boolean") return String(value);
  return value === null || typeof value !== "object" ? value : value.join(between);
}

/** The columns without what only their rows know, as a schema lists them. */
export const described = (columns: readonly ExportColumn[]): ExportColumn[] =>
  columns.map(({ name, type, description }) => ({ name, type, description }));
