/**
 * Connections to PostgreSQL that stand still while they stay open, under load: how long callers wait, how many are told
 * to come again, when /readyz says so, and how long until all is well again; at most 10 s. `npm run bench -- freeze`.
 */
import { brokenByFreeze, freezeCycles } from "../../test/faults/freeze-cycles.ts";
import { startPostgres } from "../../test/postgres.ts";

await using postgres = await startPostgres();
for (const outcome of await freezeCycles(postgres.url, { standsStillMs: 15_000, observedMs: 20_000 })) {
  console.log(`\n${outcome.name}`);
  line(
    "requests, refused with 503, answered wrongly",
    `${outcome.requests}, ${outcome.refused}, ${outcome.wrong}`,
  );
  line("the longest that anybody waited", ms(outcome.slowestMs));
  line("/readyz said 503 after", outcome.unreadyMs === null ? "never" : ms(outcome.unreadyMs));
  line("all was well again after", ms(outcome.recoveryMs));
  const faults = brokenByFreeze(outcome);
  for (const fault of faults) console.log(`failed: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

function line(name: string, value: string): void {
  console.log(`${name.padEnd(46)} ${value}`);
}
