import { type Selectable, sql } from "kysely";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { type Db, rfc3339, rfc3339OrNull } from "../db/db.ts";
import type { Schema } from "../db/schema.ts";
import { transaction } from "../db/transaction.ts";
import { lockUser, type User } from "./users.ts";

/** A key as its owner may see it, times in RFC 3339: never the secret, which is not stored. */
export interface ApiKey {
  id: string;
  name: string | null;
  /** The first characters of the secret, to tell it by. */
  prefix: string;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
}

export interface NewKey extends ApiKey {
  userId: string;
  hash: Buffer;
}

/** Keys per user, expired ones included. Source: docs/contract/keys.md. */
export const keysPerUser = 10;

/**
 * Adds a key; throws KEY_LIMIT_REACHED at the eleventh, exactly also under parallel calls.
 * Where `db` is no transaction, it makes one.
 */
export async function insertKey(db: Db, key: NewKey): Promise<void> {
  if (!db.isTransaction) return transaction(db, (db) => insertKey(db, key));
  await lockUser(db, key.userId);
  // A statement after the lock, so that it sees what the last holder added.
  const { held } = await db
    .selectFrom("api_keys")
    .select((eb) => eb.fn.countAll<string>().as("held"))
    .where("user_id", "=", key.userId)
    .executeTakeFirstOrThrow();
  if (Number(held) >= keysPerUser)
    throw new Problem("KEY_LIMIT_REACHED", { details: { limit: keysPerUser, used: Number(held) } });
  await db
    .insertInto("api_keys")
    .values({
      id: key.id,
      user_id: key.userId,
      name: key.name,
      prefix: key.prefix,
      hash: key.hash,
      created_at: key.createdAt,
      last_used_at: key.lastUsedAt,
      expires_at: key.expiresAt,
    })
    .execute();
}

/** A user's keys, newest first. */
export async function listKeys(db: Db, userId: string): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom("api_keys")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(apiKey);
}

/** Deletes a key of this user; false where there is none. */
export async function deleteKey(db: Db, userId: string, keyId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("api_keys")
    .where("id", "=", keyId)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Deletes all keys of a user, or the one of this id, in the transaction given or by itself. */
export async function deleteKeysOf(db: Db, userId: string, keyId?: string): Promise<void> {
  const keys = db.deleteFrom("api_keys").where("user_id", "=", userId);
  await (keyId === undefined ? keys : keys.where("id", "=", keyId)).execute();
}

/** The keys with this id, or with these first characters, and whose they are; for the operator. */
export async function findKeyOwner(db: Db, key: string): Promise<{ id: string; userId: string }[]> {
  const uuid = canonicalUuid(key);
  const keys = db.selectFrom("api_keys").select(["id", "user_id as userId"]);
  return (uuid ? keys.where("id", "=", uuid) : keys.where("prefix", "=", key)).execute();
}

/** The key with this hash and whose it is, expired or not. */
export async function findKeyWithUser(
  db: Db,
  hash: Buffer,
): Promise<{ keyId: string; expiresAt: Date | null; user: User } | undefined> {
  const row = await db
    .selectFrom("api_keys")
    .innerJoin("users", "users.id", "api_keys.user_id")
    .select(["api_keys.id as keyId", "api_keys.expires_at as expiresAt"])
    .selectAll("users")
    .where("api_keys.hash", "=", hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { keyId, expiresAt, ...user } = row;
  return { keyId, expiresAt, user };
}

/** Notes when keys were last used; times never go back, also with several servers. */
export async function touchKeys(db: Db, uses: ReadonlyMap<string, Date>): Promise<void> {
  const values = [...uses].map(([id, at]) => sql`(${id}::uuid, ${at}::timestamptz)`);
  if (values.length === 0) return;
  // Locked in one order: two servers that note the same keys would else wait for each other.
  await sql`with used (id, at) as (values ${sql.join(values)}),
    held as materialized (select id from api_keys where id in (select id from used) order by id for no key update)
    update api_keys set last_used_at = used.at from used join held using (id)
    where api_keys.id = used.id and (last_used_at is null or last_used_at < used.at)`.execute(db);
}

function apiKey(row: Selectable<Schema["api_keys"]>): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    createdAt: rfc3339(row.created_at),
    lastUsedAt: rfc3339OrNull(row.last_used_at),
    expiresAt: rfc3339OrNull(row.expires_at),
  };
}
