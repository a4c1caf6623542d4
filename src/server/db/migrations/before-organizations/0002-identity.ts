import { type Kysely, sql } from "kysely";

/**
 * The account tables, with better-auth's own column names. `lastRequest` (ms) is not a bigint, which would come out as
 * text that the library then adds to a number.
 */
const statements = [
  `create table identity_users (
    id text primary key,
    name text not null,
    email text not null unique,
    "emailVerified" boolean not null default false,
    image text,
    "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now())`,
  `create table identity_sessions (
    id text primary key,
    "userId" text not null references identity_users on delete cascade,
    token text not null unique,
    "expiresAt" timestamptz not null,
    "ipAddress" text,
    "userAgent" text,
    "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now())`,
  `create index identity_sessions_of_user on identity_sessions ("userId")`,
  `create table identity_accounts (
    id text primary key,
    "userId" text not null references identity_users on delete cascade,
    "accountId" text not null,
    "providerId" text not null,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamptz,
    "refreshTokenExpiresAt" timestamptz,
    scope text,
    password text,
    "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now())`,
  `create index identity_accounts_of_user on identity_accounts ("userId")`,
  `create table identity_verifications (
    id text primary key,
    identifier text not null,
    value text not null,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now())`,
  `create index identity_verifications_by_identifier on identity_verifications (identifier)`,
  `create table identity_signing_keys (
    id text primary key,
    alg text,
    crv text,
    "publicKey" text not null,
    "privateKey" text not null,
    "createdAt" timestamptz not null,
    "expiresAt" timestamptz)`,
  `create table identity_rate_limits (
    id text primary key,
    key text not null unique,
    count integer not null,
    "lastRequest" double precision not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
