import { sql } from "kysely";
import type { PlanTable } from "../../api/access/plan.ts";
import { periodAt } from "../../api/access/quota.ts";
import { type Db, json, rfc3339 } from "../../db/db.ts";
import { monthOf, nextMonth } from "../spending/spend.ts";

/** Hashes of a text by the server's secret and, after it, by the one before. */
export type Marks = (text: string) => string[];

/** For whom usage is kept: a user who will have another organization, or, as a hash, whoever has deleted their account. */
export const userKey = (userId: string) => `user ${userId}`;
export const leaverKey = (mark: string) => `left ${mark}`;
/** For the organization that goes on with it, until what ran in the one before has ended. */
export const successorKey = (organizationId: string) => `into ${organizationId}`;
/** That a user has left an organization of theirs to others, until the quota period is over. */
const leftBy = (userId: string) => `gave ${userId}`;

/** In place of an organization whose plan and usage are others' by now. */
export const nobodysOrganizationId = "00000000-0000-0000-0000-000000000000";

/** What an organization has used of a quota period, by quota. */
export const usedIn = (organization: unknown, periodStart: unknown) => sql`
  (select coalesce(jsonb_object_agg(q.quota, q.used), '{}') from quota_usage q
    where q.user_id = ${organization} and q.period_start = ${periodStart} and q.used > 0)`;

export const spentIn = (organization: unknown, month: unknown) => sql`
  (select coalesce(sum(s.spent_usd), 0) from project_spend s
    where s.organization_id = ${organization} and s.month = ${month})`;

/** What is kept of an organization. */
interface Keeping {
  /** Its plan too, and what is given back in it from now on: only where it is gone. */
  whole: boolean;
  /** What counts as used in any case, in units. */
  atLeast?: Record<string, number>;
  now: Date;
}

/**
 * Keeps what an organization has used of its period and month. Returns when its period ends, RFC 3339; undefined where the
 * organization's row is gone.
 */
export async function carry(
  db: Db,
  owner: string,
  organizationId: string,
  { whole, atLeast = {}, now }: Keeping,
): Promise<string | undefined> {
  const from = await db
    .selectFrom("organizations")
    .select(["plan", "plan_status", "plan_started_at"])
    .where("id", "=", organizationId)
    .executeTakeFirst();
  if (!from) return undefined;
  const { start, end } = periodAt(rfc3339(from.plan_started_at), now);
  const [month, until] = [monthOf(now), new Date(Math.max(Date.parse(end), Date.parse(nextMonth(now))))];
  const [plan, status] = whole ? [from.plan, from.plan_status] : ["free", "active"];
  await sql`
    insert into carried_usage (owner, organization_id, plan, plan_status, plan_started_at, period_start, used, month,
      spent_usd, until)
    values (${owner}, ${whole ? organizationId : nobodysOrganizationId}, ${plan}, ${status}, ${from.plan_started_at}, ${start}::timestamptz,
      ${usedIn(sql`${organizationId}::uuid`, sql`${start}::timestamptz`)} || ${json(atLeast)}::jsonb, ${month},
      ${spentIn(sql`${organizationId}::uuid`, sql`${month}`)}, ${until})
    on conflict (owner) do update set organization_id = excluded.organization_id, plan = excluded.plan,
      plan_status = excluded.plan_status, plan_started_at = excluded.plan_started_at,
      period_start = excluded.period_start, used = excluded.used, month = excluded.month,
      spent_usd = excluded.spent_usd, until = excluded.until`.execute(db);
  return end;
}

/** For whom an organization was made, and what they are in it; null: no member. */
async function madeFor(db: Db, organizationId: string): Promise<{ id: string; role: string | null }[]> {
  // A process of an older version notes nothing, but makes an organization and its first member at the same instant.
  const { rows } = await sql<{ id: string; role: string | null }>`
    select u.id, m.role from users u
    left join members m on m.user_id = u.id and m.organization_id = ${organizationId}
    where u.deleted_at is null and u.id in (
        select id from users where own_organization_id = ${organizationId}
        union select user_id from members where organization_id = ${organizationId}
        union select ${organizationId}::uuid)
      and (u.own_organization_id = ${organizationId} or (u.own_organization_id is null
      and (u.id = ${organizationId} or (m.created_at = (select created_at from organizations where id = ${organizationId})
        and not exists (select from members f where f.organization_id = u.id and f.user_id = u.id)))))
    order by u.id`.execute(db);
  return rows;
}

/**
 * Before an organization is deleted: keeps its usage for whoever it was made for, and its plan for those who still own it.
 * Needs a transaction.
 */
export async function carryForOwner(db: Db, organizationId: string, now: Date): Promise<void> {
  for (const { id, role } of await madeFor(db, organizationId)) {
    // Whoever has left before took along what was used by then.
    if (role === null && (await isKept(db, userKey(id), null))) continue;
    await carry(db, userKey(id), organizationId, { whole: role === "owner", now });
  }
}

/**
 * Before a member leaves the organization that was made for them to its other members: keeps what it has used by now, without
 * its plan. Whoever does so again in one quota period has nothing left of it. Needs a transaction.
 */
export async function carryForMember(
  db: Db,
  { organizationId, userId }: { organizationId: string; userId: string },
  { plans, now }: { plans: PlanTable; now: Date },
): Promise<void> {
  const founders = await madeFor(db, organizationId);
  if (!founders.some(({ id }) => id === userId)) return;
  const again = await isKept(db, leftBy(userId), now);
  const atLeast = again ? allOf(plans) : {};
  const end = await carry(db, userKey(userId), organizationId, { whole: false, atLeast, now });
  if (end === undefined || again) return;
  await sql`
    insert into carried_usage
    select ${leftBy(userId)}, organization_id, plan, plan_status, plan_started_at, period_start, '{}'::jsonb,
      month, 0, ${end}::timestamptz
    from carried_usage where owner = ${userKey(userId)}
    on conflict (owner) do update set until = excluded.until`.execute(db);
}

/** The whole quota of whoever has no plan. */
const allOf = (plans: PlanTable): Record<string, number> =>
  Object.fromEntries(Object.entries(plans.free.quotas).filter(([, units]) => units !== null)) as Record<
    string,
    number
  >;

async function isKept(db: Db, owner: string, after: Date | null): Promise<boolean> {
  const { rows } = await sql`
    select from carried_usage where owner = ${owner} and until > coalesce(${after}::timestamptz, '-infinity')`.execute(
    db,
  );
  return rows.length > 0;
}

/** By what somebody is known again who comes back. */
export interface Person {
  issuer: string;
  subject: string;
  email: string | null;
}

/** Who has a built-in account again has another subject, but the same address. */
export const lastingName = ({ issuer, subject, email }: Person, builtIn: string): string | null =>
  issuer === builtIn ? email && `${issuer}\0${email.toLowerCase()}` : `${issuer}\0${subject}`;

/** By what somebody who leaves is known again, and what the plans hold. */
export interface LeavingTerms {
  marks: Marks | null;
  plans: PlanTable;
}

/**
 * Before an account is deleted, and after its organizations were: keeps what its own has used under a hash of who it was,
 * until the period and the month are over. `proven` false: anybody may have said that it was them, and nothing is kept;
 * nor is it where `terms` is null.
 */
export async function carryForLeaver(
  db: Db,
  user: Person & { id: string; own_organization_id: string | null },
  terms: LeavingTerms | null,
  { builtIn, proven, now }: { builtIn: string; proven: boolean; now: Date },
): Promise<void> {
  const owner = userKey(user.id);
  const name = lastingName(user, builtIn);
  const mark = proven && name !== null ? terms?.marks?.(name)[0] : undefined;
  if (terms && mark !== undefined) {
    // Who has come back in this period and leaves an organization to others once more has nothing left of it.
    const again = (await isKept(db, leaverKey(mark), now)) && (await isKept(db, leftBy(user.id), now));
    const atLeast = again ? allOf(terms.plans) : {};
    const { rows } = await sql`
      insert into carried_usage
      select ${leaverKey(mark)}, organization_id, plan, plan_status, plan_started_at, period_start,
        used || ${json(atLeast)}::jsonb, month, spent_usd, until
      from carried_usage where owner = ${owner} and until > ${now}
      on conflict (owner) do update set organization_id = excluded.organization_id,
        plan_started_at = excluded.plan_started_at, period_start = excluded.period_start, used = excluded.used,
        month = excluded.month, spent_usd = excluded.spent_usd, until = excluded.until
      returning 1`.execute(db);
    const before = user.own_organization_id ?? user.id;
    // What was kept before and is over is not read anew: others may have used that organization since.
    if (rows.length === 0 && !(await isKept(db, owner, null)))
      await carry(db, leaverKey(mark), before, { whole: false, atLeast, now });
  }
  await db
    .deleteFrom("carried_usage")
    .where("owner", "in", [owner, leftBy(user.id)])
    .execute();
}

/** Forgets those who left, and that somebody has left, once their period and month are over. */
export async function dropCarried(db: Db, now: Date): Promise<void> {
  await sql`
    delete from carried_usage where (owner like 'left %' or owner like 'gave %') and until <= ${now}`.execute(
    db,
  );
}
