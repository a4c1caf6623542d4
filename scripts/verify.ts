/**
 * Everything a change has to pass, in one command: `npm run verify`. With `--quick` (`npm run check`) only what takes
 * seconds. Runs every step, also after one has failed, and prints the test runner's own totals last. What cannot be
 * had here is skipped with its reason; with CI=true a skip is a failure.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { noBrowser } from "../test/browser.ts";
import { NoPostgres, startPostgres } from "../test/postgres.ts";
import { installPgbouncer, NoPgbouncer } from "../test/servers/pgbouncer.ts";
import { installWordPress, NoWordPress } from "../test/servers/wordpress.ts";
import { compiled } from "./compiled.ts";
import { judgeTraffic } from "./prism.ts";
import { runTestFiles } from "./testing/test-files.ts";
import { howToRun, quickFiles } from "./testing/which-files.ts";

type Outcome = "passed" | "failed" | "skipped";

interface Step {
  name: string;
  outcome: Outcome;
  seconds: number;
  reason?: string;
}

const root = resolve(import.meta.dirname, "..");
const bin = (name: string) => join(root, "node_modules", ".bin", name);
const strict = process.env.CI === "true";
const steps: Step[] = [];
const environment: Record<string, string> = {
  ...compiled,
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};
let totals: string[] = [];
/** One more than a small machine has cores, as many tests wait for processes. */
const testProcesses = 3;
/** How totals are shown, with the test runner's names of them. */
const countNames = [
  ["tests", "tests"],
  ["suites", "suites"],
  ["pass", "passed"],
  ["fail", "failed"],
  ["cancelled", "cancelled"],
  ["skipped", "skipped"],
  ["todo", "todo"],
] as const;

/** More than these failing is no accident of a busy machine. */
const unsteadyAtMost = 3;
const unsteady: string[] = [];

process.chdir(root);
if (process.argv.includes("--quick")) await quick();
else await everything();
report();

async function everything(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  await step("PostgreSQL", () => serveDatabase(cleanup));
  await step("PgBouncer", async () => havePgbouncer());
  await step("Chromium", async () => haveBrowser());
  await step("WordPress", async () => haveWordPress());
  await step("corpus", async () => findCorpus());
  await Promise.all([
    quick(),
    quickStep("redocly", bin("redocly"), ["lint", "openapi.json"]),
    quickStep("spectral", bin("spectral"), ["lint", "openapi.json", "--fail-severity=error"]),
  ]);
  const traffic = cleanup.adopt(mkdtempSync(join(tmpdir(), "overheard-traffic-")), (folder) =>
    rmSync(folder, { recursive: true }),
  );
  environment.RECORD_TRAFFIC = traffic;
  await step("tests", runTests);
  await step("Prism judges the traffic of the tests", () => judgeTraffic(traffic).catch(failure));
}

/** Side by side, each with its output in one piece. */
async function quick(): Promise<void> {
  const types = join(root, "node_modules", ".cache", "overheard", "types.tsbuildinfo");
  await Promise.all([
    quickStep("types", bin("tsc"), ["--noEmit", "-p", ".", "--incremental", "--tsBuildInfoFile", types]),
    quickStep("types of the web app", process.execPath, ["scripts/web-types.ts", "--check"]),
    quickStep("the web app builds", process.execPath, ["scripts/web.mjs"]),
    quickStep("format and lint", bin("biome"), ["check", "--colors=force", "."]),
    quickStep("generated files are current", process.execPath, ["scripts/generate.ts", "--check"]),
    quickStep("nothing is exported for nobody", bin("knip"), []),
  ]);
}

async function quickStep(name: string, command: string, args: string[]): Promise<void> {
  const began = performance.now();
  const child = spawn(command, args, { env: { ...process.env, ...environment } });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => said.push(chunk));
  const [code] = (await once(child, "close")) as [number | null];
  console.log(`\n── ${name}\n${Buffer.concat(said).toString().trimEnd()}`);
  steps.push({
    name,
    outcome: code === 0 ? "passed" : "failed",
    seconds: (performance.now() - began) / 1000,
  });
}

function failure(error: Error): boolean {
  console.log(`failed: ${error.message}`);
  return false;
}

/** A reason is a skip. */
async function step(name: string, work: () => Promise<boolean | string>): Promise<void> {
  console.log(`\n── ${name}`);
  const began = performance.now();
  const result = await work();
  const outcome: Outcome =
    typeof result === "string" ? (strict ? "failed" : "skipped") : result ? "passed" : "failed";
  const seconds = (performance.now() - began) / 1000;
  const reason = typeof result === "string" ? result : undefined;
  if (reason) console.log(`${outcome}: ${reason}`);
  steps.push({ name, outcome, seconds, ...(reason ? { reason } : {}) });
}

async function serveDatabase(cleanup: AsyncDisposableStack): Promise<boolean | string> {
  if (process.env.TEST_DATABASE_URL) {
    console.log("the one that TEST_DATABASE_URL names");
    return true;
  }
  try {
    const postgres = cleanup.use(await startPostgres());
    environment.TEST_DATABASE_URL = postgres.url;
    console.log(`PostgreSQL ${postgres.version}, thrown away at the end`);
    return true;
  } catch (error) {
    if (error instanceof NoPostgres) return `${error.message}; the store is tested on PGlite only`;
    throw error;
  }
}

/** Its tests start it themselves; what is installed here is not installed by two of them at once. */
function havePgbouncer(): boolean | string {
  try {
    installPgbouncer();
    return true;
  } catch (error) {
    if (error instanceof NoPgbouncer) return `${error.message}; PostgreSQL is tested without a pooler only`;
    throw error;
  }
}

function haveBrowser(): boolean | string {
  const missing = noBrowser();
  return missing ? `${missing}; pages are not looked at` : true;
}

function haveWordPress(): boolean | string {
  try {
    installWordPress();
    return true;
  } catch (error) {
    if (error instanceof NoWordPress) return `${error.message}; publishing is tested on Ghost only`;
    throw error;
  }
}

function findCorpus(): boolean | string {
  const folder = resolve(process.env.CORPUS_DIR ?? "corpus");
  const missing = ["recorded-answers.jsonl", "password-manager-answers.jsonl"].filter(
    (name) => !existsSync(join(folder, name)),
  );
  if (missing.length > 0) return `${folder} lacks ${missing.join(" and ")}; \`npm run corpus\` builds it`;
  console.log(folder);
  return true;
}

/** In few processes. A few files that failed get one more run by themselves; passing it is said in the summary. */
async function runTests(): Promise<boolean> {
  const around = { environment: { ...environment, TEST_DEPTH: "quick" }, howToRun };
  const { failed, counts, cpu } = await runTestFiles(quickFiles, { processes: testProcesses, ...around });
  totals = countNames.map(([shown, name]) => `# ${shown} ${counts[name] ?? 0}`);
  console.log(`\n${quickFiles.length} files took ${cpu.toFixed(0)} s of processor time`);
  for (const file of failed) console.log(`failed: ${file}`);
  const skipped = counts.skipped ?? 0;
  if (strict && skipped > 0)
    console.log(`failed: with CI=true nothing may be skipped, and ${skipped} tests were`);
  return (failed.length === 0 || (await passAlone(failed, around))) && !(strict && skipped > 0);
}

async function passAlone(
  files: readonly string[],
  { environment, howToRun }: Omit<Parameters<typeof runTestFiles>[1], "processes">,
): Promise<boolean> {
  if (files.length > unsteadyAtMost) return false;
  console.log(`\n── once more, alone: ${files.join(", ")}`);
  const alone = (file: string) => ({ ...howToRun(file), isAlone: true });
  const { failed } = await runTestFiles(files, { processes: 1, environment, howToRun: alone });
  if (failed.length === 0) unsteady.push(...files);
  return failed.length === 0;
}

function report(): void {
  const failed = steps.filter(({ outcome }) => outcome === "failed");
  const width = Math.max(...steps.map(({ name }) => name.length));
  console.log("\n── summary");
  for (const { name, outcome, seconds, reason } of steps) {
    console.log(
      `${name.padEnd(width)}  ${outcome.padEnd(7)}  ${seconds.toFixed(1).padStart(6)} s${reason ? `  ${reason}` : ""}`,
    );
  }
  const total = performance.now() / 1000;
  console.log(
    `${"all".padEnd(width)}  ${failed.length > 0 ? "failed " : "passed "}  ${total.toFixed(1).padStart(6)} s`,
  );
  for (const file of unsteady) console.log(`unsteady: ${file} failed beside the others and passed alone`);
  for (const line of totals) console.log(line);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
