import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/db.ts";
import type { ArchivedRows } from "./archived-tables.ts";

type Row = Record<string, unknown>;

const rowsAtOnce = { small: 100, large: 10 };

/** Rows of one owner in pages, with the columns that are archived and their names as stored. */
export async function* storedRows(
  db: Db,
  table: string,
  { owner, key, columns, large }: ArchivedRows,
  ownerId: string,
): AsyncGenerator<Row[]> {
  const archived = Object.keys(columns).filter((name) => columns[name]);
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const limit = large ? rowsAtOnce.large : rowsAtOnce.small;
  let after: RawBuilder<unknown> = sql``;
  for (;;) {
    const { rows } = await sql<Row>`
      select ${list([...new Set([...archived, ...key])])} from ${sql.table(table)}
      where ${ofOwner(owner, ownerId)} ${after}
      ${key.length === 0 ? sql`` : sql`order by ${list(key)}`} limit ${limit}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    after = sql`and (${list(key)}) > (${sql.join(key.map((name) => last[name]))})`;
  }
}

function ofOwner(owner: ArchivedRows["owner"], ownerId: string): RawBuilder<unknown> {
  if ("crawls" in owner)
    return sql`${sql.ref(owner.crawls)} in (select id from crawl_records where user_id = ${ownerId})`;
  return sql`${sql.ref(Object.values(owner).join())} = ${ownerId}`;
}
