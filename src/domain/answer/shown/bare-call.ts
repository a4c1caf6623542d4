import type { Span } from "../markdown/answer-text.ts";
import { isWithin } from "./code.ts";
import { jsonEnds } from "./json-end.ts";
import type { NotShown } from "./kind.ts";

/** No call is longer. */
const longest = 8_000;

const begins =
  /(?:^[ \t]*|(?<glue>[;>])[ \t]*)(?<named>functools|[\w.-]{1,60}\[ARGS\]|functions\.[\w.-]{1,60}\(|to=[\w.-]{1,60}(?: code)?(?: json)? ?)?(?=[[{])/gm;
const keys = new Set("type id name tool_name arguments parameters function call_id index status".split(" "));

/** A call that is cut: it begins as one, and its brackets never close. */
const cut =
  /\{\s*"(?:type"\s*:\s*"function"\s*,\s*"function"\s*:\s*\{|name"\s*:\s*"[\w.-]{1,60}"\s*,\s*"(?:arguments|parameters)"\s*:\s*\{)/y;
/** The rest of a call whose first mark is lost, up to its last: `<parameter=query>…</function>`. */
const lastMark = "</function>";
const parameter = /^[ \t]*(?:<name>[^\n<]{1,80}\n(?:<\/parameter>\n)?)?<parameter=[\w.-]{1,60}>/gm;
/** Gemini's code for its own search, and the thought behind it: tool_code\\nprint(google_search.search(queries=["kettles"])) */
const toolCode =
  /^[ \t]*tool_code[ \t]*\n(?:[ \t]*print\([^\n]{0,2000}\)[ \t]*(?:\n|$))+(?:\s*^[ \t]*thought[ \t]*\n(?:[ \t]*\S[^\n]*(?:\n|$))*)?/gm;
/** Cohere's calls, in a fence under a heading. */
const fencedAction = /^[ \t]*Action:[ \t]*\n?[ \t]*```(?:json)?[ \t]*\n\s*(?=[[{])/gm;
/** What a model says of a search before its answer, in a paragraph of its own: Searching the web for "kettles"… */
const status =
  /^\s*[*_>🔍🔎 ]{0,4}(?:searching|looking up|browsing|googling)\b[^\n]{0,200}(?:\.{3}|…)[*_]{0,3}[ \t]*\n[ \t]*\n/iu;

/**
 * Calls of tools that fill their lines without a mark: `{"name":"search","arguments":{…}}`, `[search(query="…")]`, and what
 * is said of a search instead of a call.
 */
export function bareCalls(text: string, code: readonly Span[]): NotShown[] {
  const whole = text.trim();
  if (whole.length <= longest && /^\[[a-z_][\w.]*\(\w+\s*=[\s\S]*\)\]$/i.test(whole))
    return [{ start: 0, end: text.length, kind: "tool_call" }];
  const jsonEnd = jsonEnds(text);
  const found: NotShown[] = [];
  const said = status.exec(text)?.[0];
  if (said) found.push({ start: 0, end: said.length, kind: "tool_call" });
  for (const {
    index: start,
    0: { length },
  } of text.matchAll(toolCode))
    if (!isWithin(code, start)) found.push({ start, end: start + length, kind: "tool_call" });
  for (const {
    index: start,
    0: { length },
  } of text.matchAll(fencedAction)) {
    const end = jsonEnd(start + length);
    if (end === null || !areCalls(parsed(text.slice(start + length, end)))) continue;
    const fence = /^\s*```/.exec(text.slice(end, end + 40))?.[0] ?? "";
    found.push({ start, end: end + fence.length, kind: "tool_call" });
  }
  const lost = text.indexOf("<parameter=") === -1 ? -1 : text.lastIndexOf(lastMark);
  for (const { index: start } of lost === -1 ? [] : text.matchAll(parameter)) {
    if (start > lost || start < (found.at(-1)?.end ?? 0) || isWithin(code, start)) continue;
    const end = text.indexOf(lastMark, start) + lastMark.length;
    found.push({ start, end, kind: "tool_call" });
  }
  for (const match of text.matchAll(begins)) {
    const from = match.index + match[0].length;
    if (isWithin(code, from)) continue;
    const end = jsonEnd(from);
    cut.lastIndex = from;
    if (end === null && text.length - from <= longest && cut.test(text)) {
      found.push({ start: match.index, end: text.length, kind: "tool_call" });
      break;
    }
    if (end === null || !/^\)?[ \t]*(?:[;<\r\n]|$)/.test(text.slice(end, end + 20))) continue;
    const value = parsed(text.slice(from, end));
    const { glue = "", named = "" } = match.groups ?? {};
    if (areCalls(value) || (/\[ARGS\]$|\($|^to=/.test(named) && value !== undefined))
      found.push({
        start: match.index + glue.length,
        end: text[end] === ")" ? end + 1 : end,
        kind: "tool_call",
      });
  }
  return found;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const areCalls = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 && value.every(isCall) : isCall(value);

function isCall(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const held = value as Record<string, unknown>;
  const names = Object.keys(held);
  if (Array.isArray(held.tool_calls)) return names.length <= 3 && areCalls(held.tool_calls);
  if (!names.every((name) => keys.has(name))) return false;
  if (typeof held.function === "object") return isCall(held.function);
  const given = held.arguments ?? held.parameters;
  const isGiven = typeof given === "string" || (typeof given === "object" && given !== null);
  return isGiven && typeof (held.name ?? held.tool_name ?? held.function) === "string";
}
