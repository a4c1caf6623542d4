import type { Selectable } from "kysely";
import { type Db, rfc3339 } from "../../db/db.ts";
import type { Schema } from "../../db/schema.ts";

/** An organization's key for an assistant. Times are RFC 3339 UTC. */
export interface EngineCredentials {
  organizationId: string;
  provider: string;
  /** Encrypted. */
  sealed: string;
  /** What is shown of it. */
  lastFour: string;
  /** False once the vendor has refused it. */
  active: boolean;
  verifiedAt: string;
}

/** Identifies credentials; others that have replaced them are left alone. */
export type SealedKey = Pick<EngineCredentials, "organizationId" | "provider" | "sealed">;

/** Saves an organization's key for a provider, in place of any other. */
export async function saveCredentials(
  db: Db,
  { organizationId, provider, sealed, lastFour }: Omit<EngineCredentials, "active" | "verifiedAt">,
  now: Date,
): Promise<EngineCredentials> {
  const terms = { sealed, last_four: lastFour, active: true, verified_at: now };
  const row = await db
    .insertInto("engine_credentials")
    .values({ ...terms, organization_id: organizationId, provider, created_at: now })
    .onConflict((conflict) => conflict.columns(["organization_id", "provider"]).doUpdateSet(terms))
    .returningAll()
    .executeTakeFirstOrThrow();
  return credentialsOf(row);
}

/** The keys of an organization, by provider. */
export async function listCredentials(db: Db, organizationId: string): Promise<EngineCredentials[]> {
  const rows = await db
    .selectFrom("engine_credentials")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .orderBy("provider")
    .execute();
  return rows.map(credentialsOf);
}

/** The keys of these organizations for a provider. */
export async function findCredentials(
  db: Db,
  provider: string,
  organizationIds: readonly string[],
): Promise<EngineCredentials[]> {
  if (organizationIds.length === 0) return [];
  const rows = await db
    .selectFrom("engine_credentials")
    .selectAll()
    .where("organization_id", "in", [...organizationIds])
    .where("provider", "=", provider)
    .execute();
  return rows.map(credentialsOf);
}

/** Deletes an organization's key; false if there is none. */
export async function deleteCredentials(db: Db, organizationId: string, provider: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("engine_credentials")
    .where("organization_id", "=", organizationId)
    .where("provider", "=", provider)
    .returning("provider")
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Notes whether the vendor accepts a key; false if that key is no longer the saved one. */
export async function noteCredentials(
  db: Db,
  { organizationId, provider, sealed }: SealedKey,
  active: boolean,
): Promise<boolean> {
  const noted = await db
    .updateTable("engine_credentials")
    .set({ active })
    .where("organization_id", "=", organizationId)
    .where("provider", "=", provider)
    .where("sealed", "=", sealed)
    .returning("provider")
    .executeTakeFirst();
  return noted !== undefined;
}

/** Begins to try out a key for an organization; false while another one is tried out for it, at most until `until`. */
export async function beginTrial(
  db: Db,
  organizationId: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const trial = await db
    .insertInto("key_trials")
    .values({ organization_id: organizationId, until })
    .onConflict((conflict) =>
      conflict.column("organization_id").doUpdateSet({ until }).where("key_trials.until", "<=", now),
    )
    .returning("organization_id")
    .executeTakeFirst();
  return trial !== undefined;
}

export async function endTrial(db: Db, organizationId: string): Promise<void> {
  await db.deleteFrom("key_trials").where("organization_id", "=", organizationId).execute();
}

const credentialsOf = (row: Selectable<Schema["engine_credentials"]>): EngineCredentials => ({
  organizationId: row.organization_id,
  provider: row.provider,
  sealed: row.sealed,
  lastFour: row.last_four,
  active: row.active,
  verifiedAt: rfc3339(row.verified_at),
});
