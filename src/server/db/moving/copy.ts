import { tableNames } from "../schema.ts";
import { settingStatement, unhurriedSession } from "../server/session.ts";
import { StoreError } from "../store-error.ts";

/** One connection, within a transaction where it says so. */
export interface Connection {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, string>[] }>;
}

/** What belongs to one database, or is counted anew: migrations, marks of moves, places of reads, the queue's own figures. */
const leftOut = [
  ...["kysely_migration", "kysely_migration_lock", "store_moves", "heavy_reads"],
  ...["jobs.version", "jobs.queue_stats", "jobs.bam", "jobs.warning"],
];
const rowsAtOnce = 200;
const bytesAtOnce = 1_000_000;

/** Extensions such as PostGIS have tables beside ours. */
const ofNoExtension =
  "not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')";

/** A table beside ours that no extension has made, or null. */
export async function foreignTable(connection: Connection): Promise<string | null> {
  const { rows } = await connection.query(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition and ${ofNoExtension}
       and c.relname !~ '^(identity|kysely)_' and c.relname <> all ($1) order by 1 limit 1`,
    [tableNames],
  );
  return rows[0]?.name ?? null;
}

interface Table {
  name: string;
  columns: string;
}

/** How many rows each table has, and a sum of hashes of them, which does not depend on their order. */
export type Digest = Record<string, string>;

/** Tells both databases to write and read values alike, and to take the time it takes. */
export async function prepare(connection: Connection): Promise<void> {
  const { text, values } = settingStatement({ ...unhurriedSession, lock_timeout: "10s" });
  await connection.query(text, values);
}

/**
 * Replaces all rows of `to` by those of `from`, in bounded memory; both have the same tables, and nobody else uses them. Throws
 * StoreError if they differ. The caller begins and ends the transactions.
 */
export async function copyRows(from: Connection, to: Connection): Promise<void> {
  const tables = await tablesOf(from);
  const theirs = new Map((await tablesOf(to)).map(({ name, columns }) => [name, columns]));
  const other = tables.find(({ name, columns }) => theirs.get(name) !== columns);
  if (other || theirs.size !== tables.length)
    throw new StoreError(`The two stores have different tables${other ? ` (${other.name})` : ""}.`);
  for (const { name } of tables.toReversed()) await to.query(`delete from ${name}`);
  await makePartitions(from, to);
  for (const table of tables) await copyTable(from, to, table);
}

async function copyTable(from: Connection, to: Connection, { name, columns }: Table): Promise<void> {
  await to.query(`alter table ${name} disable trigger user`);
  await from.query(`declare moved no scroll cursor for select row_to_json(t)::text as row from ${name} t`);
  let batch: string[] = [];
  let bytes = 0;
  const write = async () => {
    if (batch.length === 0) return;
    await to.query(
      `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
      [`[${batch.join(",")}]`],
    );
    [batch, bytes] = [[], 0];
  };
  for (;;) {
    const { rows } = await from.query(`fetch ${rowsAtOnce} from moved`);
    for (const { row = "" } of rows) {
      batch.push(row);
      bytes += row.length;
      if (bytes > bytesAtOnce) await write();
    }
    if (rows.length === 0) break;
    // A row that refers to another of its own table may come before it, so such tables go in one piece.
    if (name !== "jobs.queue") await write();
  }
  await write();
  await from.query("close moved");
  await to.query(`alter table ${name} enable trigger user`);
}

export async function digest(connection: Connection): Promise<Digest> {
  const sums: Digest = {};
  for (const { name } of await tablesOf(connection)) {
    const { rows } = await connection.query(
      `select count(*) || ' ' || coalesce(sum(('x' || left(md5(row_to_json(t)::text), 15))::bit(60)::bigint::numeric), 0) as sum from ${name} t`,
    );
    sums[name] = rows[0]!.sum!;
  }
  return sums;
}

/** What is copied, every table after those that it refers to. */
async function tablesOf(connection: Connection): Promise<Table[]> {
  const { rows } = await connection.query(
    `select case n.nspname when current_schema() then '' else n.nspname || '.' end || c.relname as name,
      (select string_agg(quote_ident(a.attname), ', ' order by a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select string_agg(distinct case m.nspname when current_schema() then '' else m.nspname || '.' end || r.relname, ' ')
        from pg_constraint f join pg_class r on r.oid = f.confrelid join pg_namespace m on m.oid = r.relnamespace
        where f.contype = 'f' and f.confrelid <> c.oid and (f.conrelid = c.oid
          or f.conrelid in (select inhrelid from pg_inherits where inhparent = c.oid))) as needs
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in (current_schema(), 'jobs') and c.relkind in ('r', 'p') and not c.relispartition
       and ${ofNoExtension} order by 1`,
  );
  const remaining = new Map(
    rows
      .filter(({ name }) => !leftOut.includes(name!))
      .map(({ name, columns, needs }) => [name!, { columns: columns!, needs: needs?.split(" ") ?? [] }]),
  );
  const sorted: Table[] = [];
  while (remaining.size > 0) {
    const ready = [...remaining].filter(([, { needs }]) => !needs.some((need) => remaining.has(need)));
    if (ready.length === 0) throw new StoreError("Tables of the store refer to each other in a circle.");
    for (const [name, { columns }] of ready) {
      sorted.push({ name, columns });
      remaining.delete(name);
    }
  }
  return sorted;
}

/** The months that have a partition there get one here, before the rows come. */
async function makePartitions(from: Connection, to: Connection): Promise<void> {
  const { rows } = await from.query(
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     join pg_namespace n on n.oid = p.relnamespace
     where n.nspname = current_schema() and p.relkind = 'p' and c.relkind = 'r'`,
  );
  for (const { name, parent, bound } of rows)
    if (bound !== "DEFAULT")
      await to.query(`create table if not exists ${name} partition of ${parent} ${bound}`);
}
