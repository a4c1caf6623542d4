import { sql } from "kysely";
import type { Db } from "../db/db.ts";
import { schema } from "./boss.ts";

export interface Backlog {
  queue: string;
  /** Jobs that are due and not begun. */
  due: number;
  /** How long the oldest of them has been due. */
  oldestSeconds: number;
}

/** What waits in each queue that ever held a job; 0 for empty ones. */
export async function backlog(db: Db): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select q.name as queue, count(j.id)::int as due,
      coalesce(extract(epoch from now() - min(j.start_after)), 0)::float8 as "oldestSeconds"
    from ${sql.table(`${schema}.queue`)} q
    left join ${sql.table(`${schema}.job`)} j
      on j.name = q.name and j.state < 'active' and j.start_after <= now()
    group by q.name order by q.name`.execute(db);
  return rows;
}

/** Jobs that were given up, among those still stored: a week's. */
export async function givenUpJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from ${sql.table(`${schema}.job`)} where state = 'failed'`.execute(db);
  return rows[0]?.jobs ?? 0;
}
