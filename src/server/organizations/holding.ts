import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/db.ts";
import { canonicalUuid } from "../kernel/id.ts";

/** The columns by which a thing with an id says whose it is. */
const places = [
  (id: string) => sql`select user_id as owner, id as project_id from projects where id = ${id}`,
  (id: string) => sql`select user_id as owner, project_id from reports where id = ${id}`,
  (id: string) => sql`select user_id as owner, project_id from prompt_tests where id = ${id}`,
] satisfies ((id: string) => RawBuilder<unknown>)[];

/**
 * Which of a user's organizations has the project, report or prompt test with this id, where it is within their reach
 * there; undefined if none has.
 */
export async function organizationHolding(db: Db, userId: string, id: string): Promise<string | undefined> {
  const uuid = canonicalUuid(id);
  if (!uuid) return undefined;
  const { rows } = await sql<{ organization_id: string }>`
    select members.organization_id
    from (${sql.join(
      places.map((place) => place(uuid)),
      sql` union all `,
    )}) held
    join projects on projects.id = held.project_id and projects.deleted_at is null
    join members on members.organization_id = held.owner and members.user_id = ${userId}
      and (members.workspace_ids is null or projects.workspace_id = any(members.workspace_ids))
    limit 1`.execute(db);
  return rows[0]?.organization_id;
}
