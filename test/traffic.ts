import { createHash } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A request of the tests to a route of the API, and its answer. */
export interface Exchange {
  /** The action's route, e.g. `GET /v1/reports/{reportId}`. */
  route: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
  status: number;
  answerHeaders: Record<string, string>;
  answer: string;
}

/** The directory of RECORD_TRAFFIC, in which exchanges are kept, a file per process; without it nothing is kept. */
const folder = process.env.RECORD_TRAFFIC;

const charactersMax = 1_000_000;
const seen = new Set<string>();

/** Keeps an exchange for a foreign judge to look at; of those that differ only in their texts, the first. */
export function recordExchange(exchange: Exchange): void {
  if (!folder || exchange.answer.length + (exchange.body?.length ?? 0) > charactersMax) return;
  const shape = shapeOfExchange(exchange);
  appendFileSync(
    join(folder, `${process.pid}.jsonl`),
    `${seen.has(shape) ? "null" : JSON.stringify(exchange)}\n`,
  );
  seen.add(shape);
}

/** What was recorded in a folder: how many exchanges there were, and one of each shape. */
export function recordedIn(recordings: string): { count: number; distinct: Exchange[] } {
  const lines = readdirSync(recordings)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readFileSync(join(recordings, name), "utf8").trimEnd().split("\n"));
  const exchanges = lines.map((line) => JSON.parse(line) as Exchange | null).filter((one) => one !== null);
  const byShape = new Map(exchanges.map((exchange) => [shapeOfExchange(exchange), exchange]));
  return { count: lines.length, distinct: [...byShape.values()] };
}

function shapeOfExchange({ route, path, headers, body, status, answerHeaders, answer }: Exchange): string {
  const query = [...new URLSearchParams(path.split("?")[1] ?? "")];
  const request = [route, shapeOf(query), shapeOfText(body), Object.keys(headers).sort()];
  const response = [status, shapeOf(Object.entries(answerHeaders).sort()), shapeOfText(answer)];
  return createHash("sha256")
    .update(JSON.stringify([request, response]))
    .digest("base64url");
}

function shapeOfText(text: string | null): string | null {
  if (text === null || text === "") return text;
  try {
    return shapeOf(JSON.parse(text));
  } catch {
    return "text";
  }
}

/**
 * Texts by their kind, words of a list as they are, numbers by their sign; of a list, what kinds of items it has. A text, as one that
 * is quoted within a quoted one grows with every level.
 */
function shapeOf(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(kindOf(value));
  if (typeof value === "number")
    return `${Number.isInteger(value) ? "integer" : "number"} ${Math.sign(value)}`;
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].sort().join()}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .map(([name, inner]) => `${JSON.stringify(name)}:${shapeOf(inner)}`)
      .join()}}`;
  return String(value);
}

const kinds: [kind: string, pattern: RegExp][] = [
  ["uuid", /^[0-9a-f]{8}-[0-9a-f-]{27}$/i],
  ["time", /^\d{4}-\d\d-\d\d/],
  ["key of a prompt", /^p_[0-9a-f]{20}$/],
  ["address", /^https?:\/\/|^\/v1\//],
  ["digits", /^\d+$/],
];

function kindOf(text: string): string {
  const kind = kinds.find(([, pattern]) => pattern.test(text))?.[0];
  return kind ?? (/^[\w.-]{1,32}$/.test(text) ? `= ${text}` : "text");
}
