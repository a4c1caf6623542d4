import { sql } from "kysely";
import {
  carryForLeaver,
  carryForMember,
  carryForOwner,
  type LeavingTerms,
} from "../accounts/usage-carryover/carried-usage.ts";
import { closeCarryover, returnUnused } from "../accounts/usage-carryover/return-unused.ts";
import { findUserById, isAddressProven, ownIssuer } from "../accounts/users.ts";
import type { Db } from "../db/db.ts";
import { transaction } from "../db/transaction.ts";
import { deleteMember, handOver, type Member } from "../organizations/members/members.ts";
import { lockOrganization } from "../organizations/organizations.ts";
import { deleteProjectIfThere, type OwnedProject } from "./project-deletion.ts";

/**
 * Takes an account away in the given transaction: it, its credentials and every organization in which nobody else is are
 * gone for everybody, and its address is free. What belongs to organizations with other members stays theirs; one that
 * loses its only owner falls to an admin or editor. Returns the organizations that went with it, whose projects are
 * for `deleteProjectsOfGone`; other rows go in the background (`deletion.ts`). Throws LAST_OWNER where an organization
 * with other members would be without an owner. `terms` null: the operator does it, and nothing is kept.
 */
export async function deleteAccount(
  db: Db,
  userId: string,
  now: Date,
  terms: LeavingTerms | null = null,
): Promise<string[]> {
  const gone: string[] = [];
  for (const organizationId of await joinedBy(db, userId)) {
    if (!(await leave(db, organizationId, userId, { terms, now }))) continue;
    await deleteOrganization(db, organizationId, now);
    gone.push(organizationId);
  }
  await leaveNothingBehind(db, userId, terms, now);
  await sql`
    delete from identity_vouchers v using identity_accounts a, users u
    where v.subject = a."accountId" and a."providerId" = 'oidc' and a."userId" = u.subject
      and u.id = ${userId} and u.issuer = ${ownIssuer}`.execute(db);
  // This removes its password, sessions, connectors and their tokens.
  await sql`
    delete from identity_users accounts using users
    where accounts.id = users.subject and users.id = ${userId} and users.issuer = ${ownIssuer}`.execute(db);
  // Somebody who comes back from an identity provider is a new person.
  await sql`
    update users set deleted_at = ${now}, disabled_at = coalesce(disabled_at, ${now}), email = null,
      subject = 'deleted ' || id::text
    where id = ${userId} and deleted_at is null`.execute(db);
  return gone;
}

/** But for what they have used: see docs/decisions/0037-usage-outlives-deletion.md. */
async function leaveNothingBehind(
  db: Db,
  userId: string,
  terms: LeavingTerms | null,
  now: Date,
): Promise<void> {
  const user = await findUserById(db, userId);
  if (!user) return;
  // What another provider says of its people is theirs to prove.
  const proven = user.issuer !== ownIssuer || (await isAddressProven(db, user.subject));
  await carryForLeaver(db, user, terms, { builtIn: ownIssuer, proven, now });
  // What others have sent them holds their address. An address that nobody has proven may be somebody else's.
  if (user.email !== null)
    await db
      .deleteFrom("invitations")
      .where("email", "=", user.email.toLowerCase())
      .where((eb) => eb.or([eb.lit(proven), eb("accepted_at", "is not", null)]))
      .execute();
}

/** In one order for everybody, so that nobody waits in a circle. */
async function joinedBy(db: Db, userId: string): Promise<string[]> {
  const joined = await db
    .selectFrom("members")
    .select("organization_id")
    .where("user_id", "=", userId)
    .orderBy("organization_id")
    .execute();
  return joined.map(({ organization_id }) => organization_id);
}

/** Ends a membership if there are other members; true if there are none. Nobody can join meanwhile. */
async function leave(
  db: Db,
  organizationId: string,
  userId: string,
  { terms, now }: { terms: LeavingTerms | null; now: Date },
): Promise<boolean> {
  await lockOrganization(db, organizationId);
  const members = await db
    .selectFrom("members")
    .select(["id", "user_id", "role"])
    .where("organization_id", "=", organizationId)
    .execute();
  const leaving = members.find(({ user_id }) => user_id === userId);
  if (!leaving || members.length === 1) return leaving !== undefined;
  const by = terms
    ? ({ userId, credential: "session", door: "rest" } as const)
    : ({ userId: null, credential: "operator", door: "command" } as const);
  if (leaving.role === "owner") await handOver(db, organizationId, leaving.id, { ...by, at: now });
  if (terms) await carryForMember(db, { organizationId, userId }, { plans: terms.plans, now });
  await deleteMember(db, organizationId, leaving.id);
  return false;
}

/**
 * Ends a membership with its keys and connectors; what the organization has used stays counted for whoever it was made for.
 * Lock the organization first. Needs a transaction. Throws LAST_OWNER.
 */
export async function endMembership(
  db: Db,
  { id, userId }: Pick<Member, "id" | "userId">,
  { organizationId, ...terms }: { organizationId: string; now: Date } & Pick<LeavingTerms, "plans">,
): Promise<void> {
  await carryForMember(db, { organizationId, userId }, terms);
  await deleteMember(db, organizationId, id);
}

/**
 * Deletes an organization in the given transaction, with its credentials and shared pages; its members are no longer in
 * it. Its projects are left to `deleteProjectsOfGone`.
 */
export async function deleteOrganization(db: Db, organizationId: string, now: Date): Promise<void> {
  await lockOrganization(db, organizationId);
  await carryForOwner(db, organizationId, now);
  await db.deleteFrom("share_links").where("user_id", "=", organizationId).execute();
  await db.deleteFrom("engine_credentials").where("organization_id", "=", organizationId).execute();
  await db.deleteFrom("invitations").where("organization_id", "=", organizationId).execute();
  await db.deleteFrom("webhooks").where("organization_id", "=", organizationId).execute();
  for (const table of [
    "exported_reports",
    "bucket_exports",
    "buckets",
    "client_reports",
    "client_recipients",
    "client_issues",
  ] as const)
    await db.deleteFrom(table).where("organization_id", "=", organizationId).execute();
  await db.deleteFrom("event_marks").where("organization_id", "=", organizationId).execute();
  // Their keys go with them.
  await db.deleteFrom("members").where("organization_id", "=", organizationId).execute();
  await db.updateTable("organizations").set({ deleted_at: now }).where("id", "=", organizationId).execute();
}

/**
 * Deletes the projects of deleted organizations, each in its own transaction. If interrupted, the sweep continues.
 * Returns the reports that were running.
 */
export async function deleteProjectsOfGone(
  db: Db,
  organizationIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const running: string[] = [];
  for (const organizationId of organizationIds) {
    const projects = await db
      .selectFrom("projects")
      .select("id")
      .where("user_id", "=", organizationId)
      .where("deleted_at", "is", null)
      .execute();
    for (const { id: projectId } of projects) {
      const reportIds = await transaction(db, (db) =>
        deleteProjectIfThere(db, { organizationId, projectId }, now),
      );
      running.push(...(reportIds ?? []));
    }
    await returnUnused(db, organizationId);
  }
  return running;
}

/** Deletes one project of a deleted organization; false if there is none, or others are working on all of them. */
export async function deleteLeftProject(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<OwnedProject>`
    select p.id as "projectId", p.user_id as "organizationId"
    from organizations o join projects p on p.user_id = o.id and p.deleted_at is null
    where o.deleted_at is not null
    limit 1 for update of p skip locked`.execute(db);
  const [project] = rows;
  return project !== undefined && (await deleteProjectIfThere(db, project, now)) !== undefined;
}

/**
 * Deletes one batch of what is left of accounts and organizations; false if nothing is, or others are working on all of
 * it.
 */
export async function deleteOfAccount(db: Db, crawls: number): Promise<boolean> {
  return (await deleteOfOrganization(db, crawls)) || deleteGoneUser(db);
}

async function deleteOfOrganization(db: Db, crawls: number): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from organizations o where deleted_at is not null
      and not exists (select from projects p where p.user_id = o.id)
    order by deleted_at limit 1 for update skip locked`.execute(db);
  const [gone] = rows;
  if (!gone) return false;
  const { rows: some } = await sql`
    delete from crawl_records where id = any(array(
      select id from crawl_records where user_id = ${gone.id} limit ${crawls}))
    returning 1`.execute(db);
  if (some.length > 0) return true;
  await closeCarryover(db, gone.id);
  await db.deleteFrom("organizations").where("id", "=", gone.id).execute();
  return true;
}

async function deleteGoneUser(db: Db): Promise<boolean> {
  const { rows } = await sql`
    delete from users where id = any(array(
      select id from users where deleted_at is not null order by deleted_at limit 1 for update skip locked))
    returning 1`.execute(db);
  return rows.length > 0;
}
