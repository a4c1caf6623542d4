import { stringify } from "csv-stringify/sync";
import { csvText } from "../../schema/csv-text.ts";

type Value = string | readonly string[] | number | boolean | null;

/** A column, and what a row has in it. */
export interface Column<Row> {
  name: string;
  of(row: Row): Value;
  /** Between the items of a list. */
  between?: string;
}

/** What a file begins with. */
export const csvHead = (columns: readonly { name: string }[]): string =>
  stringify([columns.map(({ name }) => name)]);

/** Rows as lines of CSV, in which no cell becomes a formula. */
export const csvLines = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  stringify(
    rows.map((row) => columns.map((column) => cell(column, column.of(row)))),
    { cast: { string: csvText } },
  );

function cell({ between = "; " }: { between?: string }, value: Value): string | number | null {
  if (typeof value === "boolean") return String(value);
  return value === null || typeof value !== "object" ? value : value.join(between);
}
