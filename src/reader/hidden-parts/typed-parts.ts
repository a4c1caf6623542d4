import { jsonEnds } from "./json-end.ts";
import type { NotShown } from "./not-shown-kind.ts";

const shownTypes = /^(?:output_)?text$|^message$/;
const otherTypes =
  /^(?:redacted_)?(?:thinking|reasoning|thought|analysis)(?:[._](?:text|content|summary|encrypted))?$|_call$|_call_output$|^tool_(?:use|result|call)$|_tool_(?:use|result)$|^summary_text$|^reference$|^image_url$|^refusal$/;
const texts = new Set(["text", "content", "value", "output_text"]);
const token = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[[\]{}:,]|[^\s[\]{}:,"']+|\s+|["']/gs;

interface Part {
  type: string | null;
  isThought: boolean;
  values: { start: number; end: number }[];
  /** A thought stands beside it. */
  afterThought?: true;
}

/**
 * What is not shown of a text that is a list of typed parts, as files of answers keep a vendor's content:
 * `[{"type": "thinking", …}, {"type": "text", "text": "…"}]`, in JSON or as Python prints it. Null for any other text.
 */
export function typedPartsIn(text: string): NotShown[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const parts = messageOf(text) ?? (/["']type["']\s*:/.test(text) ? partsOf(text) : null);
  if (parts === null || parts.length === 0) return null;
  const areKnown = parts.every(
    ({ type }) => type !== null && (shownTypes.test(type) || otherTypes.test(type)),
  );
  if (!areKnown) return null;
  const spans: NotShown[] = [];
  let from = 0;
  const hide = (end: number, kind: NotShown["kind"]) => {
    if (end > from) spans.push({ start: from, end, kind });
  };
  const hasThought = parts.some(({ type, afterThought }) => afterThought ?? !shownTypes.test(type ?? ""));
  const kind = hasThought ? "thought" : "markup";
  for (const { type, isThought, values } of parts) {
    if (isThought || !shownTypes.test(type ?? "")) continue;
    for (const { start, end } of values) {
      hide(start, kind);
      for (const { index, 0: escaped } of text.slice(start, end).matchAll(/\\(?:u[0-9a-f]{4}|.)/gis)) {
        // The quoted character itself is shown; the sign before it, and an escaped line end, are not.
        const width = /^\\["'\\/]$/.test(escaped) ? 1 : escaped.length;
        spans.push({ start: start + index, end: start + index + width, kind: "markup" });
      }
      from = end;
    }
  }
  hide(text.length, kind);
  return spans;
}

const messageKeys = new Set(
  "role content reasoning reasoning_content reasoning_details thinking thinking_blocks tool_calls function_call refusal annotations audio images name id".split(
    " ",
  ),
);
const thoughtKeys = ["reasoning", "reasoning_content", "reasoning_details", "thinking", "thinking_blocks"];
/** Of an answer that was asked for as an object with its reasons. */
const reasonKeys = new Set(
  "reasoning thinking thought thoughts analysis rationale chain_of_thought".split(" "),
);
const answerKeys = ["content", "answer", "final_answer", "response", "final_response"];

/** A whole message of an assistant, with its content as a text or as typed parts. */
function messageOf(text: string): Part[] | null {
  const message = parsed(text);
  const keys = Object.keys(message ?? {});
  const answer = answerKeys.find((key) => typeof message?.[key] === "string") ?? "content";
  const isReasoned = keys.length === 2 && keys.some((key) => reasonKeys.has(key)) && keys.includes(answer);
  if (message === null || !(isReasoned || keys.every((key) => messageKeys.has(key)))) return null;
  const isMessage = isReasoned || message.role === "assistant" || thoughtKeys.some((key) => key in message);
  if (!isMessage) return null;
  const jsonEnd = jsonEnds(text);
  for (const { index, 0: key } of text.matchAll(new RegExp(`"${answer}"\\s*:\\s*`, "g"))) {
    const start = index + key.length;
    quoted.lastIndex = start;
    const end = quoted.exec(text)?.[0].length;
    if (typeof message[answer] === "string" && end !== undefined)
      return [
        {
          type: "text",
          isThought: false,
          afterThought: true,
          values: [{ start: start + 1, end: start + end - 1 }],
        },
      ];
    const listEnd = Array.isArray(message.content) ? jsonEnd(start) : null;
    const parts = listEnd === null ? null : partsOf(text.slice(start, listEnd));
    for (const { values } of parts ?? [])
      for (const value of values) {
        value.start += start;
        value.end += start;
      }
    if (parts) return parts;
  }
  return null;
}

const quoted = /"(?:[^"\\]|\\.)*"/sy;

function parsed(text: string): Record<string, unknown> | null {
  if (!/^\s*\{/.test(text) || text.length > 512 * 1024) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The objects of a list, or the one that it is; null unless the whole text is that. */
function partsOf(text: string): Part[] | null {
  const parts: Part[] = [];
  const open: string[] = [];
  let part: Part | null = null;
  let key: string | null = null;
  let before = "";
  let closed = false;
  for (const { index, 0: unit } of text.matchAll(token)) {
    if (unit.trim() === "") continue;
    if (closed) return null;
    const isText = unit.length > 1 && (unit.startsWith('"') || unit.startsWith("'"));
    if (unit === "[" || unit === "{") {
      open.push(unit);
      if (open.length > 4) return null;
      if (unit === "{" && open.filter((one) => one === "{").length === 1) {
        part = { type: null, isThought: false, values: [] };
        parts.push(part);
      }
    } else if (unit === "]" || unit === "}") {
      if (open.pop() !== (unit === "]" ? "[" : "{")) return null;
      if (!open.includes("{")) part = null;
      closed = open.length === 0;
    } else if (isText && part && before !== ":") key = unit.slice(1, -1);
    else if (isText && part && key !== null) {
      const isOwn = open.filter((one) => one === "{").length === 1;
      if (key === "type" && isOwn) part.type = unit.slice(1, -1);
      else if (texts.has(key)) part.values.push({ start: index + 1, end: index + unit.length - 1 });
    } else if (part && key === "thought" && /^true$/i.test(unit)) part.isThought = true;
    else if (part === null && isText && open.length === 1 && open[0] === "[")
      parts.push({
        ...{ type: "text", isThought: false },
        values: [{ start: index + 1, end: index + unit.length - 1 }],
      });
    else if (part === null && unit !== ",") return null;
    else if (unit === '"' || unit === "'") return null;
    before = unit;
  }
  return closed ? parts : null;
}
