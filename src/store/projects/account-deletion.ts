import { sql } from "kysely";
import { disableUser } from "../accounts/disabling.ts";
import { ownIssuer } from "../accounts/users.ts";
import type { Db } from "../db/db.ts";
import { transaction } from "../db/transaction.ts";
import { deleteProject } from "./project-deletion.ts";

/**
 * Takes an account away: it, its credentials and everything that belongs to it are gone for everybody, and its address
 * is free. Its rows go later, in the background (`deletion.ts`). Cut off at any point, another call goes on. Returns
 * the reports that were running.
 */
export async function deleteAccount(db: Db, userId: string, now: Date): Promise<string[]> {
  await disableUser(db, userId, now);
  const projects = await db
    .selectFrom("projects")
    .select("id")
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null)
    .execute();
  const running: string[] = [];
  for (const { id: projectId } of projects)
    running.push(...(await transaction(db, (db) => deleteProject(db, { userId, projectId }, now))));
  await transaction(db, async (db) => {
    await db.deleteFrom("api_keys").where("user_id", "=", userId).execute();
    await db.deleteFrom("share_links").where("user_id", "=", userId).execute();
    await sql`
      delete from identity_vouchers v using identity_accounts a, users u
      where v.subject = a."accountId" and a."providerId" = 'oidc' and a."userId" = u.subject
        and u.id = ${userId} and u.issuer = ${ownIssuer}`.execute(db);
    // With it go its password, sessions, connectors and their tokens.
    await sql`
      delete from identity_users accounts using users
      where accounts.id = users.subject and users.id = ${userId} and users.issuer = ${ownIssuer}`.execute(db);
    // Whoever comes back from an identity provider is somebody new.
    await sql`
      update users set deleted_at = ${now}, email = null, subject = 'deleted ' || id::text
      where id = ${userId} and deleted_at is null`.execute(db);
  });
  return running;
}

/** One batch of an account that is gone; false where there is none, or others are at work on all of them. */
export async function deleteOfAccount(db: Db, crawls: number): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from users u where deleted_at is not null
      and not exists (select from projects p where p.user_id = u.id)
    order by deleted_at limit 1 for update skip locked`.execute(db);
  const [gone] = rows;
  if (!gone) return false;
  const { rows: some } = await sql`
    delete from crawl_records where id = any(array(
      select id from crawl_records where user_id = ${gone.id} limit ${crawls}))
    returning 1`.execute(db);
  if (some.length === 0) await db.deleteFrom("users").where("id", "=", gone.id).execute();
  return true;
}
