/**
 * The tests of the whole app on a PostgreSQL whose growing tables are hash partitions, each of which stands for a machine
 * that knows its own rows only: `npm run verify:full -- spread`, or with files and folders to run others. Ends with an error if
 * a test fails.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { Client } from "pg";
import { startPostgres } from "../postgres.ts";
import { stores } from "../stores.ts";
import { spread } from "./spread.ts";

const root = resolve(import.meta.dirname, "../..");
const machines = 8;
const places = process.argv.slice(2);
/** As the first word: this process is the one with the address of a PostgreSQL of its own. */
const inside = "--inside";

if (places[0] === inside) await run(process.env.TEST_DATABASE_URL!, places.slice(1));
else {
  // The store of the tests reads its address when it is loaded. One that others use must not be spread.
  await using postgres = await startPostgres();
  const child = spawn(process.execPath, [import.meta.filename, inside, ...places], {
    stdio: "inherit",
    env: { ...process.env, TEST_DATABASE_URL: postgres.url },
  });
  const [code] = (await once(child, "close")) as [number | null];
  process.exitCode = code ?? 1;
}

async function run(url: string, places: readonly string[]): Promise<void> {
  // Opening one store makes the database that all others are copied from.
  const endings: (() => unknown)[] = [];
  await stores[1]!.open({ after: (end) => void endings.push(end as () => unknown) });
  for (const end of endings) await end();
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where datname like 'overheard_template_%' order by oid desc limit 1",
  );
  await client.end();
  const template = new URL(url);
  template.pathname = `/${rows[0]!.name}`;
  await spread(template.href, machines);
  console.log(`${machines} partitions stand for ${machines} machines`);
  const chosen = places.length > 0 ? places : ["test/routes", "test/app", "test/organizations", "src/store"];
  const tests = spawn(process.execPath, [join(root, "scripts", "test.ts"), ...chosen], {
    cwd: root,
    stdio: "inherit",
    env: process.env,
  });
  const [code] = (await once(tests, "close")) as [number | null];
  process.exitCode = code ?? 1;
}
