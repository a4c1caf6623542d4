import { sql } from "kysely";
import type { Db } from "../src/server/db/db.ts";

export interface History {
  /** The report that is repeated; it stays what it is. */
  reportId: string;
  projectId: string;
  /** Copies to make. */
  copies: number;
  /** When the newest copy's answers were given; each other `hoursApart` before the next. */
  newest: Date;
  hoursApart: number;
}

/**
 * Repeats an ended report with its figures and its trend point, so that a project has a long past within seconds. The
 * answers are not repeated: what reads them is not measured by this.
 */
export async function insertHistory(db: Db, history: History): Promise<void> {
  const { reportId, projectId, copies, newest, hoursApart } = history;
  const own = sql`project_id = ${projectId} and id = ${reportId}`;
  const ofReport = sql`project_id = ${projectId} and report_id = ${reportId}`;
  // Version 7 by form: the place in time, oldest first, then the project's own last digits.
  const copy = sql`
    (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || right(${projectId}::text, 12))::uuid`;
  const at = sql`${newest}::timestamptz - make_interval(secs => (${copies}::int - n) * ${hoursApart * 3600}::float8)`;
  const numbers = sql`generate_series(1, ${copies}::int) n`;
  await db.transaction().execute(async (db) => {
    await sql`
      insert into reports
      select (jsonb_populate_record(r, jsonb_build_object('id', ${copy}, 'measured_at', ${at}, 'created_at', ${at},
        'settled_at', ${at}, 'completed_at', ${at}))).*
      from reports r, ${numbers} where ${own}`.execute(db);
    await sql`
      insert into report_readings (project_id, report_id, reading, method_version, read_at, brands, scored)
      select project_id, ${copy}, reading, method_version, read_at, brands, scored
      from report_readings, ${numbers} where ${ofReport}`.execute(db);
    await sql`
      insert into trend_points (project_id, report_id, source, sandbox, measured_at, brand, method_version, reading, point)
      select project_id, ${copy}, source, sandbox, ${at}, brand, method_version, reading, point
      from trend_points, ${numbers} where ${ofReport}`.execute(db);
  });
}
