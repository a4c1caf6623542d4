import { searched } from "./searched.ts";

/** What a table knows of a column. */
export interface Column<T> {
  key: string;
  head: string;
  /** What the cell says, also to a filter and in a file. */
  text(row: T): string;
  /** By what the column is sorted, where not by its text. */
  by?(row: T): number | string;
}

/** How a table is asked to be: sorted by a column, `-` before its key downwards; with some words in it. */
export interface Asked {
  sort: string;
  words: string;
}

/** Rows that hold every word, in order; rows that are equal stay as they came. */
export function shownRows<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  { sort, words }: Asked,
): readonly T[] {
  const terms = searched(words).split(/\s+/).filter(Boolean);
  const has = (row: T) => {
    const rowText = searched(columns.map((column) => column.text(row)).join(" "));
    return terms.every((word) => rowText.includes(word));
  };
  const matches = terms.length === 0 ? rows : rows.filter(has);
  const column = columns.find(({ key }) => key === sort.replace(/^-/, ""));
  if (!column) return matches;
  const by = column.by ?? column.text;
  const down = sort.startsWith("-") ? -1 : 1;
  return [...matches].sort((one, other) => down * compared(by(one), by(other)));
}

const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

const compared = (one: number | string, other: number | string): number =>
  typeof one === "number" && typeof other === "number"
    ? one - other
    : order.compare(String(one), String(other));
