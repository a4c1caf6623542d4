import { sql } from "kysely";
import type { Db } from "../db/db.ts";
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
