import { countJsonValues, jsonValuesMax } from "../../kernel/json-values.ts";
import { createPace, inSteps } from "../../kernel/pace.ts";
import { JsonError, type JsonFault, jsonSteps } from "./json.ts";

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const newline = 0x0a;

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09;

const opens = (byte: number): boolean => byte === 0x5b || byte === 0x7b;
const closes = (byte: number): boolean => byte === 0x5d || byte === 0x7d;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Most values of a whole body of rows, of which each has at most `jsonValuesMax`. */
export const rowsValuesMax = 1_000_000;

/** Parses rows one by one, others' work in between and within, until they have too many values together. Throws JsonError. */
export function rowParser(): (text: string, around?: number) => Promise<unknown> {
  const pace = createPace();
  let remaining = rowsValuesMax;
  return async (text, around = 0) => {
    // A single row may be as long as the body.
    const value = await inSteps(jsonSteps(text, around, Math.min(jsonValuesMax, remaining)), pace);
    remaining -= await pace(() => countJsonValues(text, remaining).values);
    return value;
  };
}

/**
 * The items of a JSON array, at most `max` plus one, each decoded and parsed by itself: the body is never one text in
 * memory. Undefined if the bytes are not an array; parsing the whole then tells why. Throws JsonError, with its position in the
 * whole, for an item that is not valid and for too many values.
 */
export async function itemsOf(bytes: Buffer, max: number): Promise<unknown[] | undefined> {
  const items: unknown[] = [];
  const parse = rowParser();
  const pace = createPace();
  const start = hasMark(bytes) ? 3 : 0;
  let at = afterSpace(bytes, start);
  if (bytes[at] !== 0x5b) return undefined;
  at = afterSpace(bytes, at + 1);
  if (bytes[at] === 0x5d) return afterSpace(bytes, at + 1) === bytes.length ? items : undefined;
  for (;;) {
    const from = at;
    const end = await pace(() => endOfItem(bytes, from));
    if (end === -1) return undefined;
    const text = await pace(() => decoded(bytes.subarray(from, end)));
    if (text === null) return undefined;
    try {
      // The array around it is one level of nesting.
      items.push(await parse(text, 1));
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      throw new JsonError(movedBy(decoded(bytes.subarray(start, at))!.length, error.fault));
    }
    if (items.length > max) return items;
    if (bytes[end] === 0x5d) return afterSpace(bytes, end + 1) === bytes.length ? items : undefined;
    if (bytes[end] !== comma) return undefined;
    at = afterSpace(bytes, end + 1);
  }
}

/** Others have their turn after so many lines, which may all be blank. */
const linesAtOnce = 10_000;

/** Each line that is more than JSON's white space, with its number from 1, decoded by itself; null if it is not UTF-8. */
export async function* linesOf(bytes: Buffer): AsyncGenerator<[line: number, text: string | null]> {
  const pace = createPace();
  let line = 0;
  for (let start = hasMark(bytes) ? 3 : 0; start < bytes.length; ) {
    const newlineIndex = bytes.indexOf(newline, start);
    const end = newlineIndex === -1 ? bytes.length : newlineIndex;
    line += 1;
    if (line % linesAtOnce === 0) await pace(() => undefined);
    if (!isBlank(bytes, start, end)) yield [line, decoded(bytes.subarray(start, end))];
    start = end + 1;
  }
}

const hasMark = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

function decoded(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

const movedBy = (units: number, { reason, position }: JsonFault): JsonFault => ({
  reason,
  position: position === null ? null : position + units,
});

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && isSpace(bytes[at])) at += 1;
  return at >= end;
}

function afterSpace(bytes: Buffer, start: number): number {
  let at = start;
  while (isSpace(bytes[at])) at += 1;
  return at;
}

/** Index of the comma or bracket after the item that begins at `start`; -1 if the bytes end before it. */
function endOfItem(bytes: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === quote) {
      at = endOfString(bytes, at);
      if (at === -1) return -1;
    } else if (opens(byte)) depth += 1;
    else if (depth === 0 && (byte === comma || closes(byte))) return at;
    else if (closes(byte)) depth -= 1;
  }
  return -1;
}

/** Index of the closing quote of the string that opens at `start`, or -1. */
function endOfString(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === quote) return at;
    if (bytes[at] === backslash) at += 1;
  }
  return -1;
}
