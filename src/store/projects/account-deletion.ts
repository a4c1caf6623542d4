import { sql } from "kysely";
import { disableUser } from "../accounts/disabling.ts";
import { ownIssuer } from "../accounts/users.ts";
import type { Db } from "../db/db.ts";
import { transaction } from "../db/transaction.ts";
import { deleteMember, handOver } from "../organizations/members.ts";
import { lockOrganization, organizationsOf } from "../organizations/organizations.ts";
import { deleteProject } from "./project-deletion.ts";

/**
 * Takes an account away: it, its credentials and every organization in which nobody else is are gone for everybody, and
 * its address is free. What belongs to organizations with other members stays theirs; one that loses its only owner gets
 * the member who may do most. Rows go later, in the background (`deletion.ts`). Cut off at any point, another call goes
 * on. Returns the reports that were running.
 */
export async function deleteAccount(db: Db, userId: string, now: Date): Promise<string[]> {
  await disableUser(db, userId, now);
  const running: string[] = [];
  for (const { id, memberId, members } of await organizationsOf(db, userId)) {
    if (members === 1) running.push(...(await deleteOrganization(db, id, now)));
    else
      await transaction(db, async (db) => {
        await lockOrganization(db, id);
        await handOver(db, id, memberId);
        await deleteMember(db, id, memberId);
      });
  }
  await transaction(db, async (db) => {
    await sql`
      delete from identity_vouchers v using identity_accounts a, users u
      where v.subject = a."accountId" and a."providerId" = 'oidc' and a."userId" = u.subject
        and u.id = ${userId} and u.issuer = ${ownIssuer}`.execute(db);
    // This removes its password, sessions, connectors and their tokens.
    await sql`
      delete from identity_users accounts using users
      where accounts.id = users.subject and users.id = ${userId} and users.issuer = ${ownIssuer}`.execute(db);
    // What others have sent them holds their address.
    await sql`
      delete from invitations i using users u
      where u.id = ${userId} and u.email is not null and i.email = lower(u.email)`.execute(db);
    // Somebody who comes back from an identity provider is a new person.
    await sql`
      update users set deleted_at = ${now}, email = null, subject = 'deleted ' || id::text
      where id = ${userId} and deleted_at is null`.execute(db);
  });
  return running;
}

/**
 * Takes an organization away with everything that belongs to it; its members are in it no more. Returns the reports that
 * were running.
 */
export async function deleteOrganization(db: Db, organizationId: string, now: Date): Promise<string[]> {
  const projects = await db
    .selectFrom("projects")
    .select("id")
    .where("user_id", "=", organizationId)
    .where("deleted_at", "is", null)
    .execute();
  const running: string[] = [];
  for (const { id: projectId } of projects)
    running.push(...(await transaction(db, (db) => deleteProject(db, { organizationId, projectId }, now))));
  await transaction(db, async (db) => {
    await lockOrganization(db, organizationId);
    await db.deleteFrom("share_links").where("user_id", "=", organizationId).execute();
    await db.deleteFrom("engine_credentials").where("organization_id", "=", organizationId).execute();
    await db.deleteFrom("invitations").where("organization_id", "=", organizationId).execute();
    // Their keys go with them.
    await db.deleteFrom("members").where("organization_id", "=", organizationId).execute();
    await db.updateTable("organizations").set({ deleted_at: now }).where("id", "=", organizationId).execute();
  });
  return running;
}

/** One batch of what is left of accounts and organizations; false if nothing is, or others are at work on all of it. */
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
  if (some.length === 0) await db.deleteFrom("organizations").where("id", "=", gone.id).execute();
  return true;
}

async function deleteGoneUser(db: Db): Promise<boolean> {
  const { rows } = await sql`
    delete from users where id = any(array(
      select id from users where deleted_at is not null order by deleted_at limit 1 for update skip locked))
    returning 1`.execute(db);
  return rows.length > 0;
}
