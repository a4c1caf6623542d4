import { sql } from "kysely";
import type { Db } from "../db/db.ts";
import { transaction } from "../db/transaction.ts";
import { deleteMember } from "../organizations/members/members.ts";
import { lockOrganization } from "../organizations/organizations.ts";
import { deleteConnectorsOf } from "./connectors/connectors.ts";
import { deleteKeysOf } from "./keys/keys.ts";
import { ownIssuer } from "./users.ts";

/**
 * Disables an account. From the commit on, its sessions are gone, and its keys, connectors and tokens stop working as
 * soon as what processes remember of it has lapsed. `endDisabled` ends what runs for it. False if it is already
 * disabled.
 */
export async function disableUser(db: Db, userId: string, now: Date): Promise<boolean> {
  const shut = await db
    .updateTable("users")
    .set({ disabled_at: now })
    .where("id", "=", userId)
    .where("disabled_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  await endSessions(db, userId);
  return shut !== undefined;
}

/** Enables an account again, with the keys and connectors it had. False if it is enabled or being deleted. */
export async function enableUser(db: Db, userId: string): Promise<boolean> {
  const opened = await db
    .updateTable("users")
    .set({ disabled_at: null })
    .where("id", "=", userId)
    .where("disabled_at", "is not", null)
    .where("deleted_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return opened !== undefined;
}

/** Ends all browser sessions of an account; returns how many there were. */
export async function endSessions(db: Db, userId: string): Promise<number> {
  const { rows } = await sql`
    delete from identity_sessions sessions using users
    where sessions."userId" = users.subject and users.id = ${userId} and users.issuer = ${ownIssuer}
    returning 1`.execute(db);
  return rows.length;
}

/** Turns off the second step for somebody who has lost it, and removes their passkeys. Needs a transaction. */
export async function endSecondStepOf(db: Db, userId: string): Promise<void> {
  const owner = sql`(select subject from users where id = ${userId} and issuer = ${ownIssuer})`;
  await sql`delete from identity_two_factors where "userId" = ${owner}`.execute(db);
  await sql`delete from identity_passkeys where "userId" = ${owner}`.execute(db);
  await sql`update identity_users set "twoFactorEnabled" = false where id = ${owner}`.execute(db);
}

/** Whether a built-in account, by its own id, is disabled; false if it has not used the API yet. */
export async function isAccountDisabled(db: Db, subject: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("issuer", "=", ownIssuer)
    .where("subject", "=", subject)
    .where("disabled_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Notes that the address of a built-in account, by its own id, is its person's. Whoever made the account for themselves may
 * have been somebody else: their ways in end, and whom they let in leaves.
 */
export async function claimAddress(db: Db, subject: string): Promise<void> {
  await transaction(db, async (db) => {
    const isUnclaimed = await endMakersWays(db, subject);
    await sql`update identity_users set "emailVerified" = true where id = ${subject}`.execute(db);
    const userId = isUnclaimed ? await userIdOf(db, subject) : undefined;
    if (userId === undefined) return;
    await lockOrganization(db, userId);
    const others = await sql<{ id: string }>`
      select id from members others where organization_id = ${userId} and user_id <> ${userId}
        and exists (select from members where organization_id = ${userId} and user_id = ${userId} and role = 'owner')`.execute(
      db,
    );
    for (const { id } of others.rows) await deleteMember(db, userId, id);
    await sql`delete from invitations where invited_by = ${userId} and accepted_at is null`.execute(db);
  });
}

/**
 * Ends all that lets in whoever made an account for themselves, by its own id, with an address that nobody has shown to be
 * theirs; its password stays. False if it is no such account, or there is none.
 */
export async function endMakersWays(db: Db, subject: string): Promise<boolean> {
  return transaction(db, async (db) => {
    const { rows } = await sql`
      update identity_users set "twoFactorEnabled" = false
      where id = ${subject} and "selfMade" and not "emailVerified" returning 1`.execute(db);
    if (rows.length === 0) return false;
    for (const table of ["passkeys", "two_factors", "sessions"])
      await sql`delete from ${sql.table(`identity_${table}`)} where "userId" = ${subject}`.execute(db);
    // Other links to set its password, and sign-ins that wait for a code.
    await sql`delete from identity_verifications where value = ${subject}`.execute(db);
    const userId = await userIdOf(db, subject);
    if (userId === undefined) return true;
    await deleteKeysOf(db, userId);
    await deleteConnectorsOf(db, userId);
    return true;
  });
}

/** Undefined if the account has not used the API yet. */
async function userIdOf(db: Db, subject: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("issuer", "=", ownIssuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.id;
}
