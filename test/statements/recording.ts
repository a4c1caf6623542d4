import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Pool, PoolClient } from "pg";

/** A statement of the program, as PostgreSQL gets it. */
export interface Statement {
  text: string;
  /** The file of `src` that says it; null where that cannot be told. */
  file: string | null;
}

/** The directory of RECORD_STATEMENTS, in which statements are kept, a file per process; without it nothing is kept. */
const folder = process.env.RECORD_STATEMENTS;
const root = join(import.meta.dirname, "../..");
const seen = new Set<string>();
const watched = new WeakSet<PoolClient>();

type Query = (...given: unknown[]) => unknown;

/** Keeps what the program says on these connections, each statement once for each file; not what a test says by itself. */
export function recordStatements(pool: Pool): void {
  if (!folder) return;
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as unknown as Query;
    const recording: Query = (...given) => {
      record(given[0]);
      return query(...given);
    };
    client.query = recording as PoolClient["query"];
  });
}

function record(given: unknown): void {
  const text = typeof given === "string" ? given : (given as { text?: unknown } | null)?.text;
  if (typeof text !== "string" || !/^\s*(select|insert|update|delete|with)\b/i.test(text)) return;
  const files = callers();
  const file = files.find(
    (name) => name.startsWith("src/") && !/^src\/store\/db\/(server|embedded)\//.test(name),
  );
  if (!file && files.some((name) => name.startsWith("test/") || name.startsWith("bench/"))) return;
  const statement: Statement = { text, file: file ?? null };
  if (seen.has(nameOf(statement))) return;
  seen.add(nameOf(statement));
  appendFileSync(join(folder!, `${process.pid}.jsonl`), `${JSON.stringify(statement)}\n`);
}

/** Files of this repository that wait for the statement, the innermost first; tests of a file count as `test/`. */
function callers(): string[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 80;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  const paths = stack.matchAll(/\(?(?:file:\/\/)?(\/[^\s():]+\.ts):\d+:\d+\)?/g);
  return [...paths]
    .map(([, path]) => relative(root, path!))
    .filter((path) => path !== relative(root, import.meta.filename))
    .map((path) => (path.endsWith(".test.ts") ? `test/${path}` : path));
}

/** The same words of two files are two statements: what one may ask of every machine, the other may not. */
const nameOf = ({ text, file }: Statement): string => `${file}\n${text}`;

/** What was recorded in a folder, each statement once for each file; without a file only those that no file says. */
export function statementsIn(recordings: string): Statement[] {
  const lines = readdirSync(recordings)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readFileSync(join(recordings, name), "utf8").trimEnd().split("\n"));
  const all = lines.map((line) => JSON.parse(line) as Statement);
  const told = new Set(all.filter(({ file }) => file !== null).map(({ text }) => text));
  const known = all.filter(({ text, file }) => file !== null || !told.has(text));
  return [...new Map(known.map((statement) => [nameOf(statement), statement])).values()];
}
