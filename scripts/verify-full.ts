/**
 * What takes longer than `npm run verify`: kills, stops, frozen connections, full disks, restarts, slow input and fuzzing on real
 * processes. Prints each benchmark's own figures, then a table; ends with an error if one misses its goal.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const given = process.argv.slice(2);

/** Names of benchmarks, with what they are given. */
const runs: [name: string, environment: Record<string, string>][] = [
  ["stop", {}],
  ["kill", {}],
  ["freeze", {}],
  ["full-disk", {}],
  ["restart", {}],
  ["slow-input", {}],
  ["fuzz-site", {}],
  ["fuzz-api", {}],
  ["deletion", {}],
];

const results: { name: string; passed: boolean; seconds: number }[] = [];
for (const [name, environment] of runs) {
  if (given.length > 0 && !given.includes(name)) continue;
  console.log(`\n── ${name}`);
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, "bench", "run.ts"), name], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...environment },
  });
  const [code] = (await once(child, "close")) as [number | null];
  results.push({ name, passed: code === 0, seconds: (performance.now() - began) / 1000 });
}

console.log("\n── summary");
for (const { name, passed, seconds } of results)
  console.log(`${name.padEnd(12)} ${passed ? "passed" : "MISSED"} ${seconds.toFixed(0).padStart(6)} s`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
