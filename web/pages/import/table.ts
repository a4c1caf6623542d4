import { rowsOfCsv } from "../../figures/csv-rows.ts";

/** Why the cells of a row cannot be told apart. */
export type Misread = "open" | "wide" | "json";

/** A row of a file: where it stands, from 1, and a value for each column. */
export interface TableRow {
  at: number;
  values: unknown[];
  misread: Misread | null;
}

/** A file as rows and columns. */
export interface Table {
  /** What `at` counts: lines of the file, or entries of a JSON array. */
  unit: "line" | "entry";
  columns: string[];
  /** The file has more columns than can be chosen from. */
  cut: boolean;
  rows: TableRow[];
}

export const columnsMost = 100;

/** The table in a CSV file whose first line has the headings, in a JSON array or in JSON Lines. Null where JSON has no list. */
export function tableOf(text: string): Table | null {
  // Excel may say in a line of its own what separates the columns.
  const content = text.replace(/^\uFEFF/, "").replace(/^sep=[^\r\n]?(?=\r?\n)/i, "");
  return /^\s*[[{]/.test(content) ? tableOfJson(content) : tableOfCsv(content);
}

function tableOfCsv(text: string): Table {
  const [heads, ...rows] = rowsOfCsv(text);
  const columns = heads?.cells ?? [];
  return {
    unit: "line",
    columns: columns.slice(0, columnsMost),
    cut: columns.length > columnsMost,
    rows: rows.map(({ line, cells, open }) => {
      const wide = cells.slice(columns.length).some((cell) => cell !== "");
      return { at: line, values: cells, misread: open ? "open" : wide ? "wide" : null };
    }),
  };
}

function tableOfJson(text: string): Table | null {
  const whole = parsed(text);
  const list = whole === undefined ? null : listIn(whole);
  if (whole !== undefined && list === null) return null;
  const entries = list
    ? list.map((value, index) => ({ at: index + 1, value }))
    : text
        .split("\n")
        .map((line, index) => ({ at: index + 1, line: line.trim() }))
        .filter(({ line }) => line !== "")
        .map(({ at, line }) => ({ at, value: parsed(line) }));
  const all = new Set(entries.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : [])));
  if (all.size === 0) return null;
  const columns = [...all].slice(0, columnsMost);
  return {
    unit: list ? "entry" : "line",
    columns,
    cut: all.size > columnsMost,
    rows: entries.map(({ at, value }) =>
      isObject(value)
        ? { at, values: columns.map((column) => value[column]), misread: null }
        : { at, values: [], misread: "json" },
    ),
  };
}

/** An array, the first array in an object such as `{ "data": […] }`, or one object as a list of its own. */
function listIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return null;
  const list = Object.values(value).find((each) => Array.isArray(each) && each.some(isObject));
  return "answer" in value || !Array.isArray(list) ? [value] : list;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a cell says, without the blanks around it. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
