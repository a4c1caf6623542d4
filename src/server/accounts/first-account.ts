import { sql } from "kysely";
import type { Db } from "../db/db.ts";

/** How long a link for the first account is kept that nobody has used. */
const keptMs = 30 * 86_400_000;

/** Whether there is any built-in account. */
export async function hasAccounts(db: Db): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`select exists (select from identity_users) as some`.execute(
    db,
  );
  return rows[0]!.some;
}

/** Keeps one more link for the first account, by the hash of its token; any of them works, once. */
export async function insertFirstLink(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .deleteFrom("first_account_links")
    .where("created_at", "<", new Date(now.getTime() - keptMs))
    .execute();
  await db.insertInto("first_account_links").values({ token_hash: tokenHash, created_at: now }).execute();
}

export async function isFirstLink(db: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("first_account_links")
    .select("token_hash")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends all links for the first account, if this is one of them; true for the one caller who has ended them. */
export async function takeFirstLinks(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    delete from first_account_links
    where exists (select from first_account_links where token_hash = ${tokenHash}) returning 1`.execute(db);
  return rows.length > 0;
}

/** There is an account: no link makes the first one any more. */
export async function dropFirstLinks(db: Db): Promise<void> {
  await db.deleteFrom("first_account_links").execute();
}
