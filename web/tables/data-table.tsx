import { withTerms } from "../address.ts";
import "./data-table.css";
import type { ComponentChildren, ComponentType } from "preact";
import { useMemo } from "preact/hooks";
import { useLocation } from "preact-iso";
import { csvOf } from "../figures/csv.ts";
import { table as words } from "../words/table.ts";
import { download } from "./download.ts";
import type { LongTableProps } from "./long-table.tsx";
import { type Column, shownRows } from "./shown-rows.ts";

/** From so many rows on a table can be filtered. */
const manyRows = 8;
/** More rows than this do not all stand in the page at once, where the table is of the kind that may be long. */
const longRows = 100;

export interface ShownColumn<T> extends Column<T> {
  /** Where the cell is more than its text. */
  cell?(row: T): ComponentChildren;
  num?: boolean;
  /** Left out on a phone. */
  wide?: boolean;
  /** Short words of the app, which are not broken where the table is narrow. */
  whole?: boolean;
}

/** A column of a downloaded file. */
export interface FileColumn<T> {
  head: string;
  cell(row: T): string | number | null;
}

interface Acts<T> {
  head: string;
  cell(row: T): ComponentChildren;
}

interface DataTableProps<T> {
  /** Names it in the address, and names its file. */
  name: string;
  /** What it lists, for those who hear the page. */
  label: string;
  rows: readonly T[];
  columns: readonly ShownColumn<NoInfer<T>>[];
  /** The columns of its file, where that says more than the page. */
  fileColumns?: readonly FileColumn<NoInfer<T>>[];
  /** What can be done with a row, in a last column that is no part of a file. */
  acts?: Acts<T>;
  keyOf(row: T): string;
  /** What shows it where it has very many rows; pages with short tables need not load it. */
  long?: ComponentType<LongTableProps>;
  /** More ways to choose rows, beside the filter. */
  choices?: ComponentChildren;
}

/** A table that can be sorted and filtered, by the address of the page, and downloaded as it is shown. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { name, label, rows, columns, fileColumns, acts, keyOf, long: Long, choices } = props;
  const { query, path, route } = useLocation();
  const tableQuery = { sort: query[`${name}-sort`] ?? "", words: query[`${name}-filter`] ?? "" };
  // Where there are thousands, a page that is drawn anew for another reason does not sort them again.
  const visibleRows = useMemo(
    () => shownRows(rows, columns, tableQuery),
    [rows, tableQuery.sort, tableQuery.words],
  );
  const ask = (what: "sort" | "filter", value: string) => {
    route(withTerms(path, query, { [`${name}-${what}`]: value }), true);
  };
  const inFile = fileColumns ?? columns.map(({ head, text }) => ({ head, cell: text }));
  const file = () =>
    download(
      `${name}.csv`,
      "text/csv",
      csvOf([
        inFile.map(({ head }) => head),
        ...visibleRows.map((row) => inFile.map(({ cell }) => cell(row))),
      ]),
    );
  const heads = columns.map(({ key, head, ...look }) => {
    const up = tableQuery.sort === key;
    const down = tableQuery.sort === `-${key}`;
    return (
      <th
        key={key}
        scope="col"
        class={classOf(look)}
        aria-sort={up ? "ascending" : down ? "descending" : undefined}
      >
        <button type="button" class="sort" onClick={() => ask("sort", up ? `-${key}` : down ? "" : key)}>
          {head}
          <span aria-hidden="true">{up ? " ↑" : down ? " ↓" : ""}</span>
        </button>
      </th>
    );
  });
  const head = (
    <>
      {heads}
      {acts && (
        <th scope="col" class="acts-col">
          <span class="vh">{acts.head}</span>
        </th>
      )}
    </>
  );
  return (
    <>
      {(rows.length >= manyRows || choices) && (
        <div class="tools">
          {choices}
          <input
            type="search"
            aria-label={`${words.filter}: ${label}`}
            placeholder={words.filter}
            value={tableQuery.words}
            onInput={({ currentTarget }) => ask("filter", currentTarget.value)}
          />
          <span class="soft" role="status">
            {words.of(visibleRows.length, rows.length)}
          </span>
        </div>
      )}
      {Long && visibleRows.length > longRows ? (
        <Long
          label={label}
          columns={columns.length + (acts ? 1 : 0)}
          head={head}
          rows={visibleRows}
          cells={(at) => cellsOf(visibleRows[at]!, columns, acts)}
          keyOf={(at) => keyOf(visibleRows[at]!)}
        />
      ) : (
        <table class="rows data">
          <caption class="vh">{label}</caption>
          <thead>
            <tr>{head}</tr>
          </thead>
          <tbody>
            {visibleRows.map((row) => (
              <tr key={keyOf(row)}>{cellsOf(row, columns, acts)}</tr>
            ))}
          </tbody>
        </table>
      )}
      {visibleRows.length === 0 && rows.length > 0 && <p class="soft none">{words.none}</p>}
      {rows.length > 1 && (
        <p class="note">
          <button type="button" class="link" aria-label={words.csvOf(label)} onClick={file}>
            {words.csv}
          </button>
        </p>
      )}
    </>
  );
}

const classOf = ({ num, wide, whole }: Pick<ShownColumn<never>, "num" | "wide" | "whole">): string =>
  [num && "num", wide && "wide", whole && "whole"].filter(Boolean).join(" ");

/** A row's cells, of which the first names it. */
const cellsOf = <T,>(row: T, columns: readonly ShownColumn<T>[], acts: Acts<T> | undefined) => (
  <>
    {columns.map((column, at) => {
      const content = column.cell ? column.cell(row) : <bdi>{column.text(row)}</bdi>;
      return at === 0 ? (
        <th key={column.key} scope="row" class={classOf(column)}>
          {content}
        </th>
      ) : (
        <td key={column.key} class={classOf(column)}>
          {content}
        </td>
      );
    })}
    {acts && <td class="acts-col">{acts.cell(row)}</td>}
  </>
);
