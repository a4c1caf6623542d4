import { type Selectable, sql } from "kysely";
import { canonicalUuid, newId } from "../../kernel/id.ts";
import type { Db } from "../db/db.ts";
import type { Schema } from "../db/schema.ts";

export type User = Selectable<Schema["users"]>;

/**
 * The issuer of our own accounts in `users`. Not the `iss` of their tokens: that is an address, and a server
 * that moves to another one must still know its users.
 */
export const ownIssuer = "overheard";

export interface Identity {
  issuer: string;
  subject: string;
  email: string | null;
}

/** The user behind (issuer, subject), made on the plan `free` at first sight; keeps the newest email. */
export async function userOf(db: Db, identity: Identity, now: Date): Promise<User> {
  const known = await findUser(db, identity);
  if (known && (known.email === identity.email || identity.email === null)) return known;
  return db
    .insertInto("users")
    .values({ id: newId(), ...identity, plan_started_at: now, created_at: now })
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doUpdateSet({ email: identity.email }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The same for whoever shows a token of a session; undefined where that has ended. One statement for a known user. */
export async function userOfSession(
  db: Db,
  identity: Identity,
  sessionId: string,
  now: Date,
): Promise<User | undefined> {
  const lives = sql<boolean>`exists (
    select from identity_sessions s where s.id = ${sessionId} and s."userId" = ${identity.subject}
      and s."expiresAt" > ${now})`;
  const row = await db
    .selectFrom("users")
    .selectAll()
    .select(lives.as("lives"))
    .where("issuer", "=", identity.issuer)
    .where("subject", "=", identity.subject)
    .executeTakeFirst();
  if (!row) {
    const { rows } = await sql<{ lives: boolean }>`select ${lives} as lives`.execute(db);
    return rows[0]?.lives ? userOf(db, identity, now) : undefined;
  }
  const { lives: isOpen, ...known } = row;
  if (!isOpen) return undefined;
  return known.email === identity.email || identity.email === null ? known : userOf(db, identity, now);
}

export async function findUser(
  db: Db,
  { issuer, subject }: Pick<Identity, "issuer" | "subject">,
): Promise<User | undefined> {
  return db
    .selectFrom("users")
    .selectAll()
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

/** By the id that the API shows; undefined where there is none, or it is being deleted. */
export async function findUserById(db: Db, id: string): Promise<User | undefined> {
  return db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Everybody with this address at one issuer: several only where its accounts share an address. */
export async function usersWithEmail(db: Db, issuer: string, email: string): Promise<User[]> {
  return db
    .selectFrom("users")
    .selectAll()
    .where("issuer", "=", issuer)
    .where((eb) => eb.fn<string>("lower", ["email"]), "=", email.toLowerCase())
    .execute();
}

/** What attempts to sign in to an account are told apart by; of one that does not exist, nothing. */
export interface AccountTraits {
  /** Another one with each new password; says nothing of it. */
  passwordTrait: string;
  /** Whether somebody who is signed in now came from this address. */
  signedInFrom: boolean;
}

/** The traits of the built-in account with this address, in lower case. */
export async function accountTraits(db: Db, email: string, from: string, now: Date): Promise<AccountTraits> {
  const nobody = { passwordTrait: "", signedInFrom: false };
  if (email.includes("\0")) return nobody;
  const { rows } = await sql<AccountTraits>`
    select coalesce(md5(passwords.password), '') as "passwordTrait", exists (
        select from identity_sessions sessions
        where sessions."userId" = accounts.id and sessions."ipAddress" = ${from} and sessions."expiresAt" > ${now}
      ) as "signedInFrom"
    from identity_users accounts
    left join identity_accounts passwords
      on passwords."userId" = accounts.id and passwords."providerId" = 'credential'
    where accounts.email = ${email} limit 1`.execute(db);
  return rows[0] ?? nobody;
}

/**
 * Makes everything of one user that must count before it adds wait in line, until the transaction ends.
 * Needs a transaction. Rows that refer to the user may still be written: who holds the quota and writes the ledger
 * must not wait for whoever holds the user and wants the quota.
 */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await db.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
}

/** Puts a user on a plan; a change begins a new period at `now`. */
export async function setUserPlan(db: Db, userId: string, plan: string, now: Date): Promise<void> {
  await db
    .updateTable("users")
    .set({ plan, plan_status: "active", plan_started_at: now })
    .where("id", "=", userId)
    .where((eb) => eb.or([eb("plan", "!=", plan), eb("plan_status", "!=", "active")]))
    .execute();
}

/** Whom a project belongs to; undefined where there is no such project. */
export async function findOwner(db: Db, projectId: string): Promise<User | undefined> {
  const uuid = canonicalUuid(projectId);
  if (!uuid) return undefined;
  return db
    .selectFrom("projects")
    .innerJoin("users", "users.id", "projects.user_id")
    .selectAll("users")
    .where("projects.id", "=", uuid)
    .where("projects.deleted_at", "is", null)
    .executeTakeFirst();
}
