import { csvText } from "../../src/server/api/schema/csv-text.ts";

/** The mark by which Excel reads a file as UTF-8. */
export const byteOrderMark = "\uFEFF";

/** Rows as CSV (RFC 4180), with that mark. A cell that a spreadsheet would take for a formula is marked as text. */
export const csvOf = (rows: readonly (readonly (string | number | null)[])[]): string =>
  `${byteOrderMark}${rows.map((row) => row.map(cellOf).join(",")).join("\r\n")}\r\n`;

function cellOf(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = csvText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
