const token =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a string of JSON may not hold them
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

/** Longer texts would take the expression below too long; their error gets no position. */
const lengthMax = 64 * 1024;

type Wanted = "value" | "value or ]" | "key" | "key or }" | ":" | ", or end";

/** What may follow a token, or undefined if the token is not allowed there. Changes `open`, the brackets around it. */
function after(expectation: Wanted, mark: string, open: string[]): Wanted | undefined {
  const value = expectation === "value" || expectation === "value or ]";
  const key = expectation === "key" || expectation === "key or }";
  const inside = open.at(-1);
  if ((mark === "{" || mark === "[") && value) {
    open.push(mark);
    return mark === "{" ? "key or }" : "value or ]";
  }
  const closes =
    mark === "}"
      ? inside === "{" && expectation !== "key" && !value
      : mark === "]" && inside === "[" && expectation !== "value";
  if (closes && expectation !== ":") {
    open.pop();
    return ", or end";
  }
  if (mark === "," && expectation === ", or end" && inside) return inside === "{" ? "key" : "value";
  if (mark === ":" && expectation === ":") return "value";
  if (mark === "string" && key) return ":";
  return (mark === "string" || mark === "literal") && value ? ", or end" : undefined;
}

/** Where a text stops being JSON, in UTF-16 units from 0. V8 gives this only for some errors. */
export function faultPosition(text: string): number | null {
  if (text.length > lengthMax) return null;
  const open: string[] = [];
  let expectation: Wanted | undefined = "value";
  for (let at = 0; ; at = token.lastIndex) {
    const start = at + /^[ \t\n\r]*/.exec(text.slice(at))![0].length;
    token.lastIndex = at;
    const match = token.exec(text);
    if (!match) return start;
    expectation = after(expectation, match[1] ?? (match[2] ? "string" : "literal"), open);
    if (!expectation) return start;
  }
}
