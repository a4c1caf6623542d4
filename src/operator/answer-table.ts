import { CsvError, type Info, parse } from "csv-parse/sync";
import { CommandError } from "./io.ts";

/** A row as `POST /v1/projects/{projectId}/imports` takes it; what it may hold is checked there. */
type Row = Record<string, unknown>;

/** How the columns may be written in lower case without spaces, by the field they fill. */
const columns: Readonly<Record<string, string>> = {
  answeredat: "answeredAt",
  citations: "citations",
  sources: "citations",
};

/**
 * The answers of a CSV table (RFC 4180; commas, semicolons or tabs) whose head names the fields of an import. A cell of
 * citations holds addresses with spaces or "|" between them; a time without a zone is in UTC; empty cells do not count.
 * Throws a CommandError that names the line.
 */
export function answersOfTable(text: string): Row[] {
  try {
    return parse<Row>(text, {
      bom: true,
      columns: (names: string[]) => names.map(fieldOf),
      delimiter: separatorIn(headOf(text)),
      skip_empty_lines: true,
      trim: true,
      on_record: rowOf,
    });
  } catch (error) {
    if (error instanceof CsvError)
      throw new CommandError(`Line ${(error as CsvError & Partial<Info>).lines ?? "?"} is not valid CSV.`);
    throw error;
  }
}

/** Whether a text is such a table: JSON begins with a bracket, and the head of a table names the answers. */
export const isTable = (text: string): boolean =>
  !/^[\s\uFEFF]*[[{]/.test(text) && /(?:^|[,;\t"\uFEFF])\s*answer\s*(?:$|[,;\t"])/i.test(headOf(text));

const headOf = (text: string): string => text.slice(0, Math.max(0, text.search(/[\r\n]|$/)));

const separatorIn = (head: string): string =>
  [",", ";", "\t"].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] as string;

function fieldOf(name: string): string {
  const plain = name.toLowerCase().replace(/[\s_-]/g, "");
  return columns[plain] ?? name.toLowerCase();
}

function rowOf(record: Row): Row {
  const row: Row = {};
  for (const [field, cell] of Object.entries(record))
    if (cell !== "") row[field] = contentOf(field, String(cell));
  return row;
}

function contentOf(field: string, cell: string): unknown {
  if (field === "citations")
    return cell
      .split(/[\s|]+/)
      .filter((url) => url !== "")
      .map((url) => ({ url }));
  if (field === "sample" && /^\d{1,6}$/.test(cell)) return Number(cell);
  if (field === "answeredAt") return momentOf(cell);
  return field === "provider" ? cell.toLowerCase().replaceAll(" ", "_") : cell;
}

// "2026-11-17" and "2026-11-17 09:30" are how spreadsheets write it.
function momentOf(cell: string): string {
  const [, day, time = "00:00", seconds = ":00"] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?$/.exec(cell) ?? [];
  return day === undefined ? cell : `${day}T${time}${seconds}Z`;
}
