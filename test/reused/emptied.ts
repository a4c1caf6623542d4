/** Runs statements, and returns the rows of the only one. */
export type Query = <Row>(statements: string) => Promise<Row[]>;

/** What the tables of a store were before its first test. */
export interface Tables {
  names: ReadonlySet<string>;
  shape: string;
  /** What a new store has in them: its queues. */
  rows: { name: string; json: string }[];
}

export async function tablesOf(query: Query): Promise<Tables> {
  const rows = [];
  for (const name of await filledTables(query)) {
    const [{ json } = { json: null }] = await query<{ json: string | null }>(
      `select json_agg(t)::text as json from ${name} t`,
    );
    if (json) rows.push({ name, json });
  }
  return { names: new Set(await tableNames(query)), shape: await shapeOf(query), rows };
}

/** Takes away all that a test has left; false where its tables are other ones than before. */
export async function empty(query: Query, { names, shape, rows }: Tables): Promise<boolean> {
  const there = await tableNames(query);
  const made = there.filter((name) => !names.has(name));
  if (made.length > 0) await query(`drop table ${made.join(", ")} cascade`);
  const filled = await filledTables(query);
  // Not truncated, which gives new files to all tables and indexes, and has every connection look them up anew. No trigger fires,
  // so the order of references does not matter.
  await query("set session_replication_role = replica");
  await query(`do $do$ begin ${filled.map((name) => `delete from ${name};`).join(" ")} end $do$`);
  for (const { name, json } of rows)
    await query(`insert into ${name} select * from json_populate_recordset(null::${name}, $$${json}$$)`);
  await query("reset session_replication_role");
  await query(
    "select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences where last_value is not null",
  );
  return (await shapeOf(query)) === shape;
}

async function filledTables(query: Query): Promise<string[]> {
  const filled = await query<{ name: string }>(`${named} and pg_relation_size(c.oid) > 0`);
  return filled.map(({ name }) => name).filter((name) => !name.includes("kysely_migration"));
}

/** Quoted, with their schema; partitions too. */
const named = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'`;

async function tableNames(query: Query): Promise<string[]> {
  return (await query<{ name: string }>(named)).map(({ name }) => name);
}

/**
 * Changes with any table, column, constraint, index, trigger or function, and with the record of migrations: each is a row of the
 * catalog, which knows the transaction that wrote it. Partitions that came and went leave it as it was.
 */
async function shapeOf(query: Query): Promise<string> {
  const written = (catalog: string) =>
    `(select concat_ws(' ', count(*), sum(xmin::text::bigint)) from ${catalog} where oid >= 16384)`;
  const [found] = await query<{ shape: string }>(`
    select concat_ws(', ', ${["pg_constraint", "pg_trigger", "pg_proc"].map(written).join(", ")},
      (select concat_ws(' ', count(*), sum(xmin::text::bigint)) from pg_attribute where attrelid >= 16384),
      (select sum(hashtext(relname)) from pg_class where oid >= 16384),
      (select string_agg(name, ' ' order by name) from kysely_migration)) as shape`);
  return found?.shape ?? "";
}
