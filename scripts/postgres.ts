/**
 * A throw-away PostgreSQL for tests and benchmarks by hand.
 *
 *   node scripts/postgres.ts                                      prints its address and runs until Ctrl-C
 *   node scripts/postgres.ts node --test src/server/accounts/spending/quota.test.ts  runs a command with TEST_DATABASE_URL set
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { NoPostgres, startPostgres } from "../test/postgres.ts";

const [command, ...rest] = process.argv.slice(2);

try {
  await using postgres = await startPostgres();
  process.exitCode = command ? await run(command, rest, postgres.url) : await untilStopped(postgres.url);
} catch (error) {
  if (!(error instanceof NoPostgres)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(command: string, args: string[], url: string): Promise<number> {
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, TEST_DATABASE_URL: url } });
  const [code] = await once(child, "close");
  return code ?? 1;
}

async function untilStopped(url: string): Promise<number> {
  console.log(`TEST_DATABASE_URL=${url}`);
  // A pending promise alone would not keep the process.
  const busy = setInterval(() => {}, 60_000);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  clearInterval(busy);
  return 0;
}
