import { type RawBuilder, sql } from "kysely";
import { type Db, rfc3339OrNull } from "../../db/db.ts";
import { transaction } from "../../db/transaction.ts";
import { auditKeptDays } from "../audit-log/audit-log.ts";

/** What an organization can keep for less time than the server does. */
const retained = ["answers", "rows", "audit"] as const;
type Retained = (typeof retained)[number];

/** After a change nothing is deleted for this long, so that a mistake can be undone. */
const graceMs = 86_400_000;
const dayMs = 86_400_000;

const columns = { answers: "answers_days", rows: "rows_days", audit: "audit_days" } as const;

/** The retention of one kind of data. Times in RFC 3339. */
export interface Kept {
  /** The number of days the organization has chosen; null: the server's. */
  days: number | null;
  /** How many are due to be deleted within a day, including overdue ones. */
  due: number;
  /** When the oldest is deleted; null if there is none, or if only the server's own retention applies. */
  nextAt: string | null;
}

export interface Retention extends Record<Retained, Kept> {
  /** Nothing is deleted before this time, after a change; null if it was never changed. */
  startsAt: string | null;
}

/** Changes an organization's retention; absent fields stay. */
export async function changeRetention(
  db: Db,
  organizationId: string,
  days: { [What in Retained]?: number | null | undefined },
  now: Date,
): Promise<void> {
  const kinds = retained.filter((what) => days[what] !== undefined);
  if (kinds.length === 0) return;
  await db
    .updateTable("organizations")
    .set({
      ...Object.fromEntries(kinds.map((what) => [columns[what], days[what]])),
      retention_changed_at: now,
    })
    .where("id", "=", organizationId)
    // Whoever repeats what holds already must not put the deletion off.
    .where((eb) => eb.or(kinds.map((what) => eb(columns[what], "is distinct from", days[what] ?? null))))
    .execute();
}

interface DueRow {
  answers_oldest: Date | null;
  answers_due: number;
  rows_oldest: Date | null;
  rows_due: number;
  audit_oldest: Date | null;
  audit_due: number;
}

/** The retention of an organization, and what is deleted next; undefined if it is gone. */
export async function findRetention(
  db: Db,
  organizationId: string,
  now: Date,
): Promise<Retention | undefined> {
  const organization = await db
    .selectFrom("organizations")
    .where("id", "=", organizationId)
    .select(["answers_days", "rows_days", "audit_days", "retention_changed_at"])
    .executeTakeFirst();
  if (!organization) return undefined;
  const days = {
    // Deleting a row deletes its answer.
    answers: least(organization.answers_days, organization.rows_days),
    rows: organization.rows_days,
    audit: organization.audit_days ?? auditKeptDays,
  };
  const row = await findDue(db, organizationId, days, now);
  const changedAt = organization.retention_changed_at;
  const startsAt = changedAt && new Date(changedAt.getTime() + graceMs);
  const limitOf = (what: Retained): Kept => {
    const [oldest, of] = [row[`${what}_oldest`], days[what]];
    const at = oldest && of !== null ? oldest.getTime() + of * dayMs : null;
    const nextAt = at === null ? null : new Date(Math.max(at, startsAt?.getTime() ?? at, now.getTime()));
    return { days: organization[columns[what]], due: row[`${what}_due`], nextAt: rfc3339OrNull(nextAt) };
  };
  return {
    answers: limitOf("answers"),
    rows: limitOf("rows"),
    audit: limitOf("audit"),
    startsAt: rfc3339OrNull(startsAt),
  };
}

/** What is due within a day, and the oldest of each: by indexes, so that what is not due is not read. */
async function findDue(
  db: Db,
  organizationId: string,
  days: { answers: number | null; rows: number | null; audit: number },
  now: Date,
): Promise<DueRow> {
  // As a value, so that the planner knows how little lies before it; null: nothing is.
  const before = (of: number | null) =>
    sql`${of === null ? null : new Date(now.getTime() + dayMs - of * dayMs)}::timestamptz`;
  const having = (what: "answers" | "rows") =>
    sql`from reports r where r.user_id = ${organizationId} and ${isMeasured} and ${sql.ref(`r.${what}_gone_at`)} is null`;
  const oldest = (what: "answers" | "rows") =>
    sql`(select r.created_at ${having(what)} order by r.created_at limit 1)`;
  const due = (what: "answers" | "rows", count: RawBuilder<unknown>) =>
    sql`(select coalesce(sum(${count}), 0)::int ${having(what)} and r.created_at < ${before(days[what])})`;
  const { rows } = await sql<DueRow>`
    select ${oldest("answers")} as answers_oldest, ${due("answers", sql`r.jobs_done`)} as answers_due,
      ${oldest("rows")} as rows_oldest, ${due("rows", sql`r.jobs_total`)} as rows_due,
      (select l.at from audit_log l where l.organization_id = ${organizationId} order by l.at limit 1) as audit_oldest,
      (select count(*) from audit_log l where l.organization_id = ${organizationId}
        and l.at < ${before(days.audit)})::int as audit_due`.execute(db);
  return rows[0]!;
}

const least = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b));

/** A report with answers that has ended. */
const isMeasured = sql<boolean>`r.source is not null and r.status <> 'processing'`;

/** Reports older than their organization's retention of `what`, oldest first, locked. */
const outlived = (what: "answers" | "rows", now: Date, most: number) => {
  const days = sql.ref(`o.${columns[what]}`);
  return sql`
    select r.project_id, r.id, r.created_at, r.jobs_total from organizations o join reports r on r.user_id = o.id
    where ${days} is not null and o.deleted_at is null
      and o.retention_changed_at <= ${new Date(now.getTime() - graceMs)}::timestamptz
      and ${isMeasured} and ${sql.ref(`r.${what}_gone_at`)} is null
      and r.created_at < ${now}::timestamptz - ${days} * interval '1 day'
    order by r.created_at limit ${most} for update of r skip locked`;
};

/** Reports per transaction. */
const batch = 5;

/**
 * Deletes what is past its organization's retention: the text of answers, and the rows of answers with their readings.
 * Reports keep their figures. Stops when it is `enough`; the next call continues. Several processes may do it at once.
 */
export async function dropOutlived(db: Db, { now, enough }: { now: Date; enough(): boolean }): Promise<void> {
  for (const drop of [dropRows, dropAnswers])
    while (!enough() && (await transaction(db, (db) => drop(db, now)))) {
      // The embedded store answers before any timer or socket gets a turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
}

/** The rows themselves are deleted with those of deleted reports. */
async function dropRows(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with outlived as materialized (${outlived("rows", now, batch)}),
    noted as (
      update reports r set rows_gone_at = ${now}, answers_gone_at = coalesce(r.answers_gone_at, ${now})
      from outlived o where r.project_id = o.project_id and r.id = o.id),
    gone as (
      insert into deleted_reports (project_id, report_id, created_at, asks)
      select project_id, id, created_at, jobs_total from outlived on conflict do nothing)
    select 1 from outlived`.execute(db);
  return rows.length > 0;
}

async function dropAnswers(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with outlived as materialized (${outlived("answers", now, batch)}),
    noted as (
      update reports r set answers_gone_at = ${now}
      from outlived o where r.project_id = o.project_id and r.id = o.id),
    gone as (
      update asks a set answer = null
      from outlived o
      where a.project_id = o.project_id and a.report_id = o.id and a.created_at = o.created_at
        and a.answer is not null)
    select 1 from outlived`.execute(db);
  return rows.length > 0;
}
