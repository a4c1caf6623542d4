import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../db/db.ts";

/** Longer than a code of an authenticator app is accepted, including the steps before and after its own. */
const takenMs = 3 * 60_000;

/** Uses up a code of an authenticator app. False if it was used before to sign in to this account: RFC 6238 §5.2. */
export async function useCode(db: Db, accountId: string, code: string, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - takenMs);
  await sql`delete from identity_used_codes where "userId" = ${accountId} and used_at < ${before}`.execute(
    db,
  );
  const { rows } = await sql`
    insert into identity_used_codes ("userId", code, used_at)
    values (${accountId}, ${hash("sha256", `${accountId} ${code}`, "buffer")}, ${now})
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}
