import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  child: ChildProcessWithoutNullStreams;
  /** Resolves when it is through; rejects where it could not even begin. */
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
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes: Buffer) => (said = (said + bytes).slice(-3000)));
  const through = new Promise((resolve) => child.once("close", resolve));
  return {
    child,
    async outcome() {
      await through;
      const outcome = outcomeIn(results);
      if (outcome.size === 0) throw new Error(`The suite left nothing: ${said}`);
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
