import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../api/access/reach.ts";
import type { Db } from "../db/db.ts";
import { monthsKept } from "../db/partitions.ts";
import { inReach } from "../db/reach.ts";
import { canonicalUuid } from "../kernel/id.ts";

/** What is shown of a report. */
interface Marked {
  /** Whether its answers are shown, not only its figures. */
  answers: boolean;
  now: Date;
  /** When the window begins that what is shown beside it is from, if there is one. */
  from?: Date;
}

/**
 * Changes with everything stored that an ended report is shown from: the report and its reading, those of its project that it is compared
 * with, what was done about them, and what is left of its answers. Null if it is not somebody's to see, still runs, is a draft, or loses
 * its answers bit by bit.
 */
export async function reportMark(
  db: Db,
  reach: Reach,
  id: string,
  { answers, now, from }: Marked,
): Promise<string | null> {
  const uuid = canonicalUuid(id);
  if (!uuid) return null;
  const oldest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsKept, 1));
  // Months of answers are deleted whole, some time after they are due; rows that an organization keeps no longer, one after the other.
  const lasts = answers ? sql`r.rows_gone_at is null and r.created_at > ${oldest}::timestamptz` : sql`true`;
  const { rows } = await sql<{ mark: string }>`
    select concat_ws(' ', md5(r::text), ${seriesMark(sql`r.project_id`)}${
      from ? sql`, ${windowMark(sql`r.project_id`, { from, now })}` : sql``
    }) as mark
    from reports r
    where r.id = ${uuid} and r.status <> 'processing' and r.type <> 'generated_content' and ${lasts}
      and ${inReach(reach, { owner: sql.ref("r.user_id"), projectId: sql.ref("r.project_id") })}`.execute(db);
  return rows[0]?.mark ?? null;
}

interface Window {
  from: Date;
  now: Date;
}

/** Changes with the reports that a project's trends and their neighbours are shown from, and with those that a window leaves out. */
export async function trendsMark(db: Db, projectId: string, window: Window): Promise<string> {
  const id = sql`${projectId}::uuid`;
  const { rows } = await sql<{ mark: string }>`
    select concat_ws(' ', ${seriesMark(id)}, ${windowMark(id, window)}) as mark`.execute(db);
  return rows[0]!.mark;
}

/**
 * Every report of a project with figures, in its reading, and every intervention, which do not change without another id or number; and
 * the tags of its prompts.
 */
const seriesMark = (projectId: RawBuilder<unknown>) => sql`
  (select md5(string_agg(concat_ws(' ', t.report_id, t.reading, t.source, t.sandbox, t.brand, t.method_version,
      extract(epoch from t.measured_at)), ',' order by t.report_id))
    from trend_points t where t.project_id = ${projectId}),
  (select md5(string_agg(i.id::text, ',' order by i.id)) from interventions i where i.project_id = ${projectId}),
  (select md5(string_agg(p.prompt_key || p.tags::text, ',' order by p.prompt_key))
    from prompt_tags p where p.project_id = ${projectId})`;

/** How much of that lies within a window: its ends move, what it is made of does not. */
const windowMark = (projectId: RawBuilder<unknown>, { from, now }: Window) => sql`
  (select count(*) from trend_points t where t.project_id = ${projectId} and t.measured_at >= ${from}::timestamptz),
  (select count(*) from interventions i where i.project_id = ${projectId} and i.at >= ${from}::timestamptz),
  (select count(*) from interventions i where i.project_id = ${projectId} and i.at <= ${now}::timestamptz)`;
