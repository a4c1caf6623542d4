import { CsvError, type CsvErrorCode, type Info, parse } from "csv-parse/sync";
import { tagsInCell } from "../../figures/tags/tags-in-cell.ts";
import { CommandError } from "./io.ts";

/** A row as `POST /v1/projects/{projectId}/imports` takes it; what it may hold is checked there. */
type Row = Record<string, unknown>;

/** Which comes first in dates such as 03/04/2026. */
export type SlashOrder = "day-first" | "month-first";

/** How the columns may be written in lower case without spaces, by the field they fill. */
const columns: Readonly<Record<string, string>> = {
  answeredat: "answeredAt",
  citations: "citations",
  sources: "citations",
  tag: "tags",
};

/**
 * The answers of a CSV table (RFC 4180; commas, semicolons or tabs) whose head names the fields of an import. A cell of
 * citations holds addresses with spaces or "|" between them, one of tags tags with ";" or "|"; a time without a zone is in UTC; empty
 * cells do not count.
 * Throws a CommandError that names the line.
 */
export function answersOfTable(text: string, order: SlashOrder | null = null): Row[] {
  const before = leading.exec(text)?.[0] ?? "";
  const table = text.slice(before.length);
  try {
    return parse<Row>(table, {
      columns: (names: string[]) => fieldsOf(names),
      delimiter: separatorLine.exec(before)?.[1] ?? separatorIn(headOf(table)),
      skip_empty_lines: true,
      trim: true,
      on_record: (record: Row) => rowOf(record, order),
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { code, lines = 1 } = error as CsvError & Partial<Info>;
    const line = lines + before.split("\n").length - 1;
    throw new CommandError(`Line ${line} ${faults[code] ?? "is not valid CSV"}.`);
  }
}

/** What may stand before the head: empty lines, and the line by which Excel says what separates columns. */
const leading = /^\uFEFF?(?:[ \t]*\r?\n|sep=[^\r\n]\r?\n)*/i;
const separatorLine = /sep=([^\r\n])/i;

const cells =
  "has more or fewer cells than there are columns: put text that holds a separator in quotation marks";
const quotation =
  "has a quotation mark within a cell: write it twice, and put the whole cell in quotation marks";
const faults: Readonly<Partial<Record<CsvErrorCode, string>>> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: cells,
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: cells,
  CSV_QUOTE_NOT_CLOSED: "begins or follows a cell whose quotation mark is not closed",
  CSV_INVALID_CLOSING_QUOTE: quotation,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: quotation,
  INVALID_OPENING_QUOTE: quotation,
};

/** Whether a text is such a table: JSON begins with a bracket, and the head of a table names the answers. */
export function isTable(text: string): boolean {
  const table = text.slice(leading.exec(text)?.[0].length ?? 0);
  return !/^\s*[[{]/.test(table) && /(?:^|[,;\t"])\s*answer\s*(?:$|[,;\t"])/i.test(headOf(table));
}

const headOf = (text: string): string => text.slice(0, Math.max(0, text.search(/[\r\n]|$/)));

const separatorIn = (head: string): string =>
  [",", ";", "\t"].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] as string;

/** The fields of the columns. Throws a CommandError for one that is there twice: which of them was meant? */
function fieldsOf(names: readonly string[]): string[] {
  const fields = names.map(fieldOf);
  const twice = fields.find((field, at) => field !== "" && fields.indexOf(field) !== at);
  if (twice !== undefined) throw new CommandError(`Two columns are “${twice}”. Rename one of them.`);
  return fields;
}

function fieldOf(name: string): string {
  const plain = name.toLowerCase().replace(/[\s_-]/g, "");
  return columns[plain] ?? name.toLowerCase();
}

function rowOf(record: Row, order: SlashOrder | null): Row {
  const row: Row = {};
  for (const [field, cell] of Object.entries(record))
    if (cell !== "") row[field] = contentOf(field, String(cell), order);
  return row;
}

function contentOf(field: string, cell: string, order: SlashOrder | null): unknown {
  if (field === "citations" && /^\[\s*["{]/.test(cell)) return listIn(cell);
  if (field === "citations")
    return cell
      .split(/[\s|]+/)
      .filter((part) => part !== "")
      .map((url) => ({ url }));
  if (field === "tags") return tagsInCell(cell);
  if (field === "sample" && /^\d{1,6}$/.test(cell)) return Number(cell);
  if (field === "answeredAt") return momentOf(cell, order);
  return field === "provider" ? cell.toLowerCase().replaceAll(" ", "_") : cell;
}

/** A list as JSON in a cell: of addresses, or of citations as an import takes them. */
function listIn(cell: string): unknown {
  try {
    const list: unknown = JSON.parse(cell);
    return Array.isArray(list)
      ? list.map((one: unknown) => (typeof one === "string" ? { url: one } : one))
      : cell;
  } catch {
    throw new CommandError("A cell of citations begins like a JSON list and is none.");
  }
}

// "2026-11-17" and "2026-11-17 09:30" are how spreadsheets write it.
function momentOf(cell: string, order: SlashOrder | null): string {
  const [, first, second, year, rest] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)(.*)$/.exec(cell) ?? [];
  if (first && second) {
    if (order === null)
      throw new CommandError(
        "A date such as 03/04/2026 can be two days. Say which with --dates day-first or --dates month-first, or write it as 2026-04-03: year, month, day.",
      );
    const [day, month] = order === "day-first" ? [first, second] : [second, first];
    return momentOf(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}${rest}`, order);
  }
  const [, day, time = "00:00", seconds = ":00"] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d{1,2}:\d\d)(:\d\d)?)?$/.exec(cell) ?? [];
  return day === undefined ? cell : `${day}T${time.padStart(5, "0")}${seconds}Z`;
}
