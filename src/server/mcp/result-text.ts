import { isTooFewToJudge } from "../../figures/too-few-to-judge.ts";
import { tokensIn } from "./token-count.ts";

/** The most telling fields, in this order; the others follow as they come. */
const telling = [
  ...[
    "id",
    "report_id",
    "prompt_key",
    "name",
    "brand",
    "latest_report_id",
    "provider",
    "domain",
    "slug",
    "prompt",
    "title",
    "topic",
  ],
  ...["url", "type", "status", "direction", "change", "priority", "at", "measured_at", "beyond_noise"],
  // A figure never without its range.
  ...["appearance_rate", "mentions", "answers", "visibility_score", "share_of_voice", "average_position"],
  ...["citations", "severity", "best_competitor", "suggested_tool"],
];
const rank = new Map(telling.map((name, at) => [name, at]));

const mostColumns = 10;
/** Most rows of a table; fewer where the tables together are too long. */
const mostRows = [10, 5, 3];
/** A list of so few keeps its rows: assistants, competitors. */
const fewRows = 6;
/** Kept for saying what is left out. */
const noteTokens = 120;
const mostItems = 12;
/** Most characters of a cell, and of a value in a line; longer texts are shown by themselves. */
const [cellLength, valueLength] = [80, 160];

interface ShortForm {
  /** With other people's words in it. */
  text: string;
  /** Names of the lists that lost rows. */
  cut: string[];
}

/**
 * Data the way people want to read it: a headline, its figures, a small table for each list, its texts; at most about
 * this many tokens, with room left to say what was cut. Everything else is in the data itself.
 */
export function shortForm(data: unknown, tokens: number): ShortForm {
  const tries = mostRows.values().map((rows) => writtenOut(data, tokens - noteTokens, rows));
  const { lines, cut } =
    tries.find(({ cut }) => cut.length === 0) ?? writtenOut(data, tokens - noteTokens, mostRows.at(-1)!);
  return { text: lines.join("\n"), cut: cut.slice(0, 8) };
}

/** The lines that fit, and the lists that lost rows for it, those shown without any among them. */
function writtenOut(data: unknown, tokens: number, rows: number): { lines: string[]; cut: string[] } {
  const lines: string[] = [];
  const cut: string[] = [];
  let tokensLeft = tokens;
  const fits = (line: string): boolean => {
    const cost = tokensIn(line) + 1;
    if (cost > tokensLeft) return false;
    tokensLeft -= cost;
    lines.push(line);
    return true;
  };
  for (const line of linesOf(data, rows)) {
    if (typeof line === "object") {
      // A head alone would look like an empty list.
      const [first = "", ...rest] = line.rows;
      const fitting = fits(`${line.head}\n${first}`) && rest.every(fits);
      if (!fitting) cut.push(line.name || "the list");
    } else if (!fits(line) && line.length > valueLength) {
      const keptLength = Math.floor((line.length * tokensLeft) / (tokensIn(line) + 1));
      if (keptLength > valueLength) lines.push(`${line.slice(0, keptLength).toWellFormed()}…`);
      tokensLeft = Math.min(tokensLeft, 0);
    }
  }
  return { lines, cut };
}

/** A list of objects as a table. */
interface Table {
  name: string;
  head: string;
  rows: string[];
}

function* linesOf(data: unknown, most: number): Generator<string | Table> {
  const headline = headlineOf(data);
  if (headline !== "") yield headline;
  if (Array.isArray(data)) return yield* tableOf("", data, most);
  if (!isObject(data)) return;
  const { headline: _, ...rest } = data;
  const fields = sorted(Object.entries(rest));
  const own = fields.filter(([, value]) => isShort(value));
  if (own.length > 0) yield figuresOf(own);
  for (const [name, value] of fields) if (isObject(value)) yield* figuresOfPart(name, value);
  for (const [name, value] of fields)
    if (Array.isArray(value) && !isShort(value)) yield* tableOf(name, value, most);
  // What belongs to one figure tells less than a list of the report.
  for (const [name, value] of fields) if (isObject(value)) yield* tablesOfPart(name, value, most);
  for (const [name, value] of fields)
    if (typeof value === "string" && !isShort(value)) yield `${name}:\n${value}`;
}

/** What it says about itself. */
function headlineOf(data: unknown): string {
  if (Array.isArray(data)) return `${data.length} ${data.length === 1 ? "item" : "items"}.`;
  const { headline, status } = (data ?? {}) as Record<string, unknown>;
  if (typeof headline === "string" && headline !== "") return headline;
  if (typeof status === "string") return `Status: ${status}.`;
  const { trend, provider, prompt, sample } = (data ?? {}) as Record<string, unknown>;
  if (isObject(trend) && typeof trend.sentence === "string") return trend.sentence;
  if (typeof provider === "string" && typeof prompt === "string")
    return `Answer ${sample ?? 1} of ${provider} to: ${textOf(prompt, valueLength)}`;
  return whatItIs((data ?? {}) as Record<string, unknown>);
}

/** What has no sentence is named: a series by its change, others by their name. Nothing where it has none. */
function whatItIs({ points, change, name, title, brand }: Record<string, unknown>): string {
  const label = [name, title, brand].find((each) => typeof each === "string" && each !== "");
  const of = label === undefined ? "" : textOf(label, valueLength);
  if (!Array.isArray(points) || !isChange(change)) return of && `${of}:`;
  return `${of}: ${points.length} ${points.length === 1 ? "report" : "reports"}; change of the newest: ${textOf(change, valueLength)}.`;
}

function* figuresOfPart(name: string, part: Record<string, unknown>): Generator<string> {
  const short = sorted(Object.entries(part)).filter(([, value]) => isShort(value));
  if (short.length > 0) yield `${name}: ${figuresOf(whole(short, 2 * mostColumns))}`;
  // What a part says of itself is no detail: how certain its figures are.
  const { sentence } = part;
  if (typeof sentence === "string" && !isShort(sentence)) yield `${name}: ${sentence}`;
}

function* tablesOfPart(name: string, part: Record<string, unknown>, most: number): Generator<string | Table> {
  for (const [inner, value] of sorted(Object.entries(part)))
    if (Array.isArray(value) && !isShort(value)) yield* tableOf(`${name}.${inner}`, value, most);
}

function* tableOf(name: string, list: readonly unknown[], most: number): Generator<string | Table> {
  const rows = list.slice(0, list.length <= fewRows ? fewRows : most).filter(isObject);
  if (rows.length === 0) {
    const texts = list.slice(0, mostItems).map((item) => textOf(item, cellLength));
    return list.length > 0 && (yield `${name}: ${texts.join(", ")}${list.length > mostItems ? ", …" : ""}`);
  }
  const names = new Set(
    rows.flatMap((row) => Object.keys(row).filter((key) => isShort(row[key]) || isChange(row[key]))),
  );
  const columns = whole(sorted([...names].map((key): [string, null] => [key, null])), mostColumns).map(
    ([key]) => key,
  );
  const more = list.length > rows.length ? `, the first ${rows.length}` : "";
  const head = [
    ...(name === "" ? [] : [`\n${name} (${list.length}${more})`]),
    ...unjudged(rows),
    `| ${columns.join(" | ")} |\n|${columns.map(() => "---|").join("")}`,
  ].join("\n");
  const cells = (row: Record<string, unknown>) => columns.map((column) => textOf(row[column], cellLength));
  yield { name, head, rows: rows.map((row) => `| ${cells(row).join(" | ")} |`) };
}

/** What a column would say of which no row has a value. */
function unjudged(rows: readonly Record<string, unknown>[]): string[] {
  if (!rows.every(({ beyond_noise: beyondNoise }) => beyondNoise === null)) return [];
  const isFew = rows.every(
    ({ answers, answers_before: before }) =>
      typeof answers === "number" && typeof before === "number" && isTooFewToJudge(before, answers),
  );
  return [
    `beyond_noise unknown: ${isFew ? "too few answers per question to judge each" : "it cannot be judged"}`,
  ];
}

/** A range, which stands beside its figure: `appearance_rate_ci` after `appearance_rate`. */
const rangeEnding = /_ci(?:_same_prompts)?$/;

const figureNameOf = (name: string): string => name.replace(rangeEnding, "");

/** The most telling first, each figure before its ranges. */
function sorted<T>(fields: [string, T][]): [string, T][] {
  const rankOf = (name: string) => rank.get(figureNameOf(name)) ?? telling.length;
  const rankedFields = fields.toSorted(([a], [b]) => rankOf(a) - rankOf(b));
  const own = Map.groupBy(rankedFields, ([name]) => figureNameOf(name));
  return [...own.values()].flatMap((group) => group.toSorted(([a], [b]) => a.length - b.length));
}

/** At most so many fields: a figure that does not fit with all of its ranges is left out with them. */
function whole<T>(fields: readonly [string, T][], most: number): [string, T][] {
  const entries: [string, T][] = [];
  for (const group of Map.groupBy(fields, ([name]) => figureNameOf(name)).values())
    if (entries.length + group.length <= most) entries.push(...group);
  return entries;
}

const figuresOf = (fields: readonly [string, unknown][]): string =>
  fields.map(([name, value]) => `${name} ${textOf(value, valueLength)}`).join("; ");

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A figure's change, which fits a cell: its direction, difference and interval. */
const isChange = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && typeof value.direction === "string" && "appearance_rate_delta" in value;

/** Whether it is short enough for a line or a cell: a figure, a word, both ends of an interval. */
function isShort(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 2 && value.every((end) => typeof end === "number");
  return typeof value === "string"
    ? value !== "" && value.length <= valueLength
    : typeof value === "number" || typeof value === "boolean";
}

function textOf(value: unknown, most: number): string {
  if (isChange(value)) {
    const { direction, appearance_rate_delta: delta, appearance_rate_delta_ci: ci } = value;
    return [direction, delta, ci]
      .map((part) => textOf(part, most))
      .filter((part) => part !== "")
      .join(" ");
  }
  if (value === undefined || value === null || isObject(value)) return "";
  const text = Array.isArray(value) ? `[${value.join(", ")}]` : String(value);
  const line = text.replaceAll(/\s+/g, " ").replaceAll("|", "/");
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
}
