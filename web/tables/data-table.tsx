import "./data-table.css";
import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { csvOf } from "../figures/csv.ts";
import { table as words } from "../words/table.ts";
import { download } from "./download.ts";
import { type Column, shownRows } from "./shown-rows.ts";

/** From so many rows on a table can be filtered. */
const manyRows = 8;

export interface ShownColumn<T> extends Column<T> {
  /** Where the cell is more than its text. */
  cell?(row: T): ComponentChildren;
  num?: boolean;
  /** Left out on a phone. */
  wide?: boolean;
}

interface DataTableProps<T> {
  /** Names it in the address, and names its file. */
  name: string;
  /** What it lists, for those who hear the page. */
  label: string;
  rows: readonly T[];
  columns: readonly ShownColumn<NoInfer<T>>[];
  /** What can be done with a row, in a last column that is no part of a file. */
  acts?: { head: string; cell(row: T): ComponentChildren };
  keyOf(row: T): string;
}

/** A table that can be sorted and filtered, by the address of the page, and downloaded as it is shown. */
export function DataTable<T>({ name, label, rows, columns, acts, keyOf }: DataTableProps<T>) {
  const { query, path, route } = useLocation();
  const asked = { sort: query[`${name}-sort`] ?? "", words: query[`${name}-filter`] ?? "" };
  const shown = shownRows(rows, columns, asked);
  const ask = (what: "sort" | "filter", value: string) => {
    const terms = new URLSearchParams(query);
    if (value) terms.set(`${name}-${what}`, value);
    else terms.delete(`${name}-${what}`);
    route(terms.size > 0 ? `${path}?${terms}` : path, true);
  };
  const file = () =>
    download(
      `${name}.csv`,
      "text/csv",
      csvOf([columns.map(({ head }) => head), ...shown.map((row) => columns.map(({ text }) => text(row)))]),
    );
  return (
    <>
      {rows.length >= manyRows && (
        <div class="tools">
          <input
            type="search"
            aria-label={`${words.filter}: ${label}`}
            placeholder={words.filter}
            value={asked.words}
            onInput={({ currentTarget }) => ask("filter", currentTarget.value)}
          />
          <span class="soft" role="status">
            {words.of(shown.length, rows.length)}
          </span>
        </div>
      )}
      <table class="rows data">
        <caption class="vh">{label}</caption>
        <thead>
          <tr>
            {columns.map(({ key, head, num, wide }) => {
              const up = asked.sort === key;
              const down = asked.sort === `-${key}`;
              return (
                <th
                  key={key}
                  scope="col"
                  class={look({ num, wide })}
                  aria-sort={up ? "ascending" : down ? "descending" : undefined}
                >
                  <button
                    type="button"
                    class="sort"
                    onClick={() => ask("sort", up ? `-${key}` : down ? "" : key)}
                  >
                    {head}
                    <span aria-hidden="true">{up ? " ↑" : down ? " ↓" : ""}</span>
                  </button>
                </th>
              );
            })}
            {acts && (
              <th scope="col" class="acts-col">
                <span class="vh">{acts.head}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, at) => {
                const content = column.cell ? column.cell(row) : <bdi>{column.text(row)}</bdi>;
                return at === 0 ? (
                  <th key={column.key} scope="row" class={look(column)}>
                    {content}
                  </th>
                ) : (
                  <td key={column.key} class={look(column)}>
                    {content}
                  </td>
                );
              })}
              {acts && <td class="acts-col">{acts.cell(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length === 0 && rows.length > 0 && <p class="soft none">{words.none}</p>}
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

const look = ({ num, wide }: Pick<ShownColumn<never>, "num" | "wide">): string =>
  [num && "num", wide && "wide"].filter(Boolean).join(" ");
