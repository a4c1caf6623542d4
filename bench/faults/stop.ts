/**
 * Processes that die or stand still: two servers and two workers on one PostgreSQL are killed with `kill -9` (60 times, or
 * 200 with BENCH_FULL=1) and stopped for 5 to 30 s (20 times) in turn, under load. No report may be lost, every one must end within 60 s of the
 * last fault, the ledger must equal the runs, and at most 1 % of the asks may be put to the assistant again.
 * `npm run bench -- stop [kill|stop]`, BENCH_KILLS and BENCH_STOPS for other counts; half an hour at its full size.
 */
import { Client } from "pg";
import { fullSize, tellGoal } from "../../scripts/goals.ts";
import {
  type FaultOutcome,
  type FaultTerms,
  faultCycles,
  repeatedTooOften,
} from "../../test/faults/fault-cycles.ts";
import { brokenPromises } from "../../test/faults/kill-cycles.ts";
import { startPostgres } from "../../test/postgres.ts";

const only = process.argv[2];
const mostShare = 0.01;
const between = (least: number, most: number) => () => least + Math.random() * (most - least);

/**
 * What a dead process had asked is asked again: never more than it may ask at once, so the share of all asks says how
 * much two processes did before one of them died.
 */
const kills: Omit<FaultTerms, "databaseUrl"> = {
  faults: Number(process.env.BENCH_KILLS ?? (fullSize ? 200 : 60)),
  pairs: 2,
  fault: { kind: "kill" },
  answerMs: between(50, 150),
  concurrency: 4,
  asksBetween: 600,
  reports: 12,
};

/** Calls that outlast the claims of dead processes, and stops that outlast the calls. */
const stops: Omit<FaultTerms, "databaseUrl"> = {
  faults: Number(process.env.BENCH_STOPS ?? 20),
  pairs: 2,
  fault: { kind: "stop", forMs: between(5_000, 30_000) },
  answerMs: between(1_000, 14_000),
  concurrency: 12,
  asksBetween: 24,
  reports: 4,
};

await using postgres = await startPostgres();
const outcomes: FaultOutcome[] = [];
if (only !== "stop") await measure("kill -9", "killed", kills);
if (only !== "kill") await measure("SIGSTOP, SIGCONT", "stopped", stops);

const asks = sum(outcomes.map((outcome) => outcome.asks));
const repeated = sum(outcomes.map((outcome) => outcome.repeated));
console.log(`\nasked again, of all asks: ${share(repeated, asks)} (at most ${share(mostShare, 1)})`);
if (repeated > asks * mostShare) process.exitCode = 1;

async function measure(
  title: string,
  database: string,
  terms: Omit<FaultTerms, "databaseUrl">,
): Promise<void> {
  const outcome = await faultCycles({
    ...terms,
    databaseUrl: await databaseOf(database),
    onFault(number, victim) {
      if (process.stderr.isTTY || process.env.BENCH_VERBOSE)
        console.error(`${title} ${number}/${terms.faults}: ${victim}`);
    },
  });
  outcomes.push(outcome);
  console.log(`\n${title}: ${terms.faults} times, two servers and two workers in turn`);
  line("reports accepted / in the store", `${outcome.accepted} / ${outcome.reports}`);
  line("lost", outcome.lost);
  line("not ended 60 s after the last fault", outcome.late);
  line("last one ended after", `${Math.round(outcome.endedAfterMs)} ms`);
  line("asks / claims / questions", `${outcome.asks} / ${outcome.claims} / ${outcome.questions}`);
  line("asked again", `${outcome.repeated} (${share(outcome.repeated, outcome.asks)})`);
  line("units in use / in the ledger", `${outcome.used} / ${outcome.entries}`);
  line("reports not booked as they ended", outcome.misbooked);
  line("jobs left, USD left reserved", `${outcome.jobsLeft}, ${outcome.reservedUsd.toFixed(6)}`);
  line("answers read not exactly once", outcome.misread);
  const broken = [...brokenPromises(outcome), ...repeatedTooOften(outcome, mostShare)];
  for (const fault of broken) {
    console.log(`failed: ${fault}`);
    process.exitCode = 1;
  }
  if (terms.fault.kind === "kill") {
    const { accepted, lost, misbooked, repeated, asks } = outcome;
    tellGoal("kills", {
      measured: `${terms.faults} kills, ${lost} of ${accepted} reports lost, ${misbooked} charged wrongly, ${share(repeated, asks)} asked again`,
      met: broken.length === 0,
      small: terms.faults < 200,
    });
  }
}

async function databaseOf(name: string): Promise<string> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${name} encoding 'UTF8' template template0`);
  await client.end();
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(2)} %`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function line(name: string, value: string | number): void {
  console.log(`${name.padEnd(44)} ${value}`);
}
