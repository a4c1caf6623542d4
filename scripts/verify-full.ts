/**
 * What takes longer than `npm run verify`: kills, stops, frozen connections, full disks, restarts, slow input and fuzzing on real
 * processes. Prints each benchmark's own figures, then a table; ends with an error if one misses its goal.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const given = process.argv.slice(2);

/** Names of benchmarks; most of those that need a PostgreSQL start one themselves, to stop or fill it. */
const runs: { name: string; onPostgres?: true }[] = [
  { name: "stop" },
  { name: "kill" },
  { name: "freeze" },
  { name: "full-disk" },
  { name: "restart" },
  { name: "slow-input" },
  { name: "fuzz-site" },
  { name: "fuzz-api" },
  { name: "deletion", onPostgres: true },
];

const results: { name: string; passed: boolean; seconds: number }[] = [];
for (const { name, onPostgres } of runs) {
  if (given.length > 0 && !given.includes(name)) continue;
  console.log(`\n── ${name}`);
  const began = performance.now();
  const bench = [join(root, "bench", "run.ts"), name];
  const withDatabase = [join(root, "scripts", "postgres.ts"), process.execPath, ...bench];
  const child = spawn(process.execPath, onPostgres ? withDatabase : bench, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = (await once(child, "close")) as [number | null];
  results.push({ name, passed: code === 0, seconds: (performance.now() - began) / 1000 });
}

console.log("\n── summary");
for (const { name, passed, seconds } of results)
  console.log(`${name.padEnd(12)} ${passed ? "passed" : "MISSED"} ${seconds.toFixed(0).padStart(6)} s`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
