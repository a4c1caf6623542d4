import type { Shown } from "./page.ts";

/** Whether what a page shows is found in what was printed: the same names with values of the same type. */
export function isPrinted(shown: Shown, printed: string): boolean {
  if (shown.kind === "text") return linesOf(shown.text).every((line) => linesOf(printed).includes(line));
  const expected: unknown = JSON.parse(shown.text);
  const same = shown.kind === "json figures" ? sameFigure : sameType;
  return valuesIn(printed).some((value) => within(value, expected, same));
}

/** Numbers stand for any number. */
const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim().toLowerCase().replaceAll(/\d+/g, "0"))
    .filter(Boolean);

/** A value that has the shape, or holds one that has it. */
function within(value: unknown, expected: unknown, same: Same): boolean {
  if (fits(value, expected, same)) return true;
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).some((item) => within(item, expected, same))
  );
}

/** Whether a string, number or boolean is what is shown. */
type Same = (value: unknown, expected: unknown) => boolean;

const sameType: Same = (value, expected) => typeof value === typeof expected;

const sameFigure: Same = (value, expected) =>
  typeof expected === "number" ? value === expected : sameType(value, expected);

/** `null` in what is shown stands for anything: what is null once is a value the next time. */
function fits(value: unknown, expected: unknown, same: Same): boolean {
  if (expected === null) return value !== undefined;
  if (typeof expected !== "object") return same(value, expected);
  if (Array.isArray(expected))
    return Array.isArray(value) && expected.every((item) => value.some((found) => fits(found, item, same)));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const found = value as Record<string, unknown>;
  return Object.entries(expected).every(([name, item]) => fits(found[name], item, same));
}

/** The JSON objects and lists in a text, one behind the other or each on a line. */
export function valuesIn(text: string): unknown[] {
  const values: unknown[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== "{" && text[at] !== "[") continue;
    const end = endOf(text, at);
    const value = parsed(text.slice(at, end));
    if (value === undefined) continue;
    values.push(value);
    at = end - 1;
  }
  return values;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Behind the bracket that closes the one at `start`. */
function endOf(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (quoted && letter === "\\") at += 1;
    else if (letter === '"') quoted = !quoted;
    else if (!quoted && (letter === "{" || letter === "[")) depth += 1;
    else if (!quoted && (letter === "}" || letter === "]") && --depth === 0) return at + 1;
  }
  return text.length;
}
