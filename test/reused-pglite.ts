import { after } from "node:test";
import type { PGlite } from "@electric-sql/pglite";
import { type RunningPglite, runPglite, storeOver } from "../src/store/db/embedded/open-embedded.ts";
import type { Store } from "../src/store/db/store.ts";

/** A PGlite that has served a test, and what its tables were before it. */
interface Used extends RunningPglite {
  tables: ReadonlySet<string>;
  shape: string;
}

const free: Used[] = [];
/** Whether the tests of this process have ended; what a file's own `after` gives back then serves nobody. */
let over = false;
after(async () => {
  over = true;
  for (const used of free.splice(0)) await used[Symbol.asyncDispose]();
});

/**
 * An embedded store as `snapshot` has it. Starting PGlite costs half a second of processor time, so one that an earlier
 * test of this process has left is emptied instead; one whose tables that test has altered is not used again.
 */
export async function openReused(snapshot: () => Promise<Blob>): Promise<Store> {
  const used = (await emptied()) ?? (await fresh(await snapshot()));
  const store = storeOver(used);
  const close = async () => {
    await store[Symbol.asyncDispose]();
    if (over) await used[Symbol.asyncDispose]();
    else free.push(used);
  };
  let closed: Promise<void> | undefined;
  return { ...store, [Symbol.asyncDispose]: () => (closed ??= close()) };
}

async function fresh(snapshot: Blob): Promise<Used> {
  const running = await runPglite({ loadDataDir: snapshot });
  const { pglite } = running;
  return { ...running, tables: new Set(await tableNames(pglite)), shape: await shapeOf(pglite) };
}

async function emptied(): Promise<Used | undefined> {
  const used = free.pop();
  if (!used) return undefined;
  try {
    await empty(used);
    if ((await shapeOf(used.pglite)) === used.shape) return used;
  } catch {
    // Its test broke it, perhaps on purpose.
  }
  await used[Symbol.asyncDispose]();
  return emptied();
}

async function empty({ pglite, tables }: Used): Promise<void> {
  await pglite.exec("rollback");
  await pglite.exec("discard all");
  const there = await tableNames(pglite);
  const made = there.filter((name) => !tables.has(name));
  if (made.length > 0) await pglite.exec(`drop table ${made.join(", ")} cascade`);
  const kept = there.filter((name) => tables.has(name) && !name.includes("kysely_migration"));
  const { rows } = await pglite.query<{ name: string }>(
    kept.map((name) => `select '${name}' as name where exists (select 1 from ${name})`).join(" union all "),
  );
  if (rows.length > 0) await pglite.exec(`truncate ${rows.map(({ name }) => name).join(", ")} cascade`);
  await pglite.exec(
    "select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences where last_value is not null",
  );
}

/** Quoted, with their schema; partitions too. */
async function tableNames(pglite: PGlite): Promise<string[]> {
  const { rows } = await pglite.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
    order by 1`);
  return rows.map(({ name }) => name);
}

/** Changes with any table, column, constraint, index, trigger or function, and with the record of migrations. */
async function shapeOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ shape: string }>(`
    with ours as (
      select c.oid, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'),
    parts (part) as (
      select relname::text from ours
      union all
      select concat_ws(' ', relname, attname, atttypid, attnotnull, atthasdef, attisdropped)
        from pg_attribute join ours on ours.oid = attrelid
      union all
      select concat_ws(' ', conname, contype, convalidated) from pg_constraint join ours on ours.oid = conrelid
      union all
      select concat_ws(' ', tgname, tgenabled) from pg_trigger join ours on ours.oid = tgrelid where not tgisinternal
      union all
      select concat_ws(' ', proname, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select name from kysely_migration)
    select md5(string_agg(part, E'\\n' order by part)) as shape from parts`);
  return rows[0]?.shape ?? "";
}
