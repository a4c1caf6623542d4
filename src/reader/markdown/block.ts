import type { Block, BlockKind, Span } from "./answer-text.ts";

interface OpenList {
  indent: number;
  marker: string;
  count: number;
}

interface Reader {
  text: string;
  blocks: Block[];
  /** The block that the next line may continue. */
  open: Block | null;
  lists: OpenList[];
  /** Rows below the header of the open table; null outside a table. */
  tableRows: number | null;
  fence: { mark: number; length: number; block: Block } | null;
  afterBlank: boolean;
}

const NEWLINE = 10;
const SPACE = 32;
const TAB = 9;
const PIPE = 124;
const HASH = 35;
const BACKTICK = 96;
const TILDE = 126;
const QUOTE = 62;
/** A byte order mark, or a unit that is not shown: neither takes up room. */
const NOTHING = 0xfeff;
const STAR = 42;

/** Splits an answer into blocks, line by line. */
export function readBlocks(text: string): Block[] {
  const reader: Reader = {
    text,
    blocks: [],
    open: null,
    lists: [],
    tableRows: null,
    fence: null,
    afterBlank: true,
  };
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const next = newline === -1 ? text.length : newline + 1;
    let end = newline === -1 ? text.length : newline;
    while (end > start && isBlankUnit(text.charCodeAt(end - 1))) end--;
    readLine(reader, start, end);
    start = next;
  }
  for (const block of reader.blocks) if (block.kind === "paragraph") headIfBold(text, block);
  placeHeadings(reader.blocks);
  return reader.blocks;
}

function readLine(reader: Reader, lineStart: number, end: number): void {
  const { text } = reader;
  let start = lineStart;
  let indent = 0;
  for (; start < end; start++) {
    const unit = text.charCodeAt(start);
    if (unit === SPACE) indent++;
    else if (unit === TAB) indent += 4 - (indent % 4);
    else if (unit === NOTHING) continue;
    else if (unit !== QUOTE || reader.fence) break;
    else indent = -1;
  }
  if (indent < 0) indent = 0;
  if (reader.fence) return readFenced(reader, start, end);
  if (start >= end) {
    reader.open = null;
    reader.afterBlank = true;
    reader.tableRows = null;
    return;
  }
  const first = text.charCodeAt(start);
  const wasAfterBlank = reader.afterBlank;
  reader.afterBlank = false;
  if ((first === BACKTICK || first === TILDE) && opensFence(reader, first, start, end)) return;
  if (first === HASH && readHeading(reader, start, end)) return;
  if (first === PIPE || (reader.tableRows !== null && hasPipe(text, start, end)))
    return readRow(reader, start, end);
  if (isRule(text, start, end)) return readRule(reader, start);
  if (isDelimiterRow(reader, start, end)) return turnIntoHeader(reader);
  reader.tableRows = null;
  if (first === 91 && readReferenceLine(reader, start, end)) return;
  if (readListItem(reader, start, end, indent)) return;
  if (reader.open && !wasAfterBlank) {
    reader.open.end = end;
    return;
  }
  if (indent >= 4 && reader.lists.length === 0 && wasAfterBlank) {
    const last = reader.blocks.at(-1);
    if (last?.kind === "code" && last.level === -1) last.end = end;
    else push(reader, "code", start, end).level = -1;
    return;
  }
  if (indent < 2 && wasAfterBlank) reader.lists.length = 0;
  reader.open = push(reader, "paragraph", start, end);
}

function push(reader: Reader, kind: BlockKind, start: number, end: number): Block {
  const block: Block = {
    kind,
    start,
    end,
    rank: null,
    depth: 0,
    ordered: false,
    level: 0,
    sibling: 0,
    header: false,
    cells: [],
    firstSegment: 0,
    endSegment: 0,
  };
  reader.blocks.push(block);
  return block;
}

function opensFence(reader: Reader, mark: number, start: number, end: number): boolean {
  const length = runLength(reader.text, mark, start, end);
  if (length < 3) return false;
  if (mark === BACKTICK && reader.text.slice(start + length, end).includes("`")) return false;
  reader.open = null;
  reader.fence = { mark, length, block: push(reader, "code", Math.min(end + 1, reader.text.length), end) };
  reader.fence.block.end = reader.fence.block.start;
  return true;
}

function readFenced(reader: Reader, start: number, end: number): void {
  const fence = reader.fence as NonNullable<Reader["fence"]>;
  const length = runLength(reader.text, fence.mark, start, end);
  if (length >= fence.length && start + length === end) {
    reader.fence = null;
    reader.afterBlank = true;
  } else fence.block.end = Math.max(fence.block.start, end);
}

function readHeading(reader: Reader, start: number, end: number): boolean {
  const { text } = reader;
  const level = runLength(reader.text, HASH, start, end);
  const after = start + level;
  if (level > 6 || (after < end && !isBlankUnit(reader.text.charCodeAt(after)))) return false;
  let close = end;
  while (close > after && reader.text.charCodeAt(close - 1) === HASH) close--;
  if (close > after && !isBlankUnit(reader.text.charCodeAt(close - 1))) close = end;
  let from = after;
  while (from < close && isBlankUnit(reader.text.charCodeAt(from))) from++;
  while (close > from && isBlankUnit(reader.text.charCodeAt(close - 1))) close--;
  const block = push(reader, "heading", from, close);
  reader.open = null;
  reader.lists.length = 0;
  reader.tableRows = null;
  reader.afterBlank = true;
  asHeading(text, block, level);
  return true;
}

function asHeading(text: string, block: Block, level: number): void {
  block.kind = "heading";
  block.level = level;
  const head = text.slice(block.start, Math.min(block.end, block.start + 24));
  const number = /^[^\p{L}\p{N}]{0,12}(\d{1,3})[.):]\**\s*[^\d\s]/u.exec(head)?.[1];
  if (number === undefined) return;
  block.rank = Number(number);
  block.ordered = true;
}

function placeHeadings(blocks: readonly Block[]): void {
  const places = new Array<number>(8).fill(0);
  for (const block of blocks) {
    if (block.kind !== "heading") continue;
    block.sibling = (places[block.level] ?? 0) + 1;
    places[block.level] = block.sibling;
    places.fill(0, block.level + 1);
  }
}

// A one-line bold paragraph such as "**1. Acme Pro – $20**" is a heading.
function headIfBold(text: string, block: Block): void {
  if (text.charCodeAt(block.start) !== STAR || text.charCodeAt(block.start + 1) !== STAR) return;
  if (block.end - block.start > 240) return;
  const line = text.slice(block.start, block.end);
  if (line.includes("\n")) return;
  const closes = line.indexOf("**", 2);
  if (closes !== -1 && closes === line.length - 2) asHeading(text, block, 7);
}

function readRow(reader: Reader, start: number, end: number): void {
  const { text } = reader;
  if (isDelimiter(text, start, end)) {
    const above = reader.blocks.at(-1);
    if (above?.kind === "table_row" && reader.tableRows === 1) {
      above.header = true;
      above.rank = null;
      reader.tableRows = 0;
    }
    return;
  }
  const row = push(reader, "table_row", start, end);
  reader.tableRows = (reader.tableRows ?? 0) + 1;
  row.rank = reader.tableRows;
  row.cells = cellsOf(text, start, end);
  reader.open = null;
}

function cellsOf(text: string, start: number, end: number): Span[] {
  const cells: Span[] = [];
  let from = text.charCodeAt(start) === PIPE ? start + 1 : start;
  for (let at = from; at <= end; at++) {
    const unit = at < end ? text.charCodeAt(at) : PIPE;
    if (unit === 92) at++;
    else if (unit === PIPE) {
      if (at < end || from < end) cells.push(trimmed(text, from, at));
      from = at + 1;
    }
  }
  return cells;
}

function trimmed(text: string, from: number, to: number): Span {
  let start = from;
  let end = to;
  while (start < end && isBlankUnit(text.charCodeAt(start))) start++;
  while (end > start && isBlankUnit(text.charCodeAt(end - 1))) end--;
  return { start, end };
}

function hasPipe(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === PIPE) return true;
  return false;
}

function isDelimiter(text: string, start: number, end: number): boolean {
  let dashes = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 45) dashes++;
    else if (unit !== PIPE && unit !== 58 && unit !== SPACE && unit !== TAB) return false;
  }
  return dashes > 0;
}

function isDelimiterRow(reader: Reader, start: number, end: number): boolean {
  if (reader.open?.kind !== "paragraph" || !isDelimiter(reader.text, start, end)) return false;
  return hasPipe(reader.text, start, end) && hasPipe(reader.text, reader.open.start, reader.open.end);
}

function turnIntoHeader(reader: Reader): void {
  const block = reader.open as Block;
  block.kind = "table_row";
  block.header = true;
  block.cells = cellsOf(reader.text, block.start, block.end);
  reader.open = null;
  reader.tableRows = 0;
}

function isRule(text: string, start: number, end: number): boolean {
  const mark = text.charCodeAt(start);
  if (mark !== 45 && mark !== STAR && mark !== 95 && mark !== 61) return false;
  let marks = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === mark) marks++;
    else if (unit !== SPACE && unit !== TAB) return false;
  }
  return marks >= 3;
}

// A line of dashes or equals signs either underlines the paragraph above it or is a divider.
function readRule(reader: Reader, start: number): void {
  const mark = reader.text.charCodeAt(start);
  if (reader.open?.kind === "paragraph" && (mark === 45 || mark === 61)) {
    asHeading(reader.text, reader.open, mark === 61 ? 1 : 2);
  } else if (mark === 61) return;
  reader.open = null;
  reader.lists.length = 0;
  reader.tableRows = null;
  reader.afterBlank = true;
}

function readReferenceLine(reader: Reader, start: number, end: number): boolean {
  const { text } = reader;
  const inLine = text.slice(start, Math.min(end, start + 100)).indexOf("]");
  const close = start + inLine;
  if (inLine === -1 || text.charCodeAt(close + 1) !== 58) return false;
  let from = close + 2;
  while (from < end && isBlankUnit(text.charCodeAt(from))) from++;
  let to = from;
  while (to < end && !isBlankUnit(text.charCodeAt(to))) to++;
  if (to === from) return false;
  const address = text.slice(from, Math.min(to, from + 12)).toLowerCase();
  if (!/^(?:<|[a-z][a-z+.-]+:|\/|#|www\.)/.test(address)) return false;
  const block = push(reader, "reference", start, end);
  block.cells = [
    { start: start + 1, end: close },
    { start: from, end: to },
  ];
  const title = trimmed(text, to, end);
  if (title.end - title.start > 2) block.cells.push({ start: title.start + 1, end: title.end - 1 });
  reader.open = null;
  reader.lists.length = 0;
  return true;
}

function readListItem(reader: Reader, start: number, end: number, indent: number): boolean {
  const { text } = reader;
  const first = text.charCodeAt(start);
  let after = start + 1;
  let number = 0;
  let marker = text[start] as string;
  if (first >= 48 && first <= 57) {
    after = start;
    while (after < end && after < start + 9 && isDigit(text.charCodeAt(after))) after++;
    number = Number(text.slice(start, after));
    marker = text[after] as string;
    if (marker !== "." && marker !== ")") return false;
    after++;
  } else if (first !== 45 && first !== STAR && first !== 43 && first !== 0x2022 && first !== 0x25aa)
    return false;
  const unit = text.charCodeAt(after);
  if (after < end && unit !== SPACE && unit !== TAB && unit !== 0xa0 && !(first === 0x2022)) return false;
  while (after < end && isBlankUnit(text.charCodeAt(after))) after++;
  const list = listFor(reader, indent, marker);
  list.count++;
  const ordered = marker === "." || marker === ")";
  const block = push(reader, "list_item", after, end);
  block.ordered = ordered;
  block.rank = ordered ? number : list.count;
  block.depth = reader.lists.length - 1;
  reader.open = block;
  return true;
}

function listFor(reader: Reader, indent: number, marker: string): OpenList {
  const { lists } = reader;
  while (lists.length > 0 && indent < (lists.at(-1) as OpenList).indent) lists.pop();
  const top = lists.at(-1);
  if (top && indent < top.indent + 2) {
    if (top.marker === marker) return top;
    lists.pop();
  }
  const list = { indent, marker, count: 0 };
  if (lists.length < 32) lists.push(list);
  return list;
}

function runLength(text: string, mark: number, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) === mark) at++;
  return at - start;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isBlankUnit(unit: number): boolean {
  return unit === SPACE || unit === TAB || unit === 13 || unit === NEWLINE || unit === NOTHING;
}
