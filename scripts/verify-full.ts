/**
 * What takes longer than `npm run verify`: the tests of the whole app on the embedded store too, and at their full length; the package,
 * the image, backups and updates as a stranger uses them; the tests of faults, of whole programs and of every page; and kills, stops, frozen
 * connections, full disks, restarts, load, slow input and fuzzing on real processes. Prints each one's own figures, then a
 * table, and of each goal whether it was met; ends with an error if one was missed. Words are the names of steps to run
 * alone; BENCH_FULL=1 runs benchmarks at the size that the goals speak of.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { goalSteps, goalTable, toldIn } from "./goals.ts";
import { fullFiles } from "./testing/which-files.ts";

const root = resolve(import.meta.dirname, "..");
const given = process.argv.slice(2);

/** Names of benchmarks; most of those that need a PostgreSQL start one themselves, to stop or fill it. */
const runs: { name: string; onPostgres?: true }[] = [
  { name: "stop" },
  { name: "kill" },
  { name: "freeze" },
  { name: "full-disk" },
  { name: "away" },
  { name: "restart" },
  { name: "slow-input" },
  { name: "fuzz-site" },
  { name: "fuzz-api" },
  { name: "prompts" },
  { name: "deletion", onPostgres: true },
  { name: "workers" },
  { name: "day" },
  { name: "mixed-load" },
  { name: "routes" },
  { name: "neighbours" },
];

const results: { name: string; passed: boolean; seconds: number }[] = [];
const known: string[] = [];
const told: NonNullable<ReturnType<typeof toldIn>>[] = [];
/** The short forms of the same, as tests. */
await tests("tests", fullFiles.faults);
/** The whole program as a process, as people start it and its pages tell. */
await tests("programs", fullFiles.programs);
/** What `verify` shortens, at its full length. */
await tests("deep", fullFiles.deep);
/** What `verify` runs on one store, PostgreSQL, on the embedded one. */
await tests("embedded", fullFiles.embedded, "embedded");
/** Every route, for every kind of caller, with ids that are not theirs, on both stores. */
await tests("matrix", fullFiles.matrix);
await tests("pages", fullFiles.pages);
/** The npm package as a stranger gets it. */
await step("package", [join(root, "scripts", "package", "try-package.ts")], false);
/** The container image, built where no registry of images is reached, and started as it says. */
await step("image", [join(root, "deploy", "image", "try-image.ts")], false);
await step("backup", [join(root, "deploy", "postgresql", "try-backup.ts")], false);
/** Clients that other generators make of openapi.json. */
await step("generators", [join(root, "test", "clients", "try-generators.ts")], true);
/** A release, as a dry run in a clone. */
await step("release", [join(root, "scripts", "release", "try-release.ts")], false);
/** An earlier version and this one on one database, while one replaces the other. */
await step("beside", [join(root, "test", "upgrades", "beside.ts")], false);
for (const { name, onPostgres } of runs)
  await step(name, [join(root, "bench", "run.ts"), name], onPostgres ?? false);

async function tests(name: string, files: readonly string[], store?: "embedded"): Promise<void> {
  const command = [join(root, "scripts", "test.ts"), ...files];
  if (store)
    await step(name, command, false, { ...process.env, TEST_DATABASE_URL: undefined, CI: undefined });
  else await step(name, command, true);
}

async function step(
  name: string,
  command: readonly string[],
  onPostgres: boolean,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  known.push(name);
  if (given.length > 0 && !given.includes(name)) return;
  console.log(`\n── ${name}`);
  const began = performance.now();
  const withDatabase = [join(root, "scripts", "postgres.ts"), process.execPath, ...command];
  const child = spawn(process.execPath, onPostgres ? withDatabase : command, {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  createInterface(child.stdout).on("line", (line) => {
    const one = toldIn(line);
    if (one) told.push(one);
    else console.log(line);
  });
  const [code] = (await once(child, "close")) as [number | null];
  results.push({ name, passed: code === 0, seconds: (performance.now() - began) / 1000 });
}

console.log("\n── summary");
for (const { name, passed, seconds } of results)
  console.log(`${name.padEnd(12)} ${passed ? "passed" : "MISSED"} ${seconds.toFixed(0).padStart(6)} s`);
const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
console.log("\n── goals");
const { lines, missed } = goalTable(told, failed);
for (const line of lines) console.log(line);
const unknown = [...given, ...goalSteps].filter((name) => !known.includes(name));
if (unknown.length > 0) console.log(`there is no step ${unknown.join(", ")}`);
process.exitCode = unknown.length > 0 || failed.length > 0 || missed ? 1 : 0;
