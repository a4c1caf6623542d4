import { decodeHTML } from "entities";

/** Where a block stops being JSON, in our own words. */
export interface JsonFault {
  /** 1-based, in the block as it stands in the page. */
  line: number;
  column: number;
  what: string;
}

/**
 * The JSON values of a block, as content systems write it: wrapped in a comment or CDATA, below a byte order mark, with
 * comments or line breaks inside texts, several values in a row, a semicolon at the end, or with its quotation marks as
 * entities. What is before a fault is kept. Takes time linear in the length, and no recursion.
 */
export function jsonValuesIn(block: string): { values: unknown[]; fault: JsonFault | null } {
  try {
    return { values: [JSON.parse(block)], fault: null };
  } catch {
    return /^[\s\uFEFF[]*\{?\s*&quot;|^[\s\uFEFF[]*\{\s*&#(?:34|x22);/i.test(block.slice(0, 1_000))
      ? valuesIn(decodeHTML(block))
      : valuesIn(block);
  }
}

const opening = /[\s\uFEFF]*(?:(?:\/\/|\/\*)?\s*(?:<!--|<!\[CDATA\[)(?:\s*\*\/|\s*\/\/)?[\s\uFEFF]*)*/y;
/** Behind a value: what closes a wrapping, separates values or ends a statement. */
const between = /(?:[\s\uFEFF;,]|-->|\]\]>|\]\]&gt;|<!--|<!\[CDATA\[)*/y;
const word = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** What may come next inside a value. */
type Next = "value" | "value or end" | "name" | "name or end" | "colon" | "comma or end";

const expectations: Record<Next, string> = {
  value: "a value is missing",
  "value or end": "a value is missing",
  name: "a name in quotation marks is missing",
  "name or end": "a name in quotation marks is missing",
  colon: "a colon is missing",
  "comma or end": "a comma is missing",
};

function valuesIn(text: string): { values: unknown[]; fault: JsonFault | null } {
  const values: unknown[] = [];
  let at = endOf(opening, text, 0);
  while (at < text.length || values.length === 0) {
    const read = cleaned(text, at);
    if ("what" in read) return { values, fault: { ...placeOf(text, read.at), what: read.what } };
    try {
      values.push(JSON.parse(read.json));
    } catch {
      return {
        values,
        fault: { ...placeOf(text, at), what: "a text or number is not written as JSON writes it" },
      };
    }
    at = behindValue(text, read.end);
  }
  return { values, fault: null };
}

/** A comment may stand there too, and hold what closes a wrapping. */
function behindValue(text: string, start: number): number {
  for (let at = start; ; ) {
    const end = afterComments(text, endOf(between, text, at));
    if (end === at) return at;
    at = end;
  }
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return Math.max(at, pattern.lastIndex);
}

/** One value as strict JSON, with where it ends; or where and why it is none. */
function cleaned(text: string, start: number): { json: string; end: number } | { at: number; what: string } {
  const parts: string[] = [];
  const open: string[] = [];
  let next: Next = "value";
  let at = start;
  for (;;) {
    at = afterComments(text, at);
    const sign = text[at];
    if (sign === undefined) return { at, what: "it ends too early" };
    if (sign === '"' && next !== "colon" && next !== "comma or end") {
      const end = endOfText(text, at);
      if (end === null) return { at, what: "a text has no end" };
      parts.push(text.slice(at, end).replace(/\p{Cc}/gu, escaped));
      next = next.startsWith("name") ? "colon" : "comma or end";
      at = end;
    } else if ((sign === "{" || sign === "[") && next.startsWith("value")) {
      open.push(sign);
      parts.push(sign);
      next = sign === "{" ? "name or end" : "value or end";
      at += 1;
    } else if ((sign === "}" || sign === "]") && next.endsWith("end") && open.at(-1) === pairs[sign]) {
      open.pop();
      parts.push(sign);
      next = "comma or end";
      at += 1;
    } else if (sign === "," && next === "comma or end" && open.length > 0) {
      parts.push(sign);
      next = open.at(-1) === "{" ? "name" : "value";
      at += 1;
    } else if (sign === ":" && next === "colon") {
      parts.push(sign);
      next = "value";
      at += 1;
    } else {
      const end = next.startsWith("value") ? endOf(word, text, at) : at;
      if (end === at) return { at, what: faultAt(sign, next) };
      parts.push(text.slice(at, end));
      next = "comma or end";
      at = end;
    }
    if (open.length === 0) return { json: parts.join(""), end: at };
  }
}

const pairs: Readonly<Record<string, string>> = { "}": "{", "]": "[" };

function faultAt(sign: string, next: Next): string {
  if ((sign === "}" || sign === "]") && (next === "name" || next === "value"))
    return "a comma has nothing behind it";
  return /^[\u201c\u201d\u201e\u2018\u2019'`]$/.test(sign)
    ? "the quotation marks are not those of JSON"
    : expectations[next];
}

/** Line breaks and other control characters belong into JSON as escapes; browsers' tools forgive them. */
const escaped = (control: string): string => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`;

function endOfText(text: string, start: number): number | null {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return null;
}

function afterComments(text: string, start: number): number {
  let at = start;
  for (;;) {
    while (/[\s\uFEFF]/.test(text[at] ?? "")) at += 1;
    const opens = text.slice(at, at + 2);
    if (opens !== "//" && opens !== "/*") return at;
    const closes = opens === "//" ? "\n" : "*/";
    const end = text.indexOf(closes, at + 2);
    at = end === -1 ? text.length : end + closes.length;
  }
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  const lines = before.split("\n");
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}
