import { tagsInCell } from "../../../src/figures/tags/tags-in-cell.ts";
import { limits } from "../../api/limits.ts";
import { rowsOfCsv, separatorOf, unquotedLines } from "../../figures/csv-rows.ts";
import { areWrongTags } from "../../figures/wrong-tags.ts";
import { bare, same } from "./pasted.ts";

/** Why a row is left out. */
export type Wrong = "saved" | "twice" | "long" | "empty" | "intent" | "tags" | "open" | "wide";

/** A prompt as it was pasted or stands in a file, with the line it begins on. */
export interface Row {
  line: number;
  prompt: string;
  /** What the asker wants; null if it is not said. */
  intent: string | null;
  tags: string[];
  /** Null if it can be saved. */
  wrong: Wrong | null;
}

/** How a column of prompts, one of intents, and one of tags may be called. */
const promptHeads = ["prompt", "prompts", "question", "questions"];
const intentHeads = ["intent", "topic"];
const tagHeads = ["tag", "tags"];

/**
 * The rows of pasted lines or of a table with a column `prompt` and perhaps `intent` and `tags`, each with what is wrong with it. A
 * file that is a table is read as one also without heads: its first column has the prompts.
 */
export function rowsTaken(text: string, savedPrompts: readonly string[], isTable = false): Row[] {
  const flawByKey = new Map(savedPrompts.map((prompt) => [same(prompt), "saved" as Wrong]));
  return cellsOf(text, isTable).map(({ line, prompt, intent, tags, misread }) => {
    const key = same(prompt);
    const wrong = misread ?? flawOf(prompt, intent, tags) ?? flawByKey.get(key) ?? null;
    if (!flawByKey.has(key)) flawByKey.set(key, "twice");
    return { line, prompt, intent, tags, wrong };
  });
}

function flawOf(prompt: string, intent: string | null, tags: readonly string[]): Wrong | null {
  if (prompt === "") return "empty";
  if (prompt.length > limits.PromptInput.prompt.max) return "long";
  if (areWrongTags(tags)) return "tags";
  return intent !== null && intent.length > limits.PromptInput.intent.max ? "intent" : null;
}

/** Whether text still has a line of the file that it was taken from: edited it has, with other text in its place it has not. */
export function isOfFile(text: string, file: string): boolean {
  const lines = new Set(linesOf(file));
  return linesOf(text).some((line) => lines.has(line));
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

interface Cells extends Omit<Row, "wrong"> {
  /** Why its cells cannot be told apart. */
  misread: "open" | "wide" | null;
}

function cellsOf(text: string, isTable: boolean): Cells[] {
  const [first = "", ...rest] = text.replace(/^\uFEFF/, "").split("\n");
  const heads = rowsOfCsv(first)[0]?.cells.map((head) => head.toLowerCase()) ?? [];
  const at = heads.findIndex((head) => promptHeads.includes(head));
  if (at < 0 && !isTable)
    return [first, ...rest]
      .map((each, index) => ({ line: index + 1, prompt: bare(each), intent: null, tags: [], misread: null }))
      .filter(({ prompt }) => prompt !== "");
  const intentAt = heads.findIndex((head) => intentHeads.includes(head));
  const tagsAt = heads.findIndex((head) => tagHeads.includes(head));
  const separator = at < 0 && !hasColumns(text) ? "" : separatorOf(text);
  const table = rowsOfCsv(text, separator);
  const width = at < 0 ? usual(table.map(({ cells }) => cells.length)) : heads.length;
  return table.slice(at < 0 ? 0 : 1).map(({ line, cells, open }) => {
    const wide = cells.slice(width).some((cell) => cell !== "");
    const prompt = wide ? cells.join(", ") : (cells[Math.max(0, at)] ?? "");
    return {
      line,
      prompt: prompt.replace(/\s+/g, " "),
      intent: (intentAt < 0 ? "" : cells[intentAt]) || null,
      tags: tagsInCell(tagsAt < 0 ? "" : (cells[tagsAt] ?? "")),
      misread: open ? "open" : wide ? "wide" : null,
    };
  });
}

/** Whether most lines of a table without heads have a separator: a comma with a blank behind it belongs to a sentence. */
function hasColumns(text: string): boolean {
  const lines = unquotedLines(text);
  const split = lines.filter((line) => /[,;\t](?! )|"" *[,;\t]/.test(line));
  return 2 * split.length > lines.length;
}

/** The number that stands there most often. */
function usual(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  return [...times].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0];
}
