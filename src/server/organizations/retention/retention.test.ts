import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { stores } from "../../../../test/stores.ts";
import { transaction } from "../../db/transaction.ts";
import { newId } from "../../kernel/id.ts";
import { changeRetention, findRetention } from "./retention.ts";

const dayMs = 86_400_000;

for (const store of stores)
  test(`${store.name}: what is due is found without reading what is not`, { skip: store.skip }, async (t) => {
    const { db } = await store.open(t);
    const [organization, project] = [newId(), newId()];
    const now = new Date("2026-11-20T12:00:00Z");
    await sql`insert into organizations (id, name, plan_started_at, created_at)
      values (${organization}, 'Acme', ${now}, ${now})`.execute(db);
    await sql`insert into projects (id, user_id, name, brand, brand_aliases, competitors, samples, schedule, country,
        language, timezone, created_at, updated_at)
      values (${project}, ${organization}, 'Acme', 'Acme', '[]', '[]', 1, 'off', 'us', 'en', 'UTC', ${now}, ${now})`.execute(
      db,
    );
    // One an hour, of which three are older than fifty days within a day, and two of those still have text.
    await sql`
      insert into reports (project_id, id, user_id, type, source, status, brands, run, input_hash, pending, jobs_total,
        jobs_done, created_at, settled_at, answers_gone_at)
      select ${project}::uuid, gen_random_uuid(), ${organization}::uuid, 'analysis', 'main', 'completed', '{}', '{}', '', 0, 5, 4,
        ${now}::timestamptz - g * interval '1 hour', ${now}, case when g = 1179 then ${now}::timestamptz end
      from generate_series(1, 1179) g`.execute(db);
    await sql`
      insert into audit_log (organization_id, id, at, credential, door, action)
      select ${organization}::uuid, gen_random_uuid(), ${now}::timestamptz - g * interval '1 hour', 'key', 'rest', 'get_report'
      from generate_series(1, 1179) g`.execute(db);
    for (const table of ["reports", "audit_log"]) await sql`analyze ${sql.table(table)}`.execute(db);
    await changeRetention(db, organization, { answers: 50, rows: 50, audit: 50 }, now);

    await transaction(db, async (db) => {
      const found = await findRetention(db, organization, now);
      const counted = [found?.answers.due, found?.rows.due, found?.audit.due];
      assert.deepEqual(counted, [2 * 4, 3 * 5, 3]);
      assert.equal(found?.answers.nextAt, new Date(now.getTime() + dayMs).toISOString());
      const { rows } = await sql<{ relname: string; read: number }>`
        select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
        where relname in ('reports', 'audit_log') order by relname`.execute(db);
      for (const { relname, read } of rows) assert.ok(read < 50, `${read} rows of ${relname}`);
      assert.equal(rows.length, 2);
    });
  });
