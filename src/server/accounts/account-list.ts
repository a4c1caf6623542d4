import { type RawBuilder, sql } from "kysely";
import { type Db, rfc3339, rfc3339OrNull } from "../db/db.ts";
import { ownIssuer } from "./users.ts";

/** An account as its operator sees it, times in RFC 3339. */
export interface ListedAccount {
  /** Null for one that has signed up and never used the API. */
  id: string | null;
  email: string | null;
  /** Who signs it in: `overheard`, or the issuer of an identity provider. */
  issuer: string;
  /** The plan of the organization that they were given. */
  plan: string;
  createdAt: string;
  disabledAt: string | null;
  /** The newest use of its keys. */
  keyUsedAt: string | null;
  keys: number;
  sessions: number;
  projects: number;
}

/**
 * Accounts in the order of their addresses whose address contains `search` or whose id it is; at most `limit`, oldest
 * first.
 */
export async function listAccounts(
  db: Db,
  { search, limit }: { search: string | null; limit: number },
): Promise<ListedAccount[]> {
  const like = search === null ? "%" : `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const { rows } = await sql<AccountRow>`
    with known as (
      select u.id, coalesce(u.email, a.email) as email, coalesce(u.issuer, ${ownIssuer}) as issuer, u.disabled_at,
        coalesce(o.plan, 'free') as plan, o.id as own, coalesce(u.created_at, a."createdAt") as created_at, a.id as account_id
      from (select * from users where deleted_at is null) u
      full join identity_users a on u.issuer = ${ownIssuer} and u.subject = a.id
      left join organizations o on o.id = coalesce(u.own_organization_id, u.id))
    select k.id, k.email, k.issuer, k.plan, k.created_at as "createdAt", k.disabled_at as "disabledAt",
      (select max(last_used_at) from api_keys where user_id = k.id) as "keyUsedAt",
      (select count(*) from api_keys where user_id = k.id)::int as keys,
      (select count(*) from identity_sessions where "userId" = k.account_id and "expiresAt" > now())::int as sessions,
      (select count(*) from projects where user_id = k.own and deleted_at is null)::int as projects
    from known k
    where k.email ilike ${like} or k.id::text = ${search} or ${search === null}::boolean
    order by k.created_at, k.email
    limit ${limit}`.execute(db);
  return rows.map((row) => ({
    ...row,
    createdAt: rfc3339(row.createdAt),
    disabledAt: rfc3339OrNull(row.disabledAt),
    keyUsedAt: rfc3339OrNull(row.keyUsedAt),
  }));
}

interface AccountRow extends Omit<ListedAccount, "createdAt" | "disabledAt" | "keyUsedAt"> {
  createdAt: Date;
  disabledAt: Date | null;
  keyUsedAt: Date | null;
}

/** A built-in account, by its own id. */
export interface AccountOwner {
  accountId: string;
  email: string;
}

async function owner(db: Db, where: RawBuilder<unknown>): Promise<AccountOwner | null> {
  const { rows } = await sql<AccountOwner>`
    select id as "accountId", email from identity_users where ${where} limit 1`.execute(db);
  return rows[0] ?? null;
}

export const accountById = (db: Db, id: string) => owner(db, sql`id = ${id}`);

/** By its address, in the spelling that is stored. */
export const accountByEmail = (db: Db, email: string) => owner(db, sql`email = ${email}`);

/** By the hash of the token of one of its sessions. */
export const accountBySession = (db: Db, tokenHash: string) =>
  owner(db, sql`id = (select "userId" from identity_sessions where token = ${tokenHash})`);

/** By the identifier of what waits to be proven, such as a code or a link, as it is stored. */
export const accountByVerification = (db: Db, identifier: string) =>
  owner(db, sql`id = (select value from identity_verifications where identifier = ${identifier} limit 1)`);

/** By the name that the device gave to a passkey. */
export const accountByPasskey = (db: Db, credentialId: string) =>
  owner(
    db,
    sql`id = (select "userId" from identity_passkeys where "credentialID" = ${credentialId} limit 1)`,
  );
