import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import type { PoolClient } from "pg";
import { stores } from "../../../../test/stores.ts";
import { answerBatches } from "../../reports/rows/answer-batches.ts";

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

const project = "01a20495-5aa3-715a-a10b-2bc649fe3792";
const reportOf = (n: number) => `01a20495-0000-7000-8000-${String(n).padStart(12, "0")}`;
const createdAt = "2026-11-02T09:00:00.000Z";

/** Rows of the tables of answers that a plan looked at, those that it threw away among them. */
function rowsRead(plan: Plan): number {
  const own = plan["Relation Name"]?.match(/^(asks|answer_readings)/)
    ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"]
    : 0;
  return own + (plan.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner), 0);
}

for (const store of stores)
  test(`${store.name}: a page of answers reads its own rows alone, before there are statistics`, {
    skip: store.skip,
  }, async (t) => {
    const { db, pool } = await store.openNew(t);
    for (let n = 1; n <= 4; n += 1) {
      await sql`insert into asks (project_id, report_id, id, ordinal, prompt_key, prompt, branded, provider, surface, sample,
          status, answer, created_at)
        select ${project}::uuid, ${reportOf(n)}::uuid, gen_random_uuid(), o, 'p' || o % 10, 'best crm?', false, 'chatgpt', 'api', o,
          'ok', 'Acme.', ${createdAt}::timestamptz from generate_series(0, 399) o`.execute(db);
      await sql`insert into answer_readings (project_id, report_id, reading, ordinal, created_at, branded, data)
        select ${project}::uuid, ${reportOf(n)}::uuid, 1, o, ${createdAt}::timestamptz, false, '{"mentions": []}'
        from generate_series(0, 399) o`.execute(db);
    }
    let page: { text: string; values: unknown[] } | undefined;
    const watch = (client: PoolClient) => {
      const query = client.query.bind(client) as unknown as (...given: unknown[]) => unknown;
      const watching = (...given: unknown[]) => {
        const [first, values] = given as [string | { text: string; values: unknown[] }, unknown[]];
        const text = typeof first === "string" ? first : first.text;
        if (/with candidates as/.test(text) && !/^explain/.test(text))
          page = { text, values: typeof first === "string" ? values : first.values };
        return query(...given);
      };
      client.query = watching as PoolClient["query"];
    };
    pool.on("acquire", watch);
    const report = { projectId: project, id: reportOf(3), createdAt, reading: 1 };
    for await (const rows of answerBatches(db, report, { after: 99 })) {
      assert.equal(rows.length, 50);
      break;
    }
    assert.ok(page);
    pool.off("acquire", watch);
    const { rows } = await pool.query(`explain (analyze, format json) ${page.text}`, page.values);
    const [{ Plan: plan }] = rows[0]["QUERY PLAN"] as [{ Plan: Plan }];
    assert.ok(rowsRead(plan) <= 2 * 50 + 2, `${rowsRead(plan)} rows`);
  });
