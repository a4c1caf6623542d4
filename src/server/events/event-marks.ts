import { sql } from "kysely";
import type { Db } from "../db/db.ts";

interface Mark {
  organizationId: string;
  about: string;
  state: string;
}

/** Notes the state in which something is, so that it is told once; false if it was in that state already. */
export async function markState(db: Db, { organizationId, about, state }: Mark, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into event_marks as m (organization_id, about, state, at)
    values (${organizationId}::uuid, ${about}, ${state}, ${now}::timestamptz)
    on conflict (organization_id, about) do update set state = excluded.state, at = excluded.at
      where m.state <> excluded.state
    returning 1`.execute(db);
  return rows.length > 0;
}
