import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/db.ts";

/** Null if the text stays as it is. */
type Renew = (sealed: string) => Promise<string | null>;

/** The keys that sign sessions' JWTs, sealed by the account library. */
export async function signingKeys(db: Db): Promise<{ id: string; privateKey: string }[]> {
  const { rows } = await sql<{ id: string; privateKey: string }>`
    select id, "privateKey" from identity_signing_keys`.execute(db);
  return rows;
}

export async function deleteSigningKey(db: Db, id: string): Promise<void> {
  await sql`delete from identity_signing_keys where id = ${id}`.execute(db);
}

export const renewSigningKeys = (db: Db, renew: Renew): Promise<void> =>
  renewColumn(db, sql`identity_signing_keys`, sql`"privateKey"`, renew);

export async function renewTwoFactors(db: Db, renew: Renew): Promise<void> {
  await renewColumn(db, sql`identity_two_factors`, sql`secret`, renew);
  await renewColumn(db, sql`identity_two_factors`, sql`"backupCodes"`, renew);
}

/** Seals again everything that the vaults have sealed, by purpose. */
export async function renewVaults(db: Db, renewFor: (purpose: string) => Renew): Promise<void> {
  await renewColumn(db, sql`cms_connections`, sql`sealed`, renewFor("cms credentials"));
  await renewColumn(db, sql`engine_credentials`, sql`sealed`, renewFor("engine credentials"));
  await renewColumn(db, sql`webhooks`, sql`sealed`, renewFor("destinations"));
  await renewColumn(db, sql`buckets`, sql`sealed`, renewFor("buckets"));
  await renewColumn(db, sql`identity_vouchers`, sql`sealed_token`, renewFor("identity provider"));
}

/** One text after the other, except those that were replaced meanwhile. */
async function renewColumn(
  db: Db,
  table: RawBuilder<unknown>,
  column: RawBuilder<unknown>,
  renew: Renew,
): Promise<void> {
  const { rows } = await sql<{ text: string }>`
    select ${column} as text from ${table} where ${column} is not null`.execute(db);
  for (const { text } of rows) {
    const renewed = await renew(text);
    if (renewed !== null)
      await sql`update ${table} set ${column} = ${renewed} where ${column} = ${text}`.execute(db);
  }
}
