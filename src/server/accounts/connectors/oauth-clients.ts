import { sql } from "kysely";
import type { Db } from "../../db/db.ts";
import { newId } from "../../kernel/id.ts";

/** A client of the OAuth server as it described itself; always public, without a secret. */
export interface OAuthClient {
  clientId: string;
  name: string | null;
  uri: string | null;
  redirectUris: string[];
  applicationType: "web" | "native";
  /** `document` if a metadata document describes it; null if it registered itself. */
  source: "document" | null;
}

export interface StoredClient extends OAuthClient {
  updatedAt: Date;
}

/** Adds a client, or replaces the one with the same id and source. */
export async function saveClient(db: Db, client: OAuthClient, scopes: readonly string[], now: Date) {
  const { clientId, name, uri, redirectUris, applicationType, source } = client;
  await sql`
    insert into identity_oauth_clients (id, "clientId", "clientDiscoveryId", name, uri, "redirectUris",
      "applicationType", "tokenEndpointAuthMethod", "grantTypes", "responseTypes", "requirePKCE", scopes,
      "createdAt", "updatedAt")
    values (${newId()}, ${clientId}, ${source}, ${name}, ${uri}, ${JSON.stringify(redirectUris)}::jsonb,
      ${applicationType}, 'none', '["authorization_code","refresh_token"]', '["code"]', true,
      ${JSON.stringify(scopes)}::jsonb, ${now}, ${now})
    on conflict ("clientId") do update set name = excluded.name, uri = excluded.uri,
      "redirectUris" = excluded."redirectUris", "applicationType" = excluded."applicationType",
      "updatedAt" = excluded."updatedAt"
    where identity_oauth_clients."clientDiscoveryId" = excluded."clientDiscoveryId"`.execute(db);
}

export async function findClient(db: Db, clientId: string): Promise<StoredClient | undefined> {
  const { rows } = await sql<StoredClient>`
    select "clientId", name, uri, "redirectUris", "applicationType", "clientDiscoveryId" as source, "updatedAt"
    from identity_oauth_clients where "clientId" = ${clientId}`.execute(db);
  return rows[0];
}

/** Whether this user has let this client in before. */
export async function hasConsented(db: Db, clientId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from identity_oauth_consents where "clientId" = ${clientId} and "userId" = ${accountId} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** How many clients are kept that nobody has let in. What they say of themselves takes 4 MB at most. */
export const pendingClientsMax = 1_000;
const pendingKeptMs = 86_400_000;

const nobodyLetIn = sql`not exists (
  select from identity_oauth_consents consents where consents."clientId" = clients."clientId")`;

/**
 * Keeps only the newest of the clients that nobody has let in, so that those who register in vain displace only each
 * other.
 */
export async function evictPendingClients(db: Db, max: number = pendingClientsMax): Promise<void> {
  await sql`
    delete from identity_oauth_clients where id in (
      select id from identity_oauth_clients clients where ${nobodyLetIn}
      order by "updatedAt" desc, id desc offset ${max})`.execute(db);
}

/**
 * Deletes clients that nobody has let in within a day of their registration, and frees the space of displaced ones: the
 * embedded store does not do that by itself.
 */
export async function deleteIdleClients(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - pendingKeptMs);
  await sql`
    delete from identity_oauth_clients clients where "updatedAt" < ${before} and ${nobodyLetIn}`.execute(db);
  await sql`vacuum identity_oauth_clients`.execute(db);
}
