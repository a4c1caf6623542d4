/**
 * `kill -9` under load, again and again: every accepted report must end within 60 s of the restart, none may be
 * lost, and the ledger must equal the runs. `npm run bench -- kill [postgres|pglite]`, BENCH_CYCLES for other counts.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brokenPromises, killCycles } from "../../test/faults/kill-cycles.ts";
import { startPostgres } from "../../test/postgres.ts";

const only = process.argv[2];
const count = (usual: number): number => Number(process.env.BENCH_CYCLES ?? usual);

if (only !== "pglite") {
  await using postgres = await startPostgres();
  await measure("PostgreSQL", count(50), { DATABASE_URL: postgres.url });
}
if (only !== "postgres") {
  const dataDir = await mkdtemp(join(tmpdir(), "overheard-bench-"));
  await measure("PGlite", count(20), { OVERHEARD_DATA_DIR: dataDir });
  await rm(dataDir, { recursive: true, force: true });
}

async function measure(store: string, cycles: number, env: Record<string, string>): Promise<void> {
  const slowest: number[] = [];
  const outcome = await killCycles({
    cycles,
    env,
    onCycle(cycle, accepted, endedAfterMs) {
      slowest.push(endedAfterMs);
      if (process.stderr.isTTY || process.env.BENCH_VERBOSE)
        console.error(
          `${store} ${cycle}/${cycles}: ${accepted} accepted, all ended after ${ms(endedAfterMs)}`,
        );
    },
  });
  const faults = brokenPromises(outcome);
  const median = slowest.sort((a, b) => a - b)[Math.floor(slowest.length / 2)]!;
  console.log(`\n${store}: ${cycles} cycles of kill -9`);
  line("reports accepted / in the store", `${outcome.accepted} / ${outcome.reports}`);
  line("lost", outcome.lost);
  line("not ended 60 s after the restart", outcome.late);
  line("last one ended after, median / worst cycle", `${ms(median)} / ${ms(outcome.slowestMs)}`);
  line("units in use / in the ledger", `${outcome.used} / ${outcome.entries}`);
  line("reports not booked as they ended", outcome.misbooked);
  line("jobs left, USD left reserved", `${outcome.jobsLeft}, ${outcome.reservedUsd.toFixed(6)}`);
  line("answers read not exactly once", outcome.misread);
  line("asks / claims / questions", `${outcome.asks} / ${outcome.claims} / ${outcome.questions}`);
  line("questions / asks", (outcome.questions / outcome.asks).toFixed(3));
  for (const fault of faults) console.log(`failed: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

function line(name: string, value: string | number): void {
  console.log(`${name.padEnd(44)} ${value}`);
}
