import { type RawBuilder, sql } from "kysely";
import { type Db, rfc3339, rfc3339OrNull } from "../../db/db.ts";
import type { KeyHolder } from "../keys/keys.ts";
import { ownIssuer } from "../users.ts";

/** An assistant that a user has let in, as its owner may see it, times in RFC 3339. */
export interface Connector {
  id: string;
  /** Who let it in. */
  memberId: string;
  /** The name that the client gives itself. */
  name: string | null;
  clientId: string;
  redirectUris: string[];
  scopes: string[];
  createdAt: string;
  lastUsedAt: string | null;
  /** When its last token expires, unless it is renewed. */
  expiresAt: string;
}

/** Whose access token it is, and what it is for. */
export interface ConnectorToken {
  connectorId: string;
  /** The account that let it in. */
  subject: string;
  email: string;
  /** The organization that it was let into; null if its account has never called the API. */
  organizationId: string | null;
  /** What it may do: no more than the token says, and no more than its connector may since it was let in last. */
  scopes: string[];
  /** What the token was issued for (RFC 8707). */
  resources: string[];
  expiresAt: Date;
}

/** The connector of this access token, expired or not; undefined once it is revoked. */
export async function findConnectorToken(db: Db, hash: string): Promise<ConnectorToken | undefined> {
  const { rows } = await sql<ConnectorToken>`
    select consents.id as "connectorId", accounts.id as subject, accounts.email,
      array(select scope from jsonb_array_elements_text(tokens.scopes) scope
        where consents.scopes ? scope) as scopes,
      ${organizationOf(sql`tokens`)} as "organizationId",
      coalesce(tokens.resources, '[]') as resources, tokens."expiresAt"
    from identity_oauth_access_tokens tokens
    join identity_users accounts on accounts.id = tokens."userId"
    left join users on users.subject = tokens."userId" and users.issuer = ${ownIssuer}
    join identity_oauth_consents consents
      on consents."clientId" = tokens."clientId" and consents."userId" = tokens."userId"
        and ${organizationOf(sql`consents`)} is not distinct from ${organizationOf(sql`tokens`)}
    where tokens.token = ${hash} and tokens.revoked is null
    order by consents."createdAt", consents.id
    limit 1`.execute(db);
  return rows[0];
}

/**
 * What a token that was just made may do. Undefined if its connector has ended meanwhile: then it ends as well, and what it is renewed
 * with, or whoever lets that client in again would let in what was taken back.
 */
export async function scopesOfNewToken(db: Db, hash: string): Promise<string[] | undefined> {
  // Whoever is ending the connector has locked it: this waits until that is done.
  const { rows } = await sql`
    select from identity_oauth_access_tokens tokens
    left join users on users.subject = tokens."userId" and users.issuer = ${ownIssuer}
    join identity_oauth_consents consents
      on consents."clientId" = tokens."clientId" and consents."userId" = tokens."userId"
        and ${organizationOf(sql`consents`)} is not distinct from ${organizationOf(sql`tokens`)}
    where tokens.token = ${hash} for key share of consents`.execute(db);
  if (rows.length > 0) return (await findConnectorToken(db, hash))?.scopes;
  await sql`
    with ended as (delete from identity_oauth_access_tokens where token = ${hash} returning "refreshId")
    delete from identity_oauth_refresh_tokens where id in (select "refreshId" from ended)`.execute(db);
  return undefined;
}

/** Whether the account that an access or refresh token was given to is disabled. */
export async function isOfDisabled(db: Db, hash: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where issuer = ${ownIssuer} and disabled_at is not null and subject in (
      select "userId" from identity_oauth_access_tokens where token = ${hash}
      union all select "userId" from identity_oauth_refresh_tokens where token = ${hash})`.execute(db);
  return rows.length > 0;
}

/** Replaces the hash of a token by the one that another secret gives, if it is there. */
export async function rehashToken(db: Db, from: string, to: string): Promise<void> {
  await sql`update identity_oauth_access_tokens set token = ${to} where token = ${from}`.execute(db);
  await sql`update identity_oauth_refresh_tokens set token = ${to} where token = ${from}`.execute(db);
}

/** The organization of a consent or token; one without belongs to the user's own. */
const organizationOf = (row: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`coalesce(${row}."referenceId", users.id::text)`;

/** The accounts that hold the connectors, as `users` and `members`. */
const holders = ({ organizationId, userId }: KeyHolder): RawBuilder<unknown> => sql`
  users join members on members.user_id = users.id and (${organizationId}::uuid is null or members.organization_id = ${organizationId}::uuid)
    and users.issuer = ${ownIssuer} and (${userId}::uuid is null or users.id = ${userId}::uuid)`;

const liveTokens = sql`(
  select "clientId", "userId", "referenceId", "expiresAt" from identity_oauth_access_tokens where revoked is null
  union all
  select "clientId", "userId", "referenceId", "expiresAt" from identity_oauth_refresh_tokens where revoked is null)`;

/** The connectors of a member, or of a whole organization, that still have a token, newest first. */
export async function listConnectors(db: Db, holder: KeyHolder, now: Date): Promise<Connector[]> {
  const { rows } = await sql<ConnectorRow>`
    select consents.id, members.id as "memberId", clients.name, clients."clientId", clients."redirectUris", consents.scopes,
      consents."createdAt", consents."lastUsedAt", max(tokens."expiresAt") as "expiresAt"
    from ${holders(holder)}
    join identity_oauth_consents consents on consents."userId" = users.subject
      and ${organizationOf(sql`consents`)} = members.organization_id::text
    join identity_oauth_clients clients on clients."clientId" = consents."clientId"
    join ${liveTokens} tokens
      on tokens."clientId" = consents."clientId" and tokens."userId" = consents."userId"
        and ${organizationOf(sql`tokens`)} = members.organization_id::text
    where tokens."expiresAt" > ${now}
      and not exists (
        select from identity_oauth_consents earlier
        where earlier."clientId" = consents."clientId" and earlier."userId" = consents."userId"
          and ${organizationOf(sql`earlier`)} = ${organizationOf(sql`consents`)}
          and (earlier."createdAt", earlier.id) < (consents."createdAt", consents.id))
    group by consents.id, clients.id, members.id
    order by consents."createdAt" desc, consents.id desc
    limit 100`.execute(db);
  return rows.map((row) => ({
    ...row,
    createdAt: rfc3339(row.createdAt),
    lastUsedAt: rfc3339OrNull(row.lastUsedAt),
    expiresAt: rfc3339(row.expiresAt),
  }));
}

interface ConnectorRow extends Omit<Connector, "createdAt" | "lastUsedAt" | "expiresAt"> {
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date;
}

/** Ends a connector of this holder with all its tokens; false if there is none. Needs a transaction. */
export async function deleteConnector(db: Db, holder: KeyHolder, connectorId: string): Promise<boolean> {
  const { rows } = await sql<{ clientId: string; subject: string; organization: string }>`
    delete from identity_oauth_consents consents using ${holders(holder)}
    where consents.id = ${connectorId} and consents."userId" = users.subject
      and ${organizationOf(sql`consents`)} = members.organization_id::text
    returning consents."clientId", users.subject, members.organization_id as organization`.execute(db);
  const [consent] = rows;
  if (!consent) return false;
  const { clientId, subject, organization } = consent;
  // Two consents at the same moment leave two rows for one connector.
  for (const table of ["consents", "access_tokens", "refresh_tokens"]) {
    await sql`delete from ${sql.table(`identity_oauth_${table}`)} ended using users
      where ended."clientId" = ${clientId} and ended."userId" = ${subject}
        and users.subject = ended."userId" and users.issuer = ${ownIssuer}
        and ${organizationOf(sql`ended`)} = ${organization}::text`.execute(db);
  }
  return true;
}

/** Ends every connector of this user with its tokens, in the given transaction. */
export async function deleteConnectorsOf(db: Db, userId: string): Promise<void> {
  const ofUser = sql`"userId" = (select subject from users where id = ${userId} and issuer = ${ownIssuer})`;
  for (const table of ["consents", "access_tokens", "refresh_tokens"])
    await sql`delete from ${sql.table(`identity_oauth_${table}`)} where ${ofUser}`.execute(db);
}

/** SQLSTATE foreign_key_violation: what a new token belongs to was deleted while the token was made. */
export const isParentGone = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === "23503";

/** Notes when connectors were last used; times never go back, even with several servers. */
export async function touchConnectors(db: Db, uses: ReadonlyMap<string, Date>): Promise<void> {
  const values = [...uses].map(([id, at]) => sql`(${id}::text, ${at}::timestamptz)`);
  if (values.length === 0) return;
  // Locked in one order, as keys are.
  await sql`with used (id, at) as (values ${sql.join(values)}),
    held as materialized (
      select id from identity_oauth_consents where id in (select id from used) order by id for no key update)
    update identity_oauth_consents consents set "lastUsedAt" = used.at from used join held using (id)
    where consents.id = used.id and (consents."lastUsedAt" is null or consents."lastUsedAt" < used.at)`.execute(
    db,
  );
}

/** Whether a refresh token was used so recently that its answer is given again, and whether that is there; null: it was not. */
export async function recentRenewal(db: Db, hash: string): Promise<"answered" | "under_way" | null> {
  const { rows } = await sql<{ answered: boolean }>`
    select "rotationReplayResponse" is not null as answered from identity_oauth_refresh_tokens
    where token = ${hash} and "rotationReplayExpiresAt" > now()`.execute(db);
  return rows[0] ? (rows[0].answered ? "answered" : "under_way") : null;
}

/** Forgets tokens that ended more than a day ago; a replayed code or token is still recognised until then. Answers that nobody gets again go at once. */
export async function deleteEndedTokens(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 86_400_000);
  await sql`delete from identity_oauth_access_tokens where "expiresAt" < ${before}`.execute(db);
  await sql`delete from identity_oauth_refresh_tokens where "expiresAt" < ${before}`.execute(db);
  await sql`update identity_oauth_refresh_tokens set "rotationReplayResponse" = null
    where "rotationReplayExpiresAt" < ${now} and "rotationReplayResponse" is not null`.execute(db);
}
