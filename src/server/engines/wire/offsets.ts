import { answerBytesMax } from "../engine.ts";
import type { Span } from "./support.ts";

/** Most characters of a span in which its address is looked for: a link with its title is far shorter. */
const citingCharsMax = 4_096;

/**
 * Converts offsets in code points (OpenAI, xAI) to UTF-16 offsets into `text`. If the same numbers, read as UTF-16, fit
 * the citation better because its URL is there, that reading is used. Exact in as much of the text as is kept. Null for anything that is not a span of the text.
 */
export function codePointSpans(text: string): (start: unknown, end: unknown, url: unknown) => Span | null {
  const pairs = surrogatePairs(text.slice(0, answerBytesMax));
  const utf16 = (point: number) => point + pairsBefore(pairs, point);
  return (start, end, url) => {
    const rawSpan = spanIn(text.length, start, end);
    if (!rawSpan || pairs.length === 0) return rawSpan;
    const holds = (span: Span | null) =>
      !!span &&
      typeof url === "string" &&
      span.end - span.start <= citingCharsMax &&
      text.slice(span.start, span.end).includes(url);
    const utf16Span = spanIn(text.length, utf16(rawSpan.start), utf16(rawSpan.end));
    return !utf16Span || (holds(rawSpan) && !holds(utf16Span)) ? rawSpan : utf16Span;
  };
}

/** Converts offsets in UTF-8 bytes (Gemini) to UTF-16 offsets into `text`; null if they are not a span of the text. */
export function byteSpans(text: string): (start: unknown, end: unknown) => Span | null {
  const bytes = Buffer.from(text);
  if (bytes.length === text.length) return (start, end) => spanIn(text.length, start, end);

  const reach = Math.min(bytes.length, answerBytesMax);
  const units = new Uint32Array(reach + 1);
  for (let byte = 0, unit = 0; byte < reach; byte += 1) {
    const first = bytes[byte]!;
    // A continuation byte belongs to the character before it; four bytes make a surrogate pair.
    if ((first & 0xc0) !== 0x80) unit += first >= 0xf0 ? 2 : 1;
    units[byte + 1] = unit;
  }
  return (start, end) => {
    const byteSpan = spanIn(bytes.length, start, end);
    return (
      byteSpan &&
      spanIn(text.length, units[Math.min(byteSpan.start, reach)], units[Math.min(byteSpan.end, reach)])
    );
  };
}

function spanIn(length: number, start: unknown, end: unknown): Span | null {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) return null;
  const span = { start: start as number, end: end as number };
  return span.start >= 0 && span.start < span.end && span.end <= length ? span : null;
}

/** The positions, in code points, of characters that take two UTF-16 units. */
function surrogatePairs(text: string): number[] {
  const pairs: number[] = [];
  for (let at = 0; at < text.length - 1; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800 || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue;
    pairs.push(at - pairs.length);
    at += 1;
  }
  return pairs;
}

function pairsBefore(pairs: readonly number[], point: number): number {
  let low = 0;
  let high = pairs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pairs[middle]! < point) low = middle + 1;
    else high = middle;
  }
  return low;
}
