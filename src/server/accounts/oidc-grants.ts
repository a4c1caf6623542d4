import { type RawBuilder, sql } from "kysely";
import { afterAllClocks, type Db } from "../db/db.ts";

/** What is known of a user whom an identity provider signs in. */
export interface Voucher {
  /** Issuer and subject, as `identity_accounts` has them. */
  subject: string;
  role: string | null;
  vouchedAt: Date;
  /** Its refresh token, sealed for the subject; null if there is none. */
  sealedToken: string | null;
}

/** Notes that a user has just signed in with the provider, which replaces any renewal under way. */
export async function putVoucher(db: Db, { subject, role, vouchedAt, sealedToken }: Voucher): Promise<void> {
  await sql`
    insert into identity_vouchers (subject, role, vouched_at, sealed_token)
    values (${subject}, ${role}, ${vouchedAt}, ${sealedToken})
    on conflict (subject) do update set role = excluded.role, vouched_at = excluded.vouched_at,
      sealed_token = excluded.sealed_token, renewing_until = null`.execute(db);
}

/** Forgets what the provider has said of somebody who is linked to no account. */
export async function dropUnlinkedVoucher(db: Db, subject: string): Promise<void> {
  await sql`
    delete from identity_vouchers where subject = ${subject} and not exists (
      select from identity_accounts where "providerId" = 'oidc' and "accountId" = ${subject})`.execute(db);
}

/** The voucher of the built-in account with this id; undefined if no provider signs it in. */
export async function voucherOf(db: Db, accountId: string): Promise<Voucher | undefined> {
  const { rows } = await sql<Voucher>`
    select v.subject, v.role, v.vouched_at as "vouchedAt", v.sealed_token as "sealedToken"
    from identity_accounts a join identity_vouchers v on v.subject = a."accountId"
    where a."userId" = ${accountId} and a."providerId" = 'oidc'
    order by v.vouched_at desc limit 1`.execute(db);
  return rows[0];
}

/** The role that the provider's last word gave somebody whom an account is linked to; null: none. */
export async function roleOfVoucher(db: Db, subject: string): Promise<string | null> {
  const { rows } = await sql<{ role: string | null }>`
    select role from identity_vouchers where subject = ${subject} and exists (
      select from identity_accounts where "providerId" = 'oidc' and "accountId" = ${subject})`.execute(db);
  return rows[0]?.role ?? null;
}

/**
 * True for the one process that may ask the provider again, until `until` or until it reports the outcome. Also false
 * if another one has asked since the voucher was read: its token is used up.
 */
export async function beginRenewal(
  db: Db,
  { subject, vouchedAt }: Voucher,
  now: Date,
  until: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update identity_vouchers set renewing_until = ${until}
    where subject = ${subject} and vouched_at = ${vouchedAt}
      and (renewing_until is null or renewing_until < ${now} or renewing_until > ${afterAllClocks(until)})
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Ends a renewal without an outcome. False if somebody else has asked since the voucher was read. */
export async function endRenewal(db: Db, { subject, vouchedAt }: Voucher): Promise<boolean> {
  const { rows } = await sql`
    update identity_vouchers set renewing_until = null where subject = ${subject} and vouched_at = ${vouchedAt}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Stores what the provider said when asked again, unless somebody else has asked since the voucher was read. */
export async function renewVoucher(
  db: Db,
  read: Voucher,
  { role, vouchedAt, sealedToken }: Voucher,
): Promise<void> {
  await sql`
    update identity_vouchers set role = ${role}, vouched_at = ${vouchedAt}, sealed_token = ${sealedToken},
      renewing_until = null
    where subject = ${read.subject} and vouched_at = ${read.vouchedAt}`.execute(db);
}

/**
 * Forgets which of the provider's people an account belongs to, so that the next one with its address is linked. Sessions
 * end; passkeys go where no password is, since they hung on the provider. False if none was linked. Needs a transaction.
 */
export async function unlinkProvider(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ subject: string }>`
    delete from identity_accounts where "userId" = ${accountId} and "providerId" = 'oidc'
    returning "accountId" as subject`.execute(db);
  if (rows.length === 0) return false;
  await sql`
    delete from identity_vouchers where subject = any (${rows.map(({ subject }) => subject)})`.execute(db);
  await sql`delete from identity_sessions where "userId" = ${accountId}`.execute(db);
  await sql`
    delete from identity_passkeys where "userId" = ${accountId} and not exists (
      select from identity_accounts where "userId" = ${accountId} and "providerId" = 'credential')`.execute(
    db,
  );
  return true;
}

/** Ends the sessions that the provider has opened for this account. */
export async function endVouchedSessions(db: Db, accountId: string): Promise<void> {
  await sql`
    delete from identity_sessions where "userId" = ${accountId} and "signedInBy" = 'oidc'`.execute(db);
}

/**
 * How an identity provider's subject stands to the accounts here: linked to one; one has its address; one has its
 * address but was created by somebody who may not own it, or is linked to another subject of the same issuer; or none.
 */
export type Standing = "linked" | "known" | "unproven" | "another's" | "unknown";

export const standingOf = (db: Db, email: string, subject: string): Promise<Standing> =>
  standing(db, sql`email = ${email}`, subject);

/** The same for an account that is about to be linked: it may have come to be since somebody looked for one. */
export const standingToAccount = (db: Db, accountId: string, subject: string): Promise<Standing> =>
  standing(db, sql`id = ${accountId}`, subject);

async function standing(db: Db, whose: RawBuilder<unknown>, subject: string): Promise<Standing> {
  const { rows } = await sql<{ linked: boolean; isKnown: boolean; unproven: boolean; isTaken: boolean }>`
    select exists (select from identity_accounts where "providerId" = 'oidc' and "accountId" = ${subject}) as linked,
      count(*) > 0 as "isKnown", coalesce(bool_or("selfMade" and not "emailVerified"), false) as unproven,
      coalesce(bool_or(exists (
        select from identity_accounts a where a."userId" = identity_users.id and a."providerId" = 'oidc'
          and split_part(a."accountId", ' ', 1) = split_part(${subject}, ' ', 1))), false) as "isTaken"
    from identity_users where ${whose}`.execute(db);
  const { linked, isKnown, unproven, isTaken } = rows[0]!;
  if (linked) return "linked";
  return unproven ? "unproven" : isTaken ? "another's" : isKnown ? "known" : "unknown";
}

/**
 * Deletes the account with this address that somebody has asked for and nobody has opened: it has no way in, and is in no
 * organization. False if there is none.
 */
export async function dropUnopenedAccount(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`
    delete from identity_users i where email = ${email} and "selfMade" and not "emailVerified"
      and not exists (select from identity_accounts where "userId" = i.id)
      and not exists (select from identity_passkeys where "userId" = i.id)
      and not exists (select from identity_sessions where "userId" = i.id)
      and not exists (select from users u where u.issuer = 'overheard' and u.subject = i.id)
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Whether a built-in account can be signed in to only with the provider, not with a password. */
export async function isProviders(db: Db, accountId: string, passwords: boolean): Promise<boolean> {
  const { rows } = await sql<{ provider: boolean; password: boolean }>`
    select coalesce(bool_or("providerId" = 'oidc'), false) as provider,
      coalesce(bool_or("providerId" = 'credential'), false) as password
    from identity_accounts where "userId" = ${accountId}`.execute(db);
  const [has = { provider: false, password: false }] = rows;
  return has.provider && !(passwords && has.password);
}
