import { sql } from "kysely";
import type { Db } from "../db/db.ts";

/** A browser in which somebody is signed in. */
export interface BrowserSession {
  id: string;
  createdAt: Date;
  /** When it was last renewed, at most a day before its last use. */
  updatedAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
}

/** The current sessions of a built-in account, newest first; at most 100. */
export async function listSessions(db: Db, accountId: string, now: Date): Promise<BrowserSession[]> {
  const { rows } = await sql<BrowserSession>`
    select id, "createdAt", "updatedAt", "ipAddress", "userAgent" from identity_sessions
    where "userId" = ${accountId} and "expiresAt" > ${now}
    order by "updatedAt" desc, id desc limit 100`.execute(db);
  return rows;
}

/** Ends sessions as early as these lifetimes ask for: since their last renewal, and in all. */
export async function boundSessions(
  db: Db,
  { idleSeconds, maxSeconds }: { idleSeconds: number; maxSeconds: number },
): Promise<void> {
  await sql`
    update identity_sessions set "expiresAt" = bound from (
      select id as bounded, least("createdAt" + make_interval(secs => ${maxSeconds}),
        "updatedAt" + make_interval(secs => ${idleSeconds})) as bound from identity_sessions) bounds
    where id = bounded and "expiresAt" > bound`.execute(db);
}

/** Lets a renewed session last no longer than it may in all. */
export async function boundSession(db: Db, id: string, maxSeconds: number): Promise<void> {
  await sql`
    update identity_sessions set "expiresAt" = least("expiresAt", "createdAt" + make_interval(secs => ${maxSeconds}))
    where id = ${id}`.execute(db);
}

/** Ends one session of this account, or with `others` all except that one; returns how many. */
export async function endSession(
  db: Db,
  accountId: string,
  { id, others }: { id: string; others: boolean },
): Promise<number> {
  const which = others ? sql`id <> ${id}` : sql`id = ${id}`;
  const { rows } = await sql`
    delete from identity_sessions where "userId" = ${accountId} and ${which} returning 1`.execute(db);
  return rows.length;
}

/** Nobody's clock is so far off. */
const endedKeptMs = 86_400_000;
const rowsAtOnce = 1_000;

/** Deletes sessions that ended by themselves a day ago, in batches: each says where somebody was, and with what browser. */
export async function deleteEndedSessions(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - endedKeptMs);
  for (let deleted = rowsAtOnce; deleted === rowsAtOnce; ) {
    const { rows } = await sql`
      delete from identity_sessions where id in (
        select id from identity_sessions where "expiresAt" < ${before} limit ${rowsAtOnce}) returning 1`.execute(
      db,
    );
    deleted = rows.length;
  }
}

/** Ends the session with this token, by its hash. */
export async function endSessionOf(db: Db, tokenHash: string): Promise<void> {
  await sql`delete from identity_sessions where token = ${tokenHash}`.execute(db);
}

/** Ends what was begun under an account's former password: links to set another one, and sign-ins that wait for a code. */
export async function endBegun(db: Db, accountId: string): Promise<void> {
  await sql`delete from identity_verifications where value = ${accountId}`.execute(db);
  await sql`
    delete from password_links using members, users
    where members.id = member_id and users.id = members.user_id
      and users.issuer = 'overheard' and users.subject = ${accountId}`.execute(db);
}

/** How an account is secured besides its password. */
export interface SecondFactors {
  password: boolean;
  totp: boolean;
  passkeys: { id: string; name: string | null; createdAt: Date | null }[];
}

export async function secondFactorsOf(db: Db, accountId: string): Promise<SecondFactors> {
  const { rows } = await sql<{ password: boolean; totp: boolean }>`
    select exists (select from identity_accounts
        where "userId" = ${accountId} and "providerId" = 'credential' and password is not null) as password,
      exists (select from identity_two_factors where "userId" = ${accountId} and verified) as totp`.execute(
    db,
  );
  const { rows: passkeys } = await sql<SecondFactors["passkeys"][number]>`
    select id, name, "createdAt" from identity_passkeys
    where "userId" = ${accountId} order by "createdAt", id`.execute(db);
  return { password: false, totp: false, ...rows[0], passkeys };
}
