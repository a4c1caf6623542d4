import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import "./long-table.css";

/** A row is so high, in the size of the page's type: one line, also where the reader's type is large. */
const rowRem = 2.5;
/** Rows beyond the edge of what is seen that stand in the page. */
const beyond = 12;

export interface LongTableProps {
  /** What it lists, for those who hear the page. */
  label: string;
  columns: number;
  /** Cells of the table's head. */
  head: ComponentChildren;
  rows: readonly unknown[];
  /** The cells of a row, and what tells it from others. */
  cells(at: number): ComponentChildren;
  keyOf(at: number): string;
}

/**
 * A table that scrolls by itself and holds, of thousands of rows, those in sight and the one that has the focus. Those who
 * hear it are told how many there are and which one this is.
 */
export function LongTable({ label, columns, head, rows, cells, keyOf }: LongTableProps) {
  const box = useRef<HTMLDivElement>(null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls by itself is scrolled with the keyboard too
    <div class="long" ref={box} role="region" aria-label={label} tabIndex={0}>
      <table class="rows data" aria-rowcount={rows.length + 1}>
        <caption class="vh">{label}</caption>
        <thead>
          <tr aria-rowindex={1}>{head}</tr>
        </thead>
        <Body box={box} columns={columns} count={rows.length} cells={cells} keyOf={keyOf} />
      </table>
    </div>
  );
}

interface BodyProps extends Pick<LongTableProps, "columns" | "cells" | "keyOf"> {
  box: RefObject<HTMLDivElement | null>;
  count: number;
}

/** Draws itself anew as the table scrolls, alone. */
function Body({ box, columns, count, cells, keyOf }: BodyProps) {
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0);
  const focused = useRef<number | null>(null);
  const height = useMemo(() => rowRem * parseFloat(getComputedStyle(document.documentElement).fontSize), []);
  const options: VirtualizerOptions<HTMLDivElement, HTMLTableRowElement> = {
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: beyond,
    rangeExtractor: (range) => withRow(range, focused.current),
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => draw(undefined),
  };
  const [virtual] = useState(() => new Virtualizer(options));
  virtual.setOptions(options);
  useLayoutEffect(() => virtual._didMount(), [virtual]);
  useLayoutEffect(() => virtual._willUpdate());
  let end = 0;
  const content: ComponentChildren[] = [];
  for (const item of virtual.getVirtualItems()) {
    if (item.start > end)
      content.push(<Gap key={`gap ${end}`} columns={columns} height={item.start - end} />);
    content.push(
      <tr key={keyOf(item.index)} aria-rowindex={item.index + 2}>
        {cells(item.index)}
      </tr>,
    );
    end = item.end;
  }
  const rest = virtual.getTotalSize() - end;
  return (
    <tbody
      onFocusIn={({ target }) => {
        focused.current = placeOf(target);
      }}
      onFocusOut={() => {
        focused.current = null;
      }}
    >
      {content}
      {rest > 0 && <Gap key="rest" columns={columns} height={rest} />}
    </tbody>
  );
}

/** Room for rows that are not there. */
const Gap = ({ columns, height }: { columns: number; height: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
  <tr class="gap" aria-hidden="true">
    <td colSpan={columns} style={{ height: `${height}px` }} />
  </tr>
);

/** What stands in the page: the rows in sight, and one that would lose the focus otherwise. */
function withRow(range: Range, row: number | null): number[] {
  const indexes = defaultRangeExtractor(range);
  if (row === null || row >= range.count || indexes.includes(row)) return indexes;
  return [...indexes, row].sort((one, other) => one - other);
}

function placeOf(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest("tr") : null;
  return row ? Number(row.ariaRowIndex) - 2 : null;
}
