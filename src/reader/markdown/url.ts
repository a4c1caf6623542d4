import type { Span } from "./answer-text.ts";

const longestTarget = 8192;

/** Reads `address "title")` after an opening parenthesis; null if it is not a link. */
export function linkTarget(text: string, from: number, end: number): { target: Span; end: number } | null {
  const limit = Math.min(end, from + longestTarget);
  let at = skipSpace(text, from, limit);
  let target: Span;
  if (text.charCodeAt(at) === 60) {
    const start = at + 1;
    for (at = start; at < limit && !isAngleEnd(text.charCodeAt(at)); at++);
    if (at >= limit || text.charCodeAt(at) !== 62) return null;
    target = { start, end: at };
    at++;
  } else {
    const start = at;
    let depth = 0;
    for (; at < limit; at++) {
      const unit = text.charCodeAt(at);
      if (unit <= 32) break;
      if (unit === 40 && ++depth > 32) return null;
      if (unit === 41 && --depth < 0) break;
    }
    target = { start, end: at };
  }
  at = skipSpace(text, at, limit);
  const quote = text.charCodeAt(at);
  if (quote === 34 || quote === 39 || quote === 40) {
    const close = quote === 40 ? 41 : quote;
    for (at++; at < limit && text.charCodeAt(at) !== close; at++)
      if (text.charCodeAt(at) === 40 && quote === 40) return null;
    at = skipSpace(text, at + 1, limit);
  }
  return at < limit && text.charCodeAt(at) === 41 ? { target, end: at + 1 } : null;
}

/**
 * Where a raw address begins, given one of the characters that reveal it: the colon of `https://`, the w of `www.`, the
 * slash of `example.com/path`, the at sign of an e-mail address. Null if there is none.
 */
export function urlAround(
  text: string,
  at: number,
  unit: number,
  from: number,
  end: number,
): { start: number; mail: boolean } | null {
  if (unit === 58) {
    if (text.charCodeAt(at + 1) !== 47 || text.charCodeAt(at + 2) !== 47 || at + 3 >= end) return null;
    const start = back(text, at, Math.max(from, at - 12), isLetter);
    return start < at ? { start, mail: false } : null;
  }
  if (unit === 119 || unit === 87) {
    if (at > from && isHostUnit(text.charCodeAt(at - 1))) return null;
    return /^www\.[^\s.]/i.test(text.slice(at, Math.min(end, at + 6))) ? { start: at, mail: false } : null;
  }
  const bound = Math.max(from, at - 255);
  if (unit === 64) {
    if (at === from || at + 1 >= end || !isHostUnit(text.charCodeAt(at + 1))) return null;
    const start = back(text, at, bound, isLocalUnit);
    if (start === at) return null;
    const host = text.slice(at + 1, Math.min(end, at + 256));
    return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}/i.test(host) ? { start, mail: true } : null;
  }
  const start = back(text, at, bound, isHostUnit);
  if (start === at) return null;
  // A host has a dot before a lower-case top-level name, unlike "and/or" and "Inc.Foo/Bar".
  return /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[a-z]{2,12}$/.test(text.slice(start, at))
    ? { start, mail: false }
    : null;
}

/**
 * Where a raw address that begins at `start` ends: before white space, closing punctuation, or a bracket it did not
 * open.
 */
export function urlEnd(text: string, start: number, end: number, inLabel: boolean, mail: boolean): number {
  let depth = 0;
  let at = start;
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= 32 || unit === 60 || unit === 62 || unit === 34 || unit === 96 || unit === 124) break;
    if (
      unit === 160 ||
      unit === 0x200b ||
      (unit >= 0x2000 && unit <= 0x206f) ||
      (unit >= 0x3000 && unit <= 0x9fff) ||
      unit >= 0xac00
    )
      break;
    if (mail && !isHostUnit(unit) && !isLocalUnit(unit) && unit !== 64) break;
    if (unit === 40) depth++;
    else if (unit === 41 && --depth < 0) break;
    else if (unit === 91) break;
    else if (unit === 93 && (inLabel || depth === 0)) break;
  }
  while (at > start && isTrailing(text.charCodeAt(at - 1))) at--;
  return at;
}

function back(text: string, at: number, bound: number, accepts: (unit: number) => boolean): number {
  let start = at;
  while (start > bound && accepts(text.charCodeAt(start - 1))) start--;
  return start;
}

function skipSpace(text: string, from: number, limit: number): number {
  let at = from;
  while (
    at < limit &&
    (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 10 || text.charCodeAt(at) === 9)
  )
    at++;
  return at;
}

function isAngleEnd(unit: number): boolean {
  return unit === 62 || unit === 60 || unit === 10;
}

function isLetter(unit: number): boolean {
  return (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
}

function isHostUnit(unit: number): boolean {
  return isLetter(unit) || (unit >= 48 && unit <= 57) || unit === 45 || unit === 46;
}

function isLocalUnit(unit: number): boolean {
  return isHostUnit(unit) || unit === 95 || unit === 43;
}

function isTrailing(unit: number): boolean {
  return (
    unit === 46 ||
    unit === 44 ||
    unit === 59 ||
    unit === 58 ||
    unit === 33 ||
    unit === 63 ||
    unit === 39 ||
    unit === 42 ||
    unit === 95 ||
    unit === 126
  );
}
