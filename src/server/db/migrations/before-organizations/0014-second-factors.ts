import { type Kysely, sql } from "kysely";

/**
 * Second factors, with better-auth's own column names, and what is known of people who sign in through an identity
 * provider: when it last vouched for them, and under which identity. Their refresh tokens are sealed.
 */
const statements = [
  `alter table identity_users add column "twoFactorEnabled" boolean default false`,
  `alter table identity_sessions add column "signedInBy" text`,
  `create table identity_two_factors (
    id text primary key,
    secret text not null,
    "backupCodes" text not null,
    "userId" text not null references identity_users on delete cascade,
    verified boolean default true,
    "failedVerificationCount" integer default 0,
    "lockedUntil" timestamptz)`,
  `create index identity_two_factors_of_user on identity_two_factors ("userId")`,
  `create table identity_passkeys (
    id text primary key,
    name text,
    "publicKey" text not null,
    "userId" text not null references identity_users on delete cascade,
    "credentialID" text not null unique,
    counter integer not null,
    "deviceType" text not null,
    "backedUp" boolean not null,
    transports text,
    "createdAt" timestamptz,
    aaguid text)`,
  `create index identity_passkeys_of_user on identity_passkeys ("userId")`,
  `create table identity_vouchers (
    subject text primary key,
    role text,
    vouched_at timestamptz not null,
    renewing_until timestamptz,
    sealed_token text)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
