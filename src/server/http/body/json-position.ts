const token =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a string of JSON may not hold them
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

/** Longer texts would take the expression below too long; their error gets no position. */
const lengthMax = 64 * 1024;

type Wanted = "value" | "value or ]" | "key" | "key or }" | ":" | ", or end";

/** What may follow a token, or undefined if the token is not allowed there. Changes `open`, the brackets around it. */
function after(wanted: Wanted, mark: string, open: string[]): Wanted | undefined {
  const value = wanted === "value" || wanted === "value or ]";
  const key = wanted === "key" || wanted === "key or }";
  const inside = open.at(-1);
  if ((mark === "{" || mark === "[") && value) {
    open.push(mark);
    return mark === "{" ? "key or }" : "value or ]";
  }
  const closes =
    mark === "}"
      ? inside === "{" && wanted !== "key" && !value
      : mark === "]" && inside === "[" && wanted !== "value";
  if (closes && wanted !== ":") {
    open.pop();
    return ", or end";
  }
  if (mark === "," && wanted === ", or end" && inside) return inside === "{" ? "key" : "value";
  if (mark === ":" && wanted === ":") return "value";
  if (mark === "string" && key) return ":";
  return (mark === "string" || mark === "literal") && value ? ", or end" : undefined;
}

/** Where a text stops being JSON, in UTF-16 units from 0. V8 gives this only for some errors. */
export function faultPosition(text: string): number | null {
  if (text.length > lengthMax) return null;
  const open: string[] = [];
  let wanted: Wanted | undefined = "value";
  for (let at = 0; ; at = token.lastIndex) {
    const start = at + /^[ \t\n\r]*/.exec(text.slice(at))![0].length;
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found) return start;
    wanted = after(wanted, found[1] ?? (found[2] ? "string" : "literal"), open);
    if (!wanted) return start;
  }
}
