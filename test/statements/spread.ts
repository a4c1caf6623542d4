import { Client } from "pg";
import { partitionTables, spreadBy } from "./distribution.ts";

/**
 * Makes hash partitions of every table that grows, in a migrated database without rows: each stands for a machine. Primary keys
 * and unique constraints that lack the column a table is spread by get it, as they must where no machine sees all rows.
 */
export async function spread(url: string, machines: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const rowsOf = async <T>(statement: string): Promise<T[]> => (await client.query(statement)).rows;
  const tables = Object.keys(spreadBy);
  const listed = tables.map((table) => `'${table}'::regclass`).join(", ");
  try {
    await client.query("begin");
    const references = await rowsOf<{ of: string; name: string; definition: string }>(`
      select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and conparentid = 0 and (conrelid in (${listed}) or confrelid in (${listed}))`);
    for (const { of, name } of references) await client.query(`alter table ${of} drop constraint ${name}`);
    for (const table of tables) {
      if (partitionTables.includes(table)) await spreadMonths(table);
      else await spreadTable(table);
    }
    for (const { of, name, definition } of references)
      await client.query(`alter table ${of} add constraint ${name} ${definition}`);
    await client.query("commit");
  } finally {
    await client.end();
  }

  async function spreadTable(table: string): Promise<void> {
    const key = spreadBy[table]!;
    const constraints = await rowsOf<{ name: string; kind: string; columns: string[] }>(`
      select conname as name, contype as kind, (select array_agg(attname::text order by at) from unnest(conkey)
        with ordinality k (number, at) join pg_attribute a on a.attrelid = conrelid and a.attnum = k.number) as columns
      from pg_constraint where conrelid = '${table}'::regclass and contype in ('p', 'u')`);
    const indexes = await rowsOf<{ definition: string }>(`
      select pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = '${table}'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`);
    await client.query(`alter table ${table} rename to ${table}_whole`);
    await client.query(
      `create table ${table} (like ${table}_whole including defaults including generated including constraints including storage)
       partition by hash (${key})`,
    );
    await client.query(`drop table ${table}_whole`);
    for (const { name, kind, columns } of constraints) {
      const words = kind === "p" ? "primary key" : "unique";
      const all = columns.includes(key) ? columns : [key, ...columns];
      await client.query(`alter table ${table} add constraint ${name} ${words} (${all.join(", ")})`);
    }
    for (const { definition } of indexes) await client.query(definition);
    await partition(table, table);
  }

  /** A table that has a partition for each month: the months that there will be in a while are spread, and the rest. */
  async function spreadMonths(table: string): Promise<void> {
    await client.query(`drop table ${table}_rest`);
    await client.query(
      `create table ${table}_rest partition of ${table} default partition by hash (${spreadBy[table]})`,
    );
    await partition(`${table}_rest`, `${table}_rest`);
    const now = new Date();
    for (let offset = 0; offset <= 3; offset += 1) {
      const [from, to] = [offset, offset + 1].map((shift) =>
        new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + shift, 1)).toISOString(),
      ) as [string, string];
      const name = `${table}_${from.slice(0, 7).replace("-", "_")}`;
      await client.query(`drop table if exists ${name}`);
      await client.query(
        `create table ${name} partition of ${table} for values from ('${from}') to ('${to}') partition by hash (${spreadBy[table]})`,
      );
      await partition(name, name);
    }
  }

  async function partition(table: string, prefix: string): Promise<void> {
    for (let machine = 0; machine < machines; machine += 1)
      await client.query(
        `create table ${prefix}_on_${machine} partition of ${table} for values with (modulus ${machines}, remainder ${machine})`,
      );
  }
}
