import { symmetricDecrypt } from "better-auth/crypto";
import { sql } from "kysely";
import type { Db } from "../../store/db/db.ts";

/**
 * Deletes the keys that sessions' JWTs are signed with where this secret does not open them: the server has got another secret,
 * and the account library signs with the newest key or not at all. It makes another one then.
 */
export async function dropUnopenedKeys(db: Db, secret: string): Promise<void> {
  const { rows } = await sql<{ id: string; privateKey: string }>`
    select id, "privateKey" from identity_signing_keys`.execute(db);
  for (const { id, privateKey } of rows)
    if (!(await opens(secret, privateKey)))
      await sql`delete from identity_signing_keys where id = ${id}`.execute(db);
}

async function opens(secret: string, sealed: string): Promise<boolean> {
  try {
    await symmetricDecrypt({ key: secret, data: JSON.parse(sealed) });
    return true;
  } catch {
    return false;
  }
}
