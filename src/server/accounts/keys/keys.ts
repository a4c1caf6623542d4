import { type Selectable, sql } from "kysely";
import { type Db, rfc3339, rfc3339OrNull } from "../../db/db.ts";
import type { Schema } from "../../db/schema.ts";
import { transaction } from "../../db/transaction.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Scope } from "../../kernel/scope.ts";
import { lockMember } from "../../organizations/members/members.ts";
import {
  type Membership,
  type MembershipRow,
  membershipColumns,
  membershipOf,
} from "../../organizations/members/memberships.ts";

/** A key as its owner may see it, times in RFC 3339: never the secret, which is not stored. */
export interface ApiKey {
  id: string;
  /** The member it belongs to. */
  memberId: string;
  name: string | null;
  /** The most that it can do; null: all that its member can. */
  scopes: readonly Scope[] | null;
  /** The first characters of the secret, to recognise it by. */
  prefix: string;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
}

export interface NewKey extends Omit<ApiKey, "memberId"> {
  organizationId: string;
  userId: string;
  hash: Buffer;
}

/** Whose keys to use: without `userId` everybody's, without `organizationId` those in every organization. */
export interface KeyHolder {
  organizationId: string | null;
  userId: string | null;
}

/** Keys per member, expired ones included. Source: docs/contract/keys.md. */
export const keysPerMember = 10;

/**
 * Adds a key. Throws KEY_LIMIT_REACHED at the eleventh, exactly even under parallel calls. Begins a transaction if `db`
 * is none.
 */
export async function insertKey(db: Db, key: NewKey): Promise<void> {
  if (!db.isTransaction) return transaction(db, (db) => insertKey(db, key));
  await lockMember(db, key);
  // A statement after the lock, so that it sees what the last holder added.
  const { held: keyCount } = await db
    .selectFrom("api_keys")
    .select((eb) => eb.fn.countAll<string>().as("held"))
    .where("organization_id", "=", key.organizationId)
    .where("user_id", "=", key.userId)
    .executeTakeFirstOrThrow();
  if (Number(keyCount) >= keysPerMember)
    throw new Problem("KEY_LIMIT_REACHED", { details: { limit: keysPerMember, used: Number(keyCount) } });
  await db
    .insertInto("api_keys")
    .values({
      id: key.id,
      organization_id: key.organizationId,
      user_id: key.userId,
      scopes: key.scopes && [...key.scopes],
      name: key.name,
      prefix: key.prefix,
      hash: key.hash,
      created_at: key.createdAt,
      last_used_at: key.lastUsedAt,
      expires_at: key.expiresAt,
    })
    .execute();
}

/** The keys of a member, or of a whole organization, newest first. */
export async function listKeys(db: Db, { organizationId, userId }: KeyHolder): Promise<ApiKey[]> {
  let query = db
    .selectFrom("api_keys")
    .innerJoin("members", (join) =>
      join
        .onRef("members.organization_id", "=", "api_keys.organization_id")
        .onRef("members.user_id", "=", "api_keys.user_id"),
    )
    .selectAll("api_keys")
    .select("members.id as member_id")
    .$if(organizationId !== null, (keys) => keys.where("api_keys.organization_id", "=", organizationId!));
  if (userId !== null) query = query.where("api_keys.user_id", "=", userId);
  const rows = await query.orderBy("api_keys.created_at", "desc").orderBy("api_keys.id", "desc").execute();
  return rows.map(apiKey);
}

/** Deletes a key of this holder; false if there is none. */
export async function deleteKey(
  db: Db,
  { organizationId, userId }: KeyHolder,
  keyId: string,
): Promise<boolean> {
  let query = db.deleteFrom("api_keys").where("id", "=", keyId).where("organization_id", "=", organizationId);
  if (userId !== null) query = query.where("user_id", "=", userId);
  const deleted = await query.returning("id").executeTakeFirst();
  return deleted !== undefined;
}

/** Deletes all keys of a user, or the one with this id; in the given transaction, or by itself. */
export async function deleteKeysOf(db: Db, userId: string, keyId?: string): Promise<void> {
  const keys = db.deleteFrom("api_keys").where("user_id", "=", userId);
  await (keyId === undefined ? keys : keys.where("id", "=", keyId)).execute();
}

/** The keys with this id or these first characters, and their owners; for the operator. */
export async function findKeyOwner(db: Db, key: string): Promise<{ id: string; userId: string }[]> {
  const uuid = canonicalUuid(key);
  const keys = db.selectFrom("api_keys").select(["id", "user_id as userId"]);
  return (uuid ? keys.where("id", "=", uuid) : keys.where("prefix", "=", key)).execute();
}

/** A key and the membership it acts for. */
export interface FoundKey {
  keyId: string;
  expiresAt: Date | null;
  scopes: readonly Scope[] | null;
  membership: Membership;
}

/** The key with this hash and its owner, expired or not. */
export async function findKey(db: Db, hash: Buffer): Promise<FoundKey | undefined> {
  const { rows } = await sql<MembershipRow & { id: string; expires_at: Date | null; scopes: Scope[] | null }>`
    select api_keys.id, api_keys.expires_at, api_keys.scopes, ${membershipColumns}
    from api_keys
    join members on members.organization_id = api_keys.organization_id and members.user_id = api_keys.user_id
    join users on users.id = members.user_id
    join organizations on organizations.id = members.organization_id
    where api_keys.hash = ${hash}`.execute(db);
  const [row] = rows;
  return (
    row && { keyId: row.id, expiresAt: row.expires_at, scopes: row.scopes, membership: membershipOf(row) }
  );
}

/** Replaces the hash of a key by the one that another secret gives; true if it was there. */
export async function rehashKey(db: Db, from: Buffer, to: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("api_keys")
    .set({ hash: to })
    .where("hash", "=", from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes when keys were last used; times never go back, even with several servers. */
export async function touchKeys(db: Db, uses: ReadonlyMap<string, Date>): Promise<void> {
  const values = [...uses].map(([id, at]) => sql`(${id}::uuid, ${at}::timestamptz)`);
  if (values.length === 0) return;
  // Locked in one order: otherwise two servers that note the same keys would wait for each other.
  await sql`with used (id, at) as (values ${sql.join(values)}),
    held as materialized (select id from api_keys where id in (select id from used) order by id for no key update)
    update api_keys set last_used_at = used.at from used join held using (id)
    where api_keys.id = used.id and (last_used_at is null or last_used_at < used.at)`.execute(db);
}

function apiKey(row: Selectable<Schema["api_keys"]> & { member_id: string }): ApiKey {
  return {
    id: row.id,
    memberId: row.member_id,
    scopes: row.scopes,
    name: row.name,
    prefix: row.prefix,
    createdAt: rfc3339(row.created_at),
    lastUsedAt: rfc3339OrNull(row.last_used_at),
    expiresAt: rfc3339OrNull(row.expires_at),
  };
}
