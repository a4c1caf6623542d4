import { execFile, spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { promisify } from "node:util";

const program = join(
  import.meta.dirname,
  ...["..", "..", "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js"],
);

/** One thing that a scenario looks at. */
export interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

/** The checks of each scenario, by its name. */
export type Outcome = ReadonlyMap<string, readonly Check[]>;

/** The official suite at work. */
export interface SuiteRun {
  /** The first line it prints that begins so; rejects if it ends without one. */
  line(begin: string): Promise<string>;
  /** Resolves when it is through; rejects if it could not even begin. */
  outcome(): Promise<Outcome>;
}

/** Starts the suite; how it ends says nothing, since it ends badly for scenarios that it does not score too. */
export function startSuite(t: TestContext, ...given: string[]): SuiteRun {
  const results = mkdtempSync(join(tmpdir(), "conformance-"));
  const child = spawn(process.execPath, [program, ...given, "--output-dir", results], { cwd: results });
  t.after(() => {
    child.kill("SIGKILL");
    rmSync(results, { recursive: true, force: true });
  });
  const lines: string[] = [];
  const heard = new EventEmitter();
  const through = Promise.all(
    [child.stdout, child.stderr].map(async (stream) => {
      for await (const line of createInterface(stream)) {
        lines.push(line);
        heard.emit("line", line);
      }
    }),
  );
  const ending = () => new Error(`The suite ended with: ${lines.slice(-40).join("\n")}`);
  return {
    line: (begin) =>
      new Promise((resolve, reject) => {
        const look = (line: string) => line.startsWith(begin) && resolve(line);
        lines.forEach(look);
        heard.on("line", look);
        through.then(() => reject(ending()), reject);
      }),
    async outcome() {
      await through;
      const outcome = outcomeIn(results);
      if (outcome.size === 0) throw ending();
      return outcome;
    },
  };
}

/** What the suite left behind: a folder per scenario, named after its kind, its name and the time. */
function outcomeIn(results: string): Outcome {
  const outcome = new Map<string, Check[]>();
  for (const folder of readdirSync(results)) {
    const name = /^(?:authorization-)?server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder)?.[1];
    if (name) outcome.set(name, JSON.parse(readFileSync(join(results, folder, "checks.json"), "utf8")));
  }
  return outcome;
}

/** What the suite says of itself. */
export const suiteSays = async (...given: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [program, ...given])).stdout;

/** The scenarios of a list of the suite's that are marked with this revision of the protocol. */
export const scenariosOf = (list: string, revision: string): string[] =>
  [...list.matchAll(/^ {2}- ([\w-]+) \[([^\]]*)\]/gm)]
    .filter(([, , marks]) => marks!.split(",").includes(revision))
    .map(([, name]) => name!);
