import { sql } from "kysely";
import type { Db } from "../../db/db.ts";
import { newId } from "../../kernel/id.ts";
import { markChanged } from "../spending/fresh-units.ts";
import {
  carry,
  lastingName,
  leaverKey,
  type Marks,
  type Person,
  successorKey,
  userKey,
} from "./carried-usage.ts";

/** Makes an organization go on where the one before it stood; with its plan, or without. False where nothing is kept. */
async function goOn(
  db: Db,
  organizationId: string,
  owners: readonly string[],
  { withPlan, now }: { withPlan: boolean; now: Date },
): Promise<boolean> {
  if (owners.length === 0) return false;
  const usage = await db
    .selectFrom("carried_usage")
    .selectAll()
    .where("owner", "in", owners)
    .orderBy("until", "desc")
    .orderBy(sql`(select coalesce(sum(value::int), 0) from jsonb_each_text(used))`, "desc")
    .limit(1)
    .executeTakeFirst();
  if (!usage) return false;
  const { plan, plan_status, plan_started_at } = usage;
  await db
    .updateTable("organizations")
    .set({ plan_started_at, ...(withPlan ? { plan, plan_status } : {}) })
    .where("id", "=", organizationId)
    .execute();
  for (const [quota, used] of Object.entries(usage.used))
    await sql`
      with counted as (
        insert into quota_usage (user_id, quota, period_start, used)
        values (${organizationId}, ${quota}, ${usage.period_start}, ${used}::int)
        on conflict do nothing returning user_id)
      insert into quota_ledger (id, user_id, quota, period_start, report_id, reason, delta, created_at)
      select ${newId()}::uuid, user_id, ${quota}, ${usage.period_start}::timestamptz, ${newId()}::uuid, 'carry',
        ${used}::int, ${now}::timestamptz from counted`.execute(db);
  if (usage.spent_usd > 0)
    await db
      .insertInto("project_spend")
      .values({
        ...{ organization_id: organizationId, month: usage.month, spent_for: organizationId },
        spent_usd: usage.spent_usd,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  markChanged(organizationId);
  return true;
}

/**
 * Makes a user's new organization go on where the one that was made for them before stood: with its plan where that one is
 * gone, and without where it is others' by now. Needs a transaction.
 */
export async function resumeForUser(
  db: Db,
  userId: string,
  organizationId: string,
  now: Date,
): Promise<void> {
  const { own_organization_id } = await db
    .selectFrom("users")
    .select("own_organization_id")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const owner = userKey(userId);
  if (!(await goOn(db, organizationId, [owner], { withPlan: true, now }))) {
    // They were seen off by a process of an older version, which keeps nothing.
    await carry(db, owner, own_organization_id ?? userId, { whole: false, now });
    await goOn(db, organizationId, [owner], { withPlan: false, now });
  }
  // What still runs in the one before may give something back.
  await sql`
    update carried_usage c set owner = ${successorKey(organizationId)}
    where c.owner = ${owner} and exists (select from organizations o where o.id = c.organization_id)`.execute(
    db,
  );
  await db.deleteFrom("carried_usage").where("owner", "=", owner).execute();
  await db
    .updateTable("users")
    .set({ own_organization_id: organizationId })
    .where("id", "=", userId)
    .execute();
}

/** Makes the organization of somebody new go on where they stood as they left. */
export async function resumeForReturner(
  db: Db,
  person: Person & { id: string },
  { marks, builtIn, now }: { marks: Marks; builtIn: string; now: Date },
): Promise<void> {
  const name = lastingName(person, builtIn);
  if (name === null) return;
  const owners = marks(name).map(leaverKey);
  await goOn(db, person.id, owners, { withPlan: false, now });
}
