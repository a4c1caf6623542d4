import { type Selectable, sql } from "kysely";
import type { Plan } from "../api/access/plan.ts";
import type { Db } from "../db/db.ts";
import type { Schema } from "../db/schema.ts";
import { transaction } from "../db/transaction.ts";
import { newId } from "../kernel/id.ts";
import { Problem } from "../kernel/problem.ts";
import {
  type Backing,
  findMembership,
  isBacked,
  type Membership,
  type Wanted,
} from "../organizations/members/memberships.ts";
import { insertOwnOrganization, organizationsOf } from "../organizations/organizations.ts";
import type { Marks } from "./usage-carryover/carried-usage.ts";
import { resumeForReturner, resumeForUser } from "./usage-carryover/resume-usage.ts";

export type User = Selectable<Schema["users"]>;

/**
 * The issuer of our own accounts in `users`. It is not the `iss` of their tokens, which is an address: a server that
 * moves to another address must still know its users.
 */
export const ownIssuer = "overheard";

export interface Identity {
  issuer: string;
  subject: string;
  email: string | null;
  /** By which somebody is known again who has deleted their account. */
  marks?: Marks;
}

/**
 * The user with this issuer and subject, created on first sight with an organization of their own; keeps the newest
 * email. Throws UNAUTHORIZED if a built-in account is gone.
 */
export async function userOf(db: Db, identity: Identity, now: Date): Promise<User> {
  const user = await findUser(db, identity);
  if (user && (user.email === identity.email || identity.email === null)) return user;
  return saveUser(db, identity, now);
}

async function saveUser(db: Db, { issuer, subject, email }: Identity, now: Date): Promise<User> {
  // Held meanwhile: a deletion of the account waits for this row or is waited for, so that no user is created for a
  // deleted account.
  const account =
    issuer === ownIssuer
      ? sql`from identity_users where identity_users.id = ${subject} for key share`
      : sql``;
  const { rows } = await sql<User>`
    insert into users (id, issuer, subject, email, plan_started_at, created_at)
    select ${newId()}::uuid, ${issuer}::text, ${subject}::text, ${email}::text, ${now}::timestamptz,
      ${now}::timestamptz ${account}
    on conflict (issuer, subject) do update set email = excluded.email
    returning *`.execute(db);
  if (!rows[0]) throw noAccount();
  return rows[0];
}

const noAccount = () => new Problem("UNAUTHORIZED", { details: { reason: "invalid" } });

async function findUser(
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

/** By the id that the API shows; undefined if there is none, or it is being deleted. */
export async function findUserById(db: Db, id: string): Promise<User | undefined> {
  return db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Whether the address of a built-in account, by its own id, is known to be its person's. */
export async function isAddressProven(db: Db, subject: string): Promise<boolean> {
  const { rows } = await sql`
    select from identity_users where id = ${subject} and not coalesce("selfMade" and not "emailVerified", false)`.execute(
    db,
  );
  return rows.length > 0;
}

/** The same for somebody by the id that the API shows; whoever signs in elsewhere is vouched for there. */
export async function hasProvenAddress(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom("users")
    .select(["issuer", "subject"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return user !== undefined && (user.issuer !== ownIssuer || isAddressProven(db, user.subject));
}

/** The same of the `users` of a statement. */
const isProven = sql<boolean>`(users.issuer <> ${ownIssuer} or exists (select from identity_users i
  where i.id = users.subject and not coalesce(i."selfMade" and not i."emailVerified", false)))`;

const mostTold = 20;

/**
 * The addresses of an organization's admins, and of the editors who see a project, as far as they are known to be theirs: another
 * may be a stranger's.
 */
export async function adminAddresses(
  db: Db,
  organizationId: string,
  { editorsOf = null }: { editorsOf?: string | null } = {},
): Promise<string[]> {
  const edits = sql<boolean>`${editorsOf}::uuid is not null and members.role = 'editor' and (members.workspace_ids is null
    or (select workspace_id from projects where id = ${editorsOf}::uuid) = any(members.workspace_ids))`;
  const rows = await db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select("users.email")
    .where("members.organization_id", "=", organizationId)
    .where((eb) => eb.or([eb("members.role", "in", ["admin", "owner"]), edits]))
    .where("users.disabled_at", "is", null)
    .where("users.email", "is not", null)
    .where(isProven)
    .orderBy("members.created_at")
    .limit(mostTold)
    .execute();
  return rows.flatMap(({ email }) => email ?? []);
}

/** Notes that the address of a built-in account, by its own id, is its person's. False if that was known. */
export async function proveAddress(db: Db, subject: string): Promise<boolean> {
  const { rows } = await sql`
    update identity_users set "emailVerified" = true
    where id = ${subject} and not "emailVerified" returning 1`.execute(db);
  return rows.length > 0;
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

/**
 * Changes with the password of the built-in account with this address, in lower case, and reveals nothing of it; empty
 * for an account that does not exist.
 */
export async function passwordTrait(db: Db, email: string): Promise<string> {
  if (email.includes("\0")) return "";
  const { rows } = await sql<{ trait: string }>`
    select coalesce(md5(passwords.password), '') as trait from identity_users accounts
    left join identity_accounts passwords
      on passwords."userId" = accounts.id and passwords."providerId" = 'credential'
    where accounts.email = ${email} limit 1`.execute(db);
  return rows[0]?.trait ?? "";
}

/**
 * A user in the requested organization of theirs, through a session of a built-in account if one is named. A new user
 * is created with an organization of their own; a user in no organization gets one. One statement for known users.
 * Throws ORGANIZATION_NOT_FOUND; UNAUTHORIZED if the session has ended or a built-in account is gone.
 */
export async function memberOf(
  db: Db,
  identity: Identity,
  organizationId: Wanted,
  now: Date,
  sessionId: string | null = null,
): Promise<Membership> {
  const backing = backingOf(identity, sessionId, now);
  const account = await findMembership(db, identity, organizationId, backing);
  const backed = account === undefined ? await isBacked(db, identity.subject, backing) : account.backed;
  if (!backed) throw noAccount();
  if (account === undefined) {
    const user = await newUser(db, identity, now);
    if (organizationId !== null && organizationId !== user.id) throw new Problem("ORGANIZATION_NOT_FOUND");
    const newAccount = await findMembership(db, identity, organizationId, backing);
    if (!newAccount?.membership) throw noAccount();
    return { ...newAccount.membership, signedInAt: newAccount.signedInAt };
  }
  const email = identity.email ?? account.email;
  if (email !== account.email) await saveUser(db, identity, now);
  const { userId, membership } = account;
  if (membership === null) {
    if (account.disabled) throw noAccount();
    if (organizationId !== null) throw new Problem("ORGANIZATION_NOT_FOUND");
    return { ...(await ownAgain(db, identity, { userId, email }, now)), signedInAt: account.signedInAt };
  }
  return { ...membership, email, signedInAt: account.signedInAt };
}

async function newUser(db: Db, identity: Identity, now: Date): Promise<User> {
  const { marks } = identity;
  return transaction(db, async (db) => {
    const user = await saveUser(db, identity, now);
    // Whoever makes up an address must not find the quota of its owner used up, nor learn that they have left.
    const proven = identity.issuer !== ownIssuer || (await isAddressProven(db, identity.subject));
    if (marks && proven) await resumeForReturner(db, user, { marks, builtIn: ownIssuer, now });
    return user;
  });
}

/** A token without a session, such as an operator's or a connector's, is valid as long as its account. */
function backingOf({ issuer }: Identity, sessionId: string | null, now: Date): Backing | null {
  if (sessionId !== null) return { sessionId, now };
  return issuer === ownIssuer ? "account" : null;
}

/** The organization that a built-in account, by its own id, chose last; undefined if it has not used the API yet. */
export async function currentOrganization(db: Db, subject: string): Promise<string | undefined> {
  const account = await findMembership(db, { issuer: ownIssuer, subject }, null);
  return account?.membership?.organizationId;
}

/** An organization that a built-in account is in; `isCurrent`: the one that counts where none is named. */
export interface AccountOrganization {
  id: string;
  name: string;
  plan: Plan;
  isCurrent: boolean;
}

/** Those of a built-in account, by its own id; none if it has not used the API yet. */
export async function organizationsOfAccount(db: Db, subject: string): Promise<AccountOrganization[]> {
  const account = await findMembership(db, { issuer: ownIssuer, subject }, null);
  if (!account) return [];
  const currentId = account.membership?.organizationId;
  return (await organizationsOf(db, account.userId)).map(({ id, name, plan }) => ({
    id,
    name,
    plan,
    isCurrent: id === currentId,
  }));
}

async function ownAgain(
  db: Db,
  identity: Identity,
  user: { userId: string; email: string | null },
  now: Date,
): Promise<Membership> {
  return transaction(db, async (db) => {
    // One after the other, so that two parallel requests create only one.
    await lockUser(db, user.userId);
    const before = await findMembership(db, identity, null);
    if (!before) throw noAccount();
    if (before.membership) return before.membership;
    const organizationId = await insertOwnOrganization(db, user, now);
    await resumeForUser(db, user.userId, organizationId, now);
    return (await findMembership(db, identity, null))!.membership!;
  });
}

/** Makes others that lock this user wait until the transaction ends. */
async function lockUser(db: Db, userId: string): Promise<void> {
  await db.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
}
