import type { Span } from "../markdown/answer-text.ts";
import { isWithin } from "./code.ts";
import { jsonEnds } from "./json-end.ts";
import type { NotShown } from "./kind.ts";

/** No call is longer. */
const longest = 8_000;

const begins = /(?:^[ \t]*|(?<glue>[;>])[ \t]*)(?<named>functools|[\w.-]{1,60}\[ARGS\])?(?=[[{])/gm;
const keys = new Set("type id name arguments parameters function call_id index status".split(" "));

/** Calls of tools that fill their lines without a mark: `{"name":"search","arguments":{…}}`, `[search(query="…")]`. */
export function bareCalls(text: string, code: readonly Span[]): NotShown[] {
  const whole = text.trim();
  if (whole.length <= longest && /^\[[a-z_][\w.]*\(\w+\s*=[\s\S]*\)\]$/i.test(whole))
    return [{ start: 0, end: text.length, kind: "tool_call" }];
  const jsonEnd = jsonEnds(text);
  const found: NotShown[] = [];
  for (const match of text.matchAll(begins)) {
    const from = match.index + match[0].length;
    if (isWithin(code, from)) continue;
    const end = jsonEnd(from);
    if (end === null || !/^[ \t]*(?:[;<\r\n]|$)/.test(text.slice(end, end + 20))) continue;
    const value = parsed(text.slice(from, end));
    const { glue = "", named = "" } = match.groups ?? {};
    if (areCalls(value) || (named.endsWith("[ARGS]") && value !== undefined))
      found.push({ start: match.index + glue.length, end, kind: "tool_call" });
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
  return isGiven && typeof (held.name ?? held.function) === "string";
}
