/** Whether what a page shows is found in what was printed: the same names with values of the same type. */
export function isPrinted(shown: { kind: "json" | "text"; text: string }, printed: string): boolean {
  if (shown.kind === "text") return linesOf(shown.text).every((line) => linesOf(printed).includes(line));
  const expected: unknown = JSON.parse(shown.text);
  return valuesIn(printed).some((value) => within(value, expected));
}

/** Numbers stand for any number. */
const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim().toLowerCase().replaceAll(/\d+/g, "0"))
    .filter(Boolean);

/** A value that has the shape, or holds one that has it. */
function within(value: unknown, expected: unknown): boolean {
  if (fits(value, expected)) return true;
  return (
    typeof value === "object" && value !== null && Object.values(value).some((item) => within(item, expected))
  );
}

/** `null` in what is shown stands for anything: what is null once is a value the next time. */
function fits(value: unknown, expected: unknown): boolean {
  if (expected === null) return value !== undefined;
  if (typeof expected !== "object") return typeof value === typeof expected;
  if (Array.isArray(expected))
    return Array.isArray(value) && expected.every((item) => value.some((found) => fits(found, item)));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const found = value as Record<string, unknown>;
  return Object.entries(expected).every(([name, item]) => fits(found[name], item));
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
