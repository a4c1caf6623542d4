import { type Kysely, sql } from "kysely";

/**
 * One account has one person of an issuer, and the other way round, also where two of them sign in at one instant. What was
 * linked twice before stays so, marked, until the operator parts it; a link that is stored twice is stored once.
 */
const statements = [
  `delete from identity_accounts later using identity_accounts first
    where later."providerId" = 'oidc' and first."providerId" = 'oidc' and later."userId" = first."userId"
      and later."accountId" = first."accountId"
      and (later."createdAt", later.id) > (first."createdAt", first.id)`,
  `alter table identity_accounts add column "linkedBesides" boolean not null default false`,
  `update identity_accounts later set "linkedBesides" = true
    where "providerId" = 'oidc' and exists (
      select from identity_accounts first
      where first."providerId" = 'oidc' and (first."createdAt", first.id) < (later."createdAt", later.id)
        and (first."accountId" = later."accountId" or first."userId" = later."userId"
          and split_part(first."accountId", ' ', 1) = split_part(later."accountId", ' ', 1)))`,
  `create unique index identity_accounts_of_issuer
    on identity_accounts ("userId", split_part("accountId", ' ', 1)) where "providerId" = 'oidc' and not "linkedBesides"`,
  `create unique index identity_accounts_of_subject
    on identity_accounts ("accountId") where "providerId" = 'oidc' and not "linkedBesides"`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
