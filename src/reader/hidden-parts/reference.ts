import { jsonEnds } from "./json-end.ts";
import type { NotShown, NotShownKind } from "./not-shown-kind.ts";

// ChatGPT's private-use markup: U+E200 kind U+E202 argument U+E202 … U+E201. Its client replaces all of it.
const open = "\uE200";
const close = "\uE201";

const turn = String.raw`turn\d{1,4}[a-z]{2,12}\d{1,4}(?:L\d{1,5}(?:-L?\d{1,5})?)?`;
const turns = String.raw`(?:${turn}[\s,|]{0,2}){0,40}${turn}`;

/** Each stands for itself, and is nothing that a person writes. */
const marks: readonly [NotShownKind, string][] = [
  // What is left of the private-use markup once somebody has taken the private-use characters out.
  ["citation", `(?:file)?cite ?${turns}`],
  ["citation", String.raw`navlist[^\n]{0,200}?${turns}`],
  ["citation", String.raw`(?:\bi)?${turns}`],
  // Assistants API, older ChatGPT.
  ["citation", String.raw`【[^【】\n]{0,80}†[^【】\n]{0,200}(?:】|$(?![\s\S]))`],
  ["citation", String.raw`\[\d{1,4}(?::\d{1,4})?†[^\][\n]{0,200}(?:\]|$(?![\s\S]))`],
  ["citation", String.raw`【(?:oaicite:\d{1,4}|${turns}|\d{1,3}:\d{1,3})】`],
  [
    "citation",
    String.raw`:{1,2}contentReference\[oaicite:[^\][\n]{0,60}(?:\](?:\{[^{}\n]{0,60}\}?)?|$(?![\s\S]))`,
  ],
  ["citation", String.raw`\[oaicite:\d{1,4}\](?:\{[^{}\n]{0,60}\})?`],
  // Gemini, DeepSeek, Perplexity, Grok.
  ["citation", String.raw`\[cite(?:_start|_end|: ?[\d,. -]{1,80})\]`],
  ["citation", String.raw`\[citation:\d{1,3}(?:, ?(?:citation:)?\d{1,3}){0,20}\]`],
  [
    "citation",
    String.raw`\[(?:web|page|post|memory|attached[_-](?:file|image)|search_result|generated_image):\d{1,4}\]`,
  ],
  ["citation", String.raw`<grok:render\b[^<>]*/>`],
  [
    "citation",
    String.raw`<grok:render\b[^<>]*>[^<]*(?:<(?!/?grok:render)[^<]*)*(?:</grok:render>|$(?![\s\S]))`,
  ],
  ["citation", String.raw`<grok-card\b[^<>]*>(?:</grok-card>)?`],
  // Marks around a passage that a source supports.
  ["markup", String.raw`[\uE201-\uE206]+`],
];

const anyMark = new RegExp(marks.map(([, source], at) => `(?<m${at}>${source})`).join("|"), "gm");
const kinds = marks.map(([kind]) => kind);
/** Each of these marks has one of these; most answers have none. */
const trace =
  /turn\d|[†【\uE201-\uE206]|oaicite|\[(?:cit|web|page|post|memory|attached|search_result|generated_image)|<grok/;

// "entity["company","Northwind","rival of Smeg"]", "image_group{"query":[…]}" without their private-use characters. Code says "has products[".
const plainCall =
  /(?<![\p{L}\p{N}_])(?:entity|product_entity|(?<!\p{L} )products?|image_group|genui|businesses_map)(?=[[{]["{[])/gu;

/** Marks of sources and of entities, in no certain order: all of them but the names of entities is not shown. */
export function referencesIn(text: string): NotShown[] {
  const spans: NotShown[] = [];
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, start + 1))
    privateUse(text, start, spans);
  if (/[[{]["{[]/.test(text)) calledIn(text, spans);
  if (!trace.test(text)) return spans;
  for (const match of text.matchAll(anyMark)) {
    const at = kinds.findIndex((_, at) => match.groups?.[`m${at}`] !== undefined);
    spans.push({ start: match.index, end: match.index + match[0].length, kind: kinds[at] as NotShownKind });
  }
  return spans;
}

function calledIn(text: string, spans: NotShown[]): void {
  const jsonEnd = jsonEnds(text);
  for (const { index, 0: call } of text.matchAll(plainCall)) {
    const from = index + call.length;
    const end = jsonEnd(from) ?? lineEnd(text, from);
    around(text, { start: index, end }, nameIn(call, text.slice(from, end), from), spans);
  }
}

function privateUse(text: string, start: number, spans: NotShown[]): void {
  let end = start + 1;
  while (end < text.length && text[end] !== open && text[end] !== close && text[end] !== "\n") end++;
  const closed = text[end] === close;
  const body = text.slice(start + 1, end);
  const separator = body.indexOf("\uE202");
  const name = separator === -1 ? /^[a-z_]*/.exec(body)![0] : body.slice(0, separator);
  const from = separator === -1 ? name.length : separator + 1;
  // The name of a call that was cut may be cut as well.
  const nameRange = closed ? nameIn(name, body.slice(from), start + 1 + from) : null;
  around(text, { start, end: closed ? end + 1 : end }, nameRange, spans);
}

interface Range {
  start: number;
  end: number;
}

function around(text: string, { start, end }: Range, nameRange: Range | null, spans: NotShown[]): void {
  if (nameRange === null) {
    const kind = /^.?(?:file|web|nav)?(?:cite|list)/s.test(text.slice(start, start + 9))
      ? "citation"
      : "markup";
    spans.push({ start, end, kind });
  } else
    spans.push(
      { start, end: nameRange.start, kind: "markup" },
      { start: nameRange.end, end, kind: "markup" },
    );
}

const string = String.raw`"(?:[^"\\]|\\.)*"`;
const secondString = new RegExp(String.raw`^\s*\[\s*${string}\s*,\s*(${string})`, "s");
const onlyString = new RegExp(String.raw`^\s*\[\s*(${string})\s*\]`, "s");

/** The words of a call that its reader sees: the name of an entity or of a product, the title of a link. */
function nameIn(call: string, args: string, offset: number): Range | null {
  if (call === "url") {
    const end = args.indexOf("\uE202");
    return end > 0 ? { start: offset, end: offset + end } : null;
  }
  if (call !== "entity" && call !== "product_entity") return null;
  const match = secondString.exec(args) ?? onlyString.exec(args);
  if (!match?.[1] || match[1].length < 3) return null;
  const start = offset + match[0].lastIndexOf(match[1]) + 1;
  return { start, end: start + match[1].length - 2 };
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return newline === -1 ? text.length : newline;
}
