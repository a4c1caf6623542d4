import { endOfJsonString, hasFewJsonValues } from "../../kernel/json-values.ts";

/** How the JSON of a blog's API begins. What surrounds it has brackets too, but hardly these. */
const beginning = /\{\s{0,8}"|\[\s{0,8}\{|\[\]|\{\}/g;
const page = /^\s{0,100}<(?:!doctype|html)\b/i;

const triesMax = 16;
/** Characters looked at in all tries together: a few milliseconds. */
const lookedAtMax = 8 * 1024 * 1024;

/**
 * The JSON in an answer of a blog, also behind a byte order mark or what PHP says of its troubles, and before a cache's
 * comment; undefined if there is none, or more than any blog sends.
 */
export function blogJson(body: Buffer): unknown {
  if (!hasFewJsonValues(body)) return undefined;
  const text = body.toString("utf8").replace(/^\uFEFF+/, "");
  return parsed(text) ?? (page.test(text) ? undefined : longestWithin(text));
}

/** The longest, as a notice may quote a little JSON of its own. */
function longestWithin(text: string): unknown {
  let longest: { value: unknown; length: number } = { value: undefined, length: 0 };
  let [at, remaining] = [0, lookedAtMax];
  for (let tries = 0; tries < triesMax && remaining > 0; tries += 1) {
    beginning.lastIndex = at;
    const start = beginning.exec(text)?.index;
    if (start === undefined) break;
    const end = endOfValue(text, start);
    const length = (end ?? text.length) - start;
    const value = end !== null && length > longest.length ? parsed(text.slice(start, end)) : undefined;
    if (value !== undefined) longest = { value, length };
    at = value === undefined ? start + 1 : start + length;
    remaining -= length;
  }
  return longest.value;
}

/** Behind the bracket that closes the one at `start`; null if none does. */
function endOfValue(text: string, start: number): number | null {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = endOfJsonString(text, at);
      if (at === -1) return null;
    } else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

/** Undefined for what is no JSON, and for a bare null, which no API of a blog answers. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
