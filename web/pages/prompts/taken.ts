import { rowsOfCsv } from "../../figures/csv-rows.ts";
import { bare, same } from "./pasted.ts";

/** Why a row is left out. */
export type Wrong = "saved" | "twice" | "long" | "empty" | "intent" | "open";

/** A prompt as it was pasted or stands in a file, with the line it begins on. */
export interface Row {
  line: number;
  prompt: string;
  /** What the asker wants; null if it is not said. */
  intent: string | null;
  /** Null if it can be saved. */
  wrong: Wrong | null;
}

const promptMost = 500;
const intentMost = 40;
/** How a column of prompts, and one of intents, may be called. */
const promptHeads = ["prompt", "prompts", "question", "questions"];
const intentHeads = ["intent", "tag", "topic"];

/**
 * The rows of pasted lines or of a table with a column `prompt` and perhaps one `intent`, each with what is wrong with it. A
 * file that is a table is read as one also without heads: its first column has the prompts.
 */
export function rowsTaken(text: string, known: readonly string[], isTable = false): Row[] {
  const seen = new Map(known.map((prompt) => [same(prompt), "saved" as Wrong]));
  return cellsOf(text, isTable).map(({ line, prompt, intent, open }) => {
    const key = same(prompt);
    const wrong = open ? "open" : (flawOf(prompt, intent) ?? seen.get(key) ?? null);
    if (!seen.has(key)) seen.set(key, "twice");
    return { line, prompt, intent, wrong };
  });
}

function flawOf(prompt: string, intent: string | null): Wrong | null {
  if (prompt === "") return "empty";
  if (prompt.length > promptMost) return "long";
  return intent !== null && intent.length > intentMost ? "intent" : null;
}

interface Cells extends Omit<Row, "wrong"> {
  open: boolean;
}

function cellsOf(text: string, isTable: boolean): Cells[] {
  const [first = "", ...rest] = text.replace(/^\uFEFF/, "").split("\n");
  const heads = rowsOfCsv(first)[0]?.cells.map((head) => head.toLowerCase()) ?? [];
  const at = heads.findIndex((head) => promptHeads.includes(head));
  if (at < 0 && !isTable)
    return [first, ...rest]
      .map((each, index) => ({ line: index + 1, prompt: bare(each), intent: null, open: false }))
      .filter(({ prompt }) => prompt !== "");
  const intentAt = heads.findIndex((head) => intentHeads.includes(head));
  return rowsOfCsv(text)
    .slice(at < 0 ? 0 : 1)
    .map(({ line, cells, open }) => ({
      ...{ line, open },
      prompt: (cells[Math.max(0, at)] ?? "").replace(/\s+/g, " "),
      intent: (intentAt < 0 ? "" : cells[intentAt]) || null,
    }));
}
