import { sql } from "kysely";
import type { Audit, AuditEntry } from "../../kernel/audit/audit-entry.ts";
import { newId } from "../../kernel/id.ts";
import { type Db, json, rfc3339 } from "../db/db.ts";

/** An entry of the log, as it is read; times in RFC 3339. */
export interface LoggedEntry extends Omit<AuditEntry, "at" | "organizationId"> {
  id: string;
  at: string;
  /** The address of who did it; null for the operator, and for who is gone. */
  email: string | null;
}

/** How long an entry is kept. Source: docs/contract/retention.md. */
const keptMs = 400 * 86_400_000;

/** Deleted in one statement. */
const batch = 5_000;

export const writeAudit: Audit = async (db, entry) => {
  await db
    .insertInto("audit_log")
    .values({
      ...{ organization_id: entry.organizationId, id: newId(), at: entry.at, user_id: entry.userId },
      ...{ credential: entry.credential, credential_id: entry.credentialId, door: entry.door },
      ...{ action: entry.action, project_id: entry.projectId, object_id: entry.objectId },
      ...{ details: entry.details && json(entry.details), source: entry.source },
    })
    .execute();
};

/** Which entries are wanted; what is absent does not matter. */
export interface AuditFilters {
  userId?: string | undefined;
  action?: string | undefined;
  projectId?: string | undefined;
  objectId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  limit: number;
  /** Id of the last entry of the page before. */
  after?: string | undefined;
}

/** What was done in an organization, newest first. */
export async function listAudit(
  db: Db,
  organizationId: string,
  { userId, action, projectId, objectId, from, to, limit, after }: AuditFilters,
): Promise<LoggedEntry[]> {
  let query = db
    .selectFrom("audit_log")
    .selectAll()
    .select(
      sql<string | null>`(select users.email from users where users.id = audit_log.user_id)`.as("email"),
    )
    .where("organization_id", "=", organizationId);
  if (userId) query = query.where("user_id", "=", userId);
  if (action) query = query.where("action", "=", action);
  if (projectId) query = query.where("project_id", "=", projectId);
  if (objectId) query = query.where("object_id", "=", objectId);
  if (from) query = query.where("at", ">=", from);
  if (to) query = query.where("at", "<", to);
  if (after) query = query.where("id", "<", after);
  const rows = await query.orderBy("id", "desc").limit(limit).execute();
  return rows.map((row) => ({
    ...{ id: row.id, at: rfc3339(row.at), userId: row.user_id, email: row.email },
    ...{ credential: row.credential, credentialId: row.credential_id, door: row.door, action: row.action },
    ...{ projectId: row.project_id, objectId: row.object_id, details: row.details, source: row.source },
  }));
}

/** Forgets entries that are older than they are kept, in batches. */
export async function dropOldAudit(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  for (let dropped = batch; dropped === batch; ) {
    const { rows } = await sql`
      delete from audit_log where (organization_id, id) in (
        select organization_id, id from audit_log where at < ${before} limit ${batch})
      returning 1`.execute(db);
    dropped = rows.length;
  }
}
