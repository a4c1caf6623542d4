import assert from "node:assert/strict";
import test from "node:test";
import { sql } from "kysely";
import { stores } from "../../../test/stores.ts";

for (const store of stores) {
  test(`${store.name}: every reference has an index that leads with it`, store, async (t) => {
    const { db } = await store.open(t);
    const { rows } = await sql<{ table: string; name: string; indexed: boolean }>`
      select c.conrelid::regclass::text as table, c.conname as name, exists (
        select from pg_index i
        where i.indrelid = c.conrelid and i.indisvalid
          and (select array_agg(k order by k) from unnest((i.indkey::int2[])[0:cardinality(c.conkey) - 1]) k)
            = (select array_agg(k order by k) from unnest(c.conkey) k)
          -- A part of the rows is enough where it is all that refer to something.
          and (i.indpred is null or cardinality(c.conkey) = 1
            and pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', (
              select attname from pg_attribute a where a.attrelid = c.conrelid and a.attnum = c.conkey[1])))) as indexed
      from pg_constraint c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace`.execute(db);
    assert.ok(rows.length > 30, `${rows.length} references`);
    assert.deepEqual(
      rows.filter(({ indexed }) => !indexed).map(({ table, name }) => `${table} ${name}`),
      [],
    );
  });
}
