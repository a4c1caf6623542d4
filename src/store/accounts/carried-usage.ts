import { sql } from "kysely";
import { periodAt } from "../../kernel/access/quota.ts";
import { newId } from "../../kernel/id.ts";
import { type Db, rfc3339 } from "../db/db.ts";
import { forget } from "./fresh-units.ts";
import { monthOf, nextMonth } from "./spend.ts";

/** Hashes of a text by the server's secret and, after it, by the one before. */
export type Marks = (text: string) => string[];

/** For whom usage is kept: a user who will have another organization, or, as a hash, whoever has deleted their account. */
const ofUser = (userId: string) => `user ${userId}`;
const ofLeaver = (mark: string) => `left ${mark}`;

/** What an organization has used of a quota period, by quota. */
const usedIn = (organization: unknown, periodStart: unknown) => sql`
  (select coalesce(jsonb_object_agg(q.quota, q.used), '{}') from quota_usage q
    where q.user_id = ${organization} and q.period_start = ${periodStart} and q.used > 0)`;

const spentIn = (organization: unknown, month: unknown) => sql`
  (select coalesce(sum(s.spent_usd), 0) from project_spend s
    where s.organization_id = ${organization} and s.month = ${month})`;

/** Keeps what an organization has used of its period and month; false where it is gone. */
async function carry(db: Db, owner: string, organizationId: string, now: Date): Promise<boolean> {
  const from = await db
    .selectFrom("organizations")
    .select(["plan", "plan_status", "plan_started_at"])
    .where("id", "=", organizationId)
    .executeTakeFirst();
  if (!from) return false;
  const { start, end } = periodAt(rfc3339(from.plan_started_at), now);
  const [month, until] = [monthOf(now), new Date(Math.max(Date.parse(end), Date.parse(nextMonth(now))))];
  await sql`
    insert into carried_usage (owner, organization_id, plan, plan_status, plan_started_at, period_start, used, month,
      spent_usd, until)
    values (${owner}, ${organizationId}, ${from.plan}, ${from.plan_status}, ${from.plan_started_at}, ${start}::timestamptz,
      ${usedIn(sql`${organizationId}::uuid`, sql`${start}::timestamptz`)}, ${month},
      ${spentIn(sql`${organizationId}::uuid`, sql`${month}`)}, ${until})
    on conflict (owner) do update set organization_id = excluded.organization_id, plan = excluded.plan,
      plan_status = excluded.plan_status, plan_started_at = excluded.plan_started_at,
      period_start = excluded.period_start, used = excluded.used, month = excluded.month,
      spent_usd = excluded.spent_usd, until = excluded.until`.execute(db);
  return true;
}

/** Before an organization is deleted: keeps its usage and plan for whoever it was made for. */
export async function carryForOwner(db: Db, organizationId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from users where deleted_at is null
      and (own_organization_id = ${organizationId} or (own_organization_id is null and id = ${organizationId}))`.execute(
    db,
  );
  for (const { id } of rows) await carry(db, ofUser(id), organizationId, now);
}

/** Once what ran in an organization that is gone has ended: what it gave back was not used. */
export async function squareCarried(db: Db, organizationId: string): Promise<void> {
  await sql`
    update carried_usage c set used = ${usedIn(sql`c.organization_id`, sql`c.period_start`)},
      spent_usd = ${spentIn(sql`c.organization_id`, sql`c.month`)}
    where c.organization_id = ${organizationId}
      and exists (select from organizations o where o.id = c.organization_id)`.execute(db);
}

/** Makes an organization go on where the one before it stood; with its plan, or without. False where nothing is kept. */
async function goOn(
  db: Db,
  organizationId: string,
  owners: readonly string[],
  { withPlan, now }: { withPlan: boolean; now: Date },
): Promise<boolean> {
  if (owners.length === 0) return false;
  const kept = await db
    .selectFrom("carried_usage")
    .selectAll()
    .where("owner", "in", owners)
    .limit(1)
    .executeTakeFirst();
  if (!kept) return false;
  const { plan, plan_status, plan_started_at } = kept;
  await db
    .updateTable("organizations")
    .set({ plan_started_at, ...(withPlan ? { plan, plan_status } : {}) })
    .where("id", "=", organizationId)
    .execute();
  for (const [quota, used] of Object.entries(kept.used))
    await sql`
      with counted as (
        insert into quota_usage (user_id, quota, period_start, used)
        values (${organizationId}, ${quota}, ${kept.period_start}, ${used}::int)
        on conflict do nothing returning user_id)
      insert into quota_ledger (id, user_id, quota, period_start, report_id, reason, delta, created_at)
      select ${newId()}::uuid, user_id, ${quota}, ${kept.period_start}::timestamptz, ${newId()}::uuid, 'carry',
        ${used}::int, ${now}::timestamptz from counted`.execute(db);
  if (kept.spent_usd > 0)
    await db
      .insertInto("project_spend")
      .values({
        ...{ organization_id: organizationId, month: kept.month, spent_for: organizationId },
        spent_usd: kept.spent_usd,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  forget(organizationId);
  return true;
}

/**
 * Makes a user's new organization go on where the one that was made for them before stood: with its plan where that one is
 * gone, and without where it is others' by now. Needs a transaction.
 */
export async function goOnForUser(db: Db, userId: string, organizationId: string, now: Date): Promise<void> {
  const { own_organization_id } = await db
    .selectFrom("users")
    .select("own_organization_id")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const [owner, before] = [ofUser(userId), own_organization_id ?? userId];
  if (
    !(await goOn(db, organizationId, [owner], { withPlan: true, now })) &&
    (await carry(db, owner, before, now))
  )
    await goOn(db, organizationId, [owner], { withPlan: false, now });
  await db.deleteFrom("carried_usage").where("owner", "=", owner).execute();
  await db
    .updateTable("users")
    .set({ own_organization_id: organizationId })
    .where("id", "=", userId)
    .execute();
}

/** By what somebody is known again who comes back. */
interface Person {
  issuer: string;
  subject: string;
  email: string | null;
}

/** Who has a built-in account again has another subject, but the same address. */
const lastingName = ({ issuer, subject, email }: Person, builtIn: string): string | null =>
  issuer === builtIn ? email && `${issuer}\0${email.toLowerCase()}` : `${issuer}\0${subject}`;

/**
 * Before an account is deleted: keeps what its own organization has used under a hash of who it was, until the period and
 * the month are over. `proven` false: anybody may have said that it was them, and nothing is kept.
 */
export async function carryForLeaver(
  db: Db,
  user: Person & { id: string; own_organization_id: string | null },
  { marks, builtIn, proven, now }: { marks: Marks | null; builtIn: string; proven: boolean; now: Date },
): Promise<void> {
  const owner = ofUser(user.id);
  const name = lastingName(user, builtIn);
  const mark = proven && name !== null ? marks?.(name)[0] : undefined;
  if (mark !== undefined) {
    const { rows } = await sql`
      insert into carried_usage
      select ${ofLeaver(mark)}, organization_id, plan, plan_status, plan_started_at, period_start, used, month,
        spent_usd, until
      from carried_usage where owner = ${owner} and until > ${now}
      on conflict (owner) do update set organization_id = excluded.organization_id,
        plan_started_at = excluded.plan_started_at, period_start = excluded.period_start, used = excluded.used,
        month = excluded.month, spent_usd = excluded.spent_usd, until = excluded.until
      returning 1`.execute(db);
    if (rows.length === 0) await carry(db, ofLeaver(mark), user.own_organization_id ?? user.id, now);
  }
  await db.deleteFrom("carried_usage").where("owner", "=", owner).execute();
}

/** Makes the organization of somebody new go on where they stood as they left. */
export async function goOnForReturner(
  db: Db,
  person: Person & { id: string },
  { marks, builtIn, now }: { marks: Marks; builtIn: string; now: Date },
): Promise<void> {
  const name = lastingName(person, builtIn);
  if (name === null) return;
  const owners = marks(name).map(ofLeaver);
  await goOn(db, person.id, owners, { withPlan: false, now });
}

/** Forgets those who left once their period and month are over. */
export async function dropCarried(db: Db, now: Date): Promise<void> {
  await sql`delete from carried_usage where owner like 'left %' and until <= ${now}`.execute(db);
}
