import type { Span } from "../markdown/answer-text.ts";
import { isWithin } from "./code.ts";
import { jsonEnds } from "./json-end.ts";
import type { NotShown } from "./not-shown-kind.ts";

/** No call is longer. */
const longest = 8_000;

const begins =
  /(?:^[ \t]*|(?<glue>[;>])[ \t]*)(?<named>functools|[\w.-]{1,60}\[ARGS\]|functions\.[\w.-]{1,60}\(|to=[\w.-]{1,60}(?: code)?(?: json)? ?)?(?=[[{])/gm;
const keys = new Set("type id name tool_name arguments parameters function call_id index status".split(" "));

/** A call that is cut: it begins as one, and its brackets never close. */
const cut =
  /\{\s*"(?:type"\s*:\s*"function"\s*,\s*"function"\s*:\s*\{|name"\s*:\s*"[\w.-]{1,60}"\s*,\s*"(?:arguments|parameters)"\s*:\s*\{)/y;
/** Cohere's calls, in a fence under a heading. */
const fencedAction = /^[ \t]*Action:[ \t]*\n?[ \t]*```(?:json)?[ \t]*\n\s*(?=[[{])/gm;

/** Calls of tools that fill their lines without a mark: `{"name":"search","arguments":{…}}`, `[search(query="…")]`. */
export function bareCalls(text: string, code: readonly Span[]): NotShown[] {
  const whole = text.trim();
  if (whole.length <= longest && /^\[[a-z_][\w.]*\(\w+\s*=[\s\S]*\)\]$/i.test(whole))
    return [{ start: 0, end: text.length, kind: "tool_call" }];
  const jsonEnd = jsonEnds(text);
  const calls = fencedActions(text, jsonEnd);
  for (const match of text.matchAll(begins)) {
    const from = match.index + match[0].length;
    if (isWithin(code, from)) continue;
    const end = jsonEnd(from);
    cut.lastIndex = from;
    if (end === null && text.length - from <= longest && cut.test(text)) {
      calls.push({ start: match.index, end: text.length, kind: "tool_call" });
      break;
    }
    if (end === null || !/^\)?[ \t]*(?:[;<\r\n]|$)/.test(text.slice(end, end + 20))) continue;
    const value = parsed(text.slice(from, end));
    const { glue = "", named: prefix = "" } = match.groups ?? {};
    if (areCalls(value) || (/\[ARGS\]$|\($|^to=/.test(prefix) && value !== undefined))
      calls.push({
        start: match.index + glue.length,
        end: text[end] === ")" ? end + 1 : end,
        kind: "tool_call",
      });
  }
  return calls;
}

function fencedActions(text: string, jsonEnd: (start: number) => number | null): NotShown[] {
  return [...text.matchAll(fencedAction)].flatMap(({ index: start, 0: opening }) => {
    const from = start + opening.length;
    const end = jsonEnd(from);
    if (end === null || !areCalls(parsed(text.slice(from, end)))) return [];
    const fence = /^\s*```/.exec(text.slice(end, end + 40))?.[0] ?? "";
    return [{ start, end: end + fence.length, kind: "tool_call" }];
  });
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
  const call = value as Record<string, unknown>;
  const names = Object.keys(call);
  if (Array.isArray(call.tool_calls)) return names.length <= 3 && areCalls(call.tool_calls);
  if (!names.every((name) => keys.has(name))) return false;
  if (typeof call.function === "object") return isCall(call.function);
  const args = call.arguments ?? call.parameters;
  const isGiven = typeof args === "string" || (typeof args === "object" && args !== null);
  return isGiven && typeof (call.name ?? call.tool_name ?? call.function) === "string";
}
