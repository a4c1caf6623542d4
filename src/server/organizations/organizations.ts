import { sql } from "kysely";
import { type Db, rfc3339 } from "../db/db.ts";
import { newId } from "../kernel/id.ts";
import { type Membership, ownEngineColumn, planHolderOf, planOf } from "./members/memberships.ts";

/** An organization; times in RFC 3339. */
export interface Organization {
  id: string;
  name: string;
  /** What its calls may cost in a calendar month, in USD; null: no limit but the server's. */
  monthlySpendUsd: number | null;
  createdAt: string;
}

export async function findOrganization(db: Db, id: string): Promise<Organization | undefined> {
  const row = await db
    .selectFrom("organizations")
    .select(["id", "name", "monthly_spend_usd", "created_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  const { monthly_spend_usd: monthlySpendUsd = null } = row ?? {};
  return row && { id: row.id, name: row.name, monthlySpendUsd, createdAt: rfc3339(row.created_at) };
}

/** One of the organizations that a user is in. */
export interface JoinedOrganization
  extends Omit<Organization, "monthlySpendUsd">,
    Pick<Membership, "memberId" | "role" | "workspaceIds" | "plan"> {
  /** The number of members: with one, it is the user's alone. */
  members: number;
}

/** The organizations of a user, in the order in which they joined. */
export async function organizationsOf(db: Db, userId: string): Promise<JoinedOrganization[]> {
  const rows = await db
    .selectFrom("members")
    .innerJoin("organizations", "organizations.id", "members.organization_id")
    .select(["organizations.id", "organizations.name", "organizations.plan", "organizations.created_at"])
    .select(["members.id as member_id", "members.role", "members.workspace_ids"])
    .select(
      sql<number>`(select count(*)::int from members m where m.organization_id = organizations.id)`.as(
        "members",
      ),
    )
    .where("members.user_id", "=", userId)
    .orderBy("members.created_at")
    .orderBy("members.id")
    .limit(200)
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, createdAt: rfc3339(row.created_at), memberId: row.member_id },
    ...{ role: row.role, workspaceIds: row.workspace_ids, plan: planOf(row.plan), members: row.members },
  }));
}

/** The organization that a user owns: the one that was made for them, else the one they have owned longest. */
export async function findOwned(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("members")
    .select("organization_id")
    .where("user_id", "=", userId)
    .where("role", "=", "owner")
    .orderBy(
      sql`organization_id = (select coalesce(own_organization_id, id) from users where users.id = ${userId})`,
      "desc",
    )
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.organization_id;
}

/** Creates an organization for a user who is in none; returns its id. Needs a transaction. */
export async function insertOwnOrganization(
  db: Db,
  { userId, email }: { userId: string; email: string | null },
  now: Date,
): Promise<string> {
  const id = newId();
  await db
    .insertInto("organizations")
    .values({ id, name: email ?? "My organization", plan_started_at: now, created_at: now })
    .execute();
  await db
    .insertInto("members")
    .values({ id: newId(), organization_id: id, user_id: userId, role: "owner", created_at: now })
    .execute();
  return id;
}

/** Changes an organization's name or limit; absent fields stay. */
export async function changeOrganization(
  db: Db,
  id: string,
  { name, monthlySpendUsd }: { name?: string; monthlySpendUsd?: number | null },
): Promise<void> {
  const changed = {
    ...(name === undefined ? {} : { name }),
    ...(monthlySpendUsd === undefined ? {} : { monthly_spend_usd: monthlySpendUsd }),
  };
  if (Object.keys(changed).length === 0) return;
  await db.updateTable("organizations").set(changed).where("id", "=", id).execute();
}

/**
 * Makes everything in one organization that counts before it adds wait until the transaction ends. Needs a transaction.
 * Rows that refer to the organization can still be written: whoever holds the quota and writes the ledger must not wait
 * for whoever holds the organization and wants the quota.
 */
export async function lockOrganization(db: Db, id: string): Promise<void> {
  await db.selectFrom("organizations").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}

/** Puts an organization on a plan; a change begins a new period at `now`. */
export async function setPlan(db: Db, id: string, plan: string, now: Date): Promise<void> {
  await db
    .updateTable("organizations")
    .set({ plan, plan_status: "active", plan_started_at: now })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("plan", "!=", plan), eb("plan_status", "!=", "active")]))
    .execute();
}

/** The plan and credentials of an organization. */
export type PlanHolder = Pick<Membership, "plan" | "planStatus" | "planStartedAt" | "ownEngines">;

export async function findPlanHolder(db: Db, id: string): Promise<PlanHolder | undefined> {
  const row = await db
    .selectFrom("organizations")
    .select(["plan", "plan_status", "plan_started_at", ownEngineColumn.as("own_engines")])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && planHolderOf(row);
}
