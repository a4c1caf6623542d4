import { type RawBuilder, sql } from "kysely";
import { type QuotaName, quotaUnits } from "../../api/access/quota-name.ts";
import type { Db } from "../../db/db.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { markChanged } from "./fresh-units.ts";

export interface Reservation {
  organizationId: string;
  quota: QuotaName;
  /** RFC 3339. */
  periodStart: string;
  /** Units of the period; null is unlimited, but still counted. */
  limit: number | null;
  units: number;
  reportId: string;
  now: Date;
  /** End of the period, for the error. */
  resetsAt: string;
}

/** What a user has used in a period, in units of each quota. */
export async function usedUnits(
  db: Db,
  organizationId: string,
  periodStart: string,
): Promise<Record<QuotaName, number>> {
  const rows = await db
    .selectFrom("quota_usage")
    .select(["quota", "used"])
    .where("user_id", "=", organizationId)
    .where("period_start", "=", new Date(periodStart))
    .execute();
  const used = { visibility: 0, content: 0, readiness: 0 };
  for (const row of rows) used[row.quota] = row.used;
  return used;
}

/**
 * Reserves units for a report with an entry in the ledger, in one statement that the limit guards. Belongs in the
 * transaction that writes the report. Throws BILLING_REQUIRED and then takes nothing.
 */
export async function reserveUnits(db: Db, reservation: Reservation): Promise<void> {
  const { organizationId, quota, limit, units, reportId, now } = reservation;
  const periodStart = new Date(reservation.periodStart);
  const { rows } = await sql`
    with counted as (
      insert into quota_usage as usage (user_id, quota, period_start, used)
      select ${organizationId}::uuid, ${quota}, ${periodStart}::timestamptz, ${units}::int
      where ${within(sql`${units}::int`, limit)}
      on conflict (user_id, quota, period_start) do update set used = usage.used + excluded.used
      where ${within(sql`usage.used + excluded.used`, limit)}
      returning used)
    insert into quota_ledger (id, user_id, quota, period_start, report_id, reason, delta, created_at)
    select ${newId()}::uuid, ${organizationId}::uuid, ${quota}, ${periodStart}::timestamptz, ${reportId}::uuid, 'reserve',
      ${units}::int, ${now}::timestamptz
    from counted
    returning id`.execute(db);
  markChanged(organizationId);
  if (rows.length === 0 && limit !== null) throw await exhausted(db, reservation, limit);
}

/**
 * Throws BILLING_REQUIRED if the units are not available, before any work that costs something. The reservation made
 * with its result is what decides.
 */
export async function assureUnits(db: Db, reservation: Omit<Reservation, "reportId" | "now">): Promise<void> {
  const { organizationId, quota, limit, periodStart, units } = reservation;
  if (limit === null) return;
  const used = await usedUnits(db, organizationId, periodStart);
  if (used[quota] + units > limit) throw await exhausted(db, reservation, limit);
}

const within = (used: RawBuilder<unknown>, limit: number | null): RawBuilder<unknown> =>
  limit === null ? sql`true` : sql`${used} <= ${limit}::int`;

async function exhausted(
  db: Db,
  { organizationId, quota, periodStart, units, resetsAt }: Omit<Reservation, "reportId" | "now">,
  limit: number,
) {
  const used = await usedUnits(db, organizationId, periodStart);
  const remaining = Math.max(0, limit - used[quota]);
  return new Problem("BILLING_REQUIRED", {
    message:
      `This needs ${quotaUnits[quota].replace("_", " ")}: ${units}. Left in the plan: ${remaining} of ${limit}. ` +
      `They start again on ${resetsAt.slice(0, 10)} (UTC).`,
    details: { quota, remaining, required: units, limit, resets_at: resetsAt, upgrade_url: null },
  });
}

export interface Settlement {
  reportId: string;
  /** Units to charge for good, or to give back. */
  units: number;
  now: Date;
}

/**
 * Closes a reservation: `units` of it stay charged, the rest is returned. True the first time; false if it was already
 * settled or nothing was reserved.
 */
export async function settleUnits(db: Db, { reportId, units, now }: Settlement): Promise<boolean> {
  return enter(db, "settle", reportId, sql`least(0, ${units}::int - reserved.delta)`, now);
}

/**
 * Returns units of a report, at most those that it holds, to the period they came from. True the first time; false if
 * it was already refunded or nothing was reserved.
 */
export async function refundUnits(db: Db, { reportId, units, now }: Settlement): Promise<boolean> {
  return enter(db, "refund", reportId, sql`greatest(-${units}::int, -held.units)::int`, now);
}

/** The ledger's unique (report, reason) makes each step happen once, even if two processes try it together. */
async function enter(
  db: Db,
  reason: "settle" | "refund",
  reportId: string,
  delta: RawBuilder<unknown>,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ user_id: string }>`
    with reserved as (
      select * from quota_ledger where report_id = ${reportId}::uuid and reason = 'reserve'),
    held as (
      select coalesce(sum(delta), 0) as units from quota_ledger where report_id = ${reportId}::uuid),
    entered as (
      insert into quota_ledger (id, user_id, quota, period_start, report_id, reason, delta, created_at)
      select ${newId()}::uuid, reserved.user_id, reserved.quota, reserved.period_start, reserved.report_id,
        ${reason}, ${delta}, ${now}::timestamptz
      from reserved, held
      on conflict (report_id, reason) do nothing
      returning *)
    update quota_usage as usage set used = usage.used + entered.delta
    from entered
    where usage.user_id = entered.user_id and usage.quota = entered.quota
      and usage.period_start = entered.period_start
    returning usage.user_id`.execute(db);
  const [entered] = rows;
  if (entered) markChanged(entered.user_id);
  return entered !== undefined;
}
