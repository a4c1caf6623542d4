/** What is probably wrong where a text stops being JSON, by what stands there; the last is for anything else. */
const hints: readonly (readonly [stands: RegExp, says: string])[] = [
  [/^['‘’`]/, "write texts in double quotation marks"],
  [/^[“”„«»]/, 'these are curly quotation marks: write straight ones, "'],
  [/^(?:\/\/|\/\*|#)/, "JSON has no comments"],
  [/^(?:True|False|None|TRUE|FALSE|NULL|nil)\b/, "write true, false and null, in lower case"],
  [/^[+-]?(?:NaN|Infinity|undefined)\b/, "JSON has no such value: write null"],
  [/^[+-]?(?:[\d.])/, "numbers have no plus, no zero before them and digits on both sides of a point"],
  [/^[$%{]?\{|^\$\w|^%\w+%/, "a variable may not be filled in"],
  [/^</, "this is HTML or XML"],
  [/^[\w-]+\s*:/, 'write names in double quotation marks (PowerShell takes them away: write \\")'],
  [/^[\w.%-]+=/, "this is a form, not JSON"],
  [
    /^"/,
    "this text has no end, or holds a line break, a tab or a single backslash: write them as \\n, \\t and \\\\",
  ],
  [/^[\]}]/, "look before it for a comma that is left over, or a bracket of the other kind"],
  [/^,/, "a value is missing before this comma"],
];

const usual = "look there for a missing or left-over comma, or an end that is missing";

/** A hint for the place in a text where it stops being JSON, in UTF-16 units from 0; null: the place is not known. */
export function jsonHint(text: string, position: number | null): string {
  if (position === null) return usual;
  const before = text.slice(0, position).trimEnd();
  const rest = text.slice(position, position + 64);
  if (before === "" && rest === "") return "there is nothing in it";
  if (before === "" && /^[\w-]+\s*:/.test(rest))
    return 'this looks like YAML, or an object without its braces: send JSON, {"name": "value"}';
  if (before === "" && rest.startsWith("'"))
    return 'it begins with a single quotation mark, which cmd on Windows does not take away: put double ones around it, and write \\" in it';
  if (rest === "")
    return "it ends too early: it may be cut off, or a bracket or quotation mark is not closed";
  if (isWhole(before)) return afterWhole.find(([stands]) => stands.test(rest))?.[1] ?? beyond;
  const [, says = usual] = hints.find(([stands]) => stands.test(rest)) ?? [];
  return /^["{[\d]/.test(rest) && /[\]}"\d]$/.test(before) ? "a comma is missing before it" : says;
}

const beyond = "something follows the end of the JSON: it must be one value";
const afterWhole = hints.filter(([stands]) => stands.source.includes("\\/\\/"));

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
