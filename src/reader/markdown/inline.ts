import { decodeHTMLStrict } from "entities";
import type { AnswerText, Segment, SegmentKind, Span } from "./answer-text.ts";
import { type CommentMemo, readTag } from "./tag.ts";
import { linkTarget, urlAround, urlEnd } from "./url.ts";

interface Cursor {
  answer: AnswerText;
  text: string;
  start: number;
  at: number;
  end: number;
  /** Start of the current segment. */
  from: number;
  block: number;
  gap: boolean;
  kind: SegmentKind;
  openers: { at: number; image: boolean; segment: number }[];
  /** Lengths of backtick runs that are known to have no closing run in this block. */
  unclosedTicks: Set<number>;
  /** The tag that hides its content until it is closed, such as `code`. */
  hiding: string | null;
  comments: CommentMemo;
}

const SPECIAL = new Uint8Array(128);
for (const mark of "\\*_~`[]<&:/@\nwW") SPECIAL[mark.charCodeAt(0)] = 1;

/** Reads the inline markup of a span into the segments, links, urls and codes of `answer`. */
export function readInline(
  answer: AnswerText,
  start: number,
  end: number,
  block: number,
  gap: boolean,
  comments: CommentMemo,
): void {
  const text = answer.verbatim;
  const cursor: Cursor = {
    answer,
    text,
    start,
    at: start,
    end,
    from: start,
    block,
    gap: gap || answer.segments.length === 0 || answer.segments.at(-1)?.block !== block,
    kind: "text",
    openers: [],
    unclosedTicks: new Set(),
    hiding: null,
    comments,
  };
  while (cursor.at < end) {
    const unit = text.charCodeAt(cursor.at);
    if (unit === 0xfeff) readNothing(cursor);
    else if (unit > 127 || SPECIAL[unit] === 0) cursor.at++;
    else readMark(cursor, unit);
  }
  cut(cursor, end, end);
}

function readMark(cursor: Cursor, unit: number): void {
  const { text, at, end } = cursor;
  switch (unit) {
    case 92: // backslash
      if (at + 1 < end && isPunctuation(text.charCodeAt(at + 1))) {
        cut(cursor, at, at + 1);
        cursor.at++;
      } else cursor.at++;
      return;
    case 42: // *
    case 95: // _
    case 126: // ~
      return readDelimiters(cursor, unit);
    case 96: // `
      return readCode(cursor);
    case 91: // [
      return openBracket(cursor);
    case 93: // ]
      return closeBracket(cursor);
    case 60: // <
      return readAngle(cursor);
    case 38: // &
      return readEntity(cursor);
    case 10:
      return readNewline(cursor);
    default:
      return readUrl(cursor, unit);
  }
}

// What is not shown has no width: the words around it belong together as they stand.
function readNothing(cursor: Cursor): void {
  let next = cursor.at + 1;
  while (next < cursor.end && cursor.text.charCodeAt(next) === 0xfeff) next++;
  cut(cursor, cursor.at, next);
}

/** Ends the current segment before `at` and begins the next one at `next`. */
function cut(cursor: Cursor, at: number, next: number): void {
  if (at > cursor.from) {
    const { kind, from, block, gap } = cursor;
    cursor.answer.segments.push({ kind, start: cursor.from, end: at, block, gap, text: "" });
    if (at > from) cursor.gap = false;
  }
  cursor.from = next;
  cursor.at = next;
}

function hidden(cursor: Cursor, kind: SegmentKind, start: number, end: number): void {
  if (end <= start) return;
  cursor.answer.segments.push({ kind, start, end, block: cursor.block, gap: false, text: "" });
}

// Stars, underscores and tildes next to a word are emphasis; alone or inside_a_word they are text.
function readDelimiters(cursor: Cursor, unit: number): void {
  const { text, at, end } = cursor;
  let close = at + 1;
  while (close < end && text.charCodeAt(close) === unit) close++;
  const before = at > cursor.from ? text.charCodeAt(at - 1) : 32;
  const after = close < end ? text.charCodeAt(close) : 32;
  const alone = isSpace(before) && isSpace(after) && at > cursor.start;
  const inside = unit === 95 && isWord(before) && isWord(after);
  const single = unit === 126 && close - at === 1;
  if (alone || inside || single) cursor.at = close;
  else cut(cursor, at, close);
}

function readCode(cursor: Cursor): void {
  const { text, at, end } = cursor;
  const length = ticksAt(text, at, end);
  const start = at + length;
  if (!cursor.unclosedTicks.has(length)) {
    for (let close = start; close < end; ) {
      if (text.charCodeAt(close) !== 96) {
        close++;
        continue;
      }
      const run = ticksAt(text, close, end);
      if (run === length) {
        cut(cursor, at, close + length);
        hidden(cursor, "code", start, close);
        cursor.answer.codes.push({ start, end: close });
        return;
      }
      close += run;
    }
    cursor.unclosedTicks.add(length);
  }
  cut(cursor, at, start);
}

function ticksAt(text: string, at: number, end: number): number {
  let close = at;
  while (close < end && text.charCodeAt(close) === 96) close++;
  return close - at;
}

function openBracket(cursor: Cursor): void {
  const { text, at } = cursor;
  const image = at > cursor.from && text.charCodeAt(at - 1) === 33;
  cut(cursor, image ? at - 1 : at, at + 1);
  cursor.openers.push({ at, image, segment: cursor.answer.segments.length });
}

function closeBracket(cursor: Cursor): void {
  const { at, answer } = cursor;
  cut(cursor, at, at + 1);
  const opener = cursor.openers.pop();
  if (!opener) return;
  const label = { start: opener.at + 1, end: at };
  const link = targetAfter(cursor, at + 1);
  if (!link) return;
  if (opener.image) {
    for (let each = opener.segment; each < answer.segments.length; each++) {
      const segment = answer.segments[each] as Segment;
      if (segment.kind === "text" || segment.kind === "entity") segment.kind = "image";
    }
  }
  answer.links.push({
    label,
    target: link.target,
    reference: link.reference,
    image: opener.image,
    definition: null,
    end: link.end,
  });
  if (link.target) hidden(cursor, "target", link.target.start, link.target.end);
  cursor.at = link.end;
  cursor.from = link.end;
}

function targetAfter(
  cursor: Cursor,
  at: number,
): { target: Span | null; reference: Span | null; end: number } | null {
  const { text, end } = cursor;
  const next = at < end ? text.charCodeAt(at) : 0;
  if (next === 40) {
    const link = linkTarget(text, at + 1, end);
    return link ? { target: link.target, reference: null, end: link.end } : null;
  }
  if (next !== 91) return null;
  for (let close = at + 1; close < end && close < at + 200; close++) {
    const unit = text.charCodeAt(close);
    if (unit === 91) return null;
    if (unit === 93) return { target: null, reference: { start: at + 1, end: close }, end: close + 1 };
  }
  return null;
}

function readAngle(cursor: Cursor): void {
  const { text, at, end } = cursor;
  const tag = readTag(text, at, end, cursor.comments);
  if (!tag) {
    cursor.at++;
    return;
  }
  cut(cursor, at, tag.end);
  if (tag.kind === "autolink") {
    hidden(cursor, "url", at + 1, tag.end - 1);
    cursor.answer.urls.push({ start: at + 1, end: tag.end - 1 });
    return;
  }
  if (tag.address) hidden(cursor, "target", tag.address.start, tag.address.end);
  if (tag.kind === "break") cursor.gap = true;
  if (tag.kind === "hide" && cursor.hiding === null) {
    cursor.hiding = tag.name;
    cursor.kind = tag.name === "code" || tag.name === "pre" || tag.name === "kbd" ? "code" : "target";
  } else if (tag.kind === "show" && cursor.hiding === tag.name) {
    cursor.hiding = null;
    cursor.kind = "text";
  }
}

function readEntity(cursor: Cursor): void {
  const { text, at, end } = cursor;
  let close = at + 1;
  while (close < end && close < at + 33 && isEntityUnit(text.charCodeAt(close))) close++;
  const decoded =
    close > at + 1 && text.charCodeAt(close) === 59 ? decodeHTMLStrict(text.slice(at, close + 1)) : "&";
  if (decoded.startsWith("&") && decoded.length > 1) {
    cursor.at++;
    return;
  }
  if (close === at + 1 || text.charCodeAt(close) !== 59) {
    cursor.at++;
    return;
  }
  cut(cursor, at, close + 1);
  const kind = cursor.kind === "text" ? "entity" : cursor.kind;
  const { answer, block, gap } = cursor;
  answer.segments.push({ kind, start: at, end: close + 1, block, gap, text: decoded });
  cursor.gap = false;
}

// A line break in a block is a space; quotation marks and indentation of the next line are markup.
function readNewline(cursor: Cursor): void {
  const { text, at, end } = cursor;
  let next = at + 1;
  while (next < end && (isSpace(text.charCodeAt(next)) || text.charCodeAt(next) === 62)) next++;
  if (next === at + 1) cursor.at = next;
  else cut(cursor, at + 1, next);
}

function readUrl(cursor: Cursor, unit: number): void {
  const url = urlAround(cursor.text, cursor.at, unit, cursor.from, cursor.end);
  if (!url || cursor.kind !== "text") {
    cursor.at++;
    return;
  }
  const stop = urlEnd(cursor.text, url.start, cursor.end, cursor.openers.length > 0, url.mail);
  if (stop <= cursor.at) {
    cursor.at++;
    return;
  }
  cut(cursor, url.start, stop);
  hidden(cursor, "url", url.start, stop);
  cursor.answer.urls.push({ start: url.start, end: stop });
}

function isPunctuation(unit: number): boolean {
  return (
    (unit >= 33 && unit <= 47) ||
    (unit >= 58 && unit <= 64) ||
    (unit >= 91 && unit <= 96) ||
    (unit >= 123 && unit <= 126)
  );
}

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 10 || unit === 13;
}

function isWord(unit: number): boolean {
  return (
    (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit > 191
  );
}

function isEntityUnit(unit: number): boolean {
  return (
    unit === 35 || (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122)
  );
}
