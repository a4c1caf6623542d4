import { type RawBuilder, sql } from "kysely";
import type { Audit, AuditEntry } from "../../api/audit/audit-entry.ts";
import { type Db, json, rfc3339 } from "../../db/db.ts";
import { newId } from "../../kernel/id.ts";

/** An entry of the log as read; times in RFC 3339. */
export interface LoggedEntry extends Omit<AuditEntry, "at" | "organizationId"> {
  id: string;
  at: string;
  /** The address of whoever did it; null for the operator and for deleted accounts. */
  email: string | null;
}

/** Days for which an entry is kept unless its organization keeps it shorter. Source: docs/contract/retention.md. */
export const auditKeptDays = 400;

const dayMs = 86_400_000;

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

/** Writes into the logs of all organizations of a built-in account, by its own id, what was done at its sign-in. */
export async function auditAccount(
  db: Db,
  accountId: string,
  { action, source, details, at }: Pick<AuditEntry, "action" | "source" | "details" | "at">,
): Promise<void> {
  const { rows } = await sql<{ organizationId: string; userId: string }>`
    select m.organization_id as "organizationId", m.user_id as "userId" from members m
    join users u on u.id = m.user_id
    where u.issuer = 'overheard' and u.subject = ${accountId} and u.deleted_at is null`.execute(db);
  if (rows.length === 0) return;
  const entries = rows.map(({ organizationId, userId }) => ({
    ...{ organization_id: organizationId, id: newId(), at, user_id: userId, credential: "session" as const },
    ...{ credential_id: null, door: "page" as const, action, project_id: null, object_id: userId },
    ...{ details: details && json(details), source },
  }));
  await db.insertInto("audit_log").values(entries).execute();
}

/** Which entries to list; absent filters do not apply. */
export interface AuditFilters {
  userId?: string | undefined;
  action?: string | undefined;
  projectId?: string | undefined;
  objectId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  limit: number;
  /** Id of the last entry of the previous page. */
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

/** Deletes entries past their retention, in batches. */
export async function dropOldAudit(db: Db, now: Date): Promise<void> {
  await dropAudit(
    db,
    sql`select organization_id, id from audit_log
    where at < ${new Date(now.getTime() - auditKeptDays * dayMs)} limit ${batch}`,
  );
  // A day after the change, so that a mistake can be undone.
  await dropAudit(
    db,
    sql`select l.organization_id, l.id from organizations o
    join audit_log l on l.organization_id = o.id and l.at < ${now}::timestamptz - o.audit_days * interval '1 day'
    where o.audit_days is not null and o.retention_changed_at <= ${new Date(now.getTime() - dayMs)}::timestamptz
    limit ${batch}`,
  );
}

async function dropAudit(db: Db, old: RawBuilder<unknown>): Promise<void> {
  for (let dropped = batch; dropped === batch; ) {
    const { rows } = await sql`
      delete from audit_log where (organization_id, id) in (${old}) returning 1`.execute(db);
    dropped = rows.length;
  }
}
