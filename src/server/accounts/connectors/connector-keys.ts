import { sql } from "kysely";
import type { Db } from "../../db/db.ts";
import { transaction } from "../../db/transaction.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { lockMember } from "../../organizations/members/members.ts";
import { ownIssuer } from "../users.ts";
import { saveClient } from "./oauth-clients.ts";

/** Handmade connectors per member whose keys still work. */
const handmadePerMember = 20;

/** How long such a key works: nobody is there to renew it every hour. */
export const connectorKeyMs = 365 * 86_400_000;

export interface NewConnectorKey {
  /** Id of the connector. */
  id: string;
  organizationId: string;
  userId: string;
  name: string;
  scopes: readonly string[];
  /** What is stored of the key, and the resource it is for (RFC 8707). */
  hash: string;
  resource: string;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * Adds a connector without a browser: a client without a redirect address, let in by its owner, with one token. It is
 * listed and ended like the others. Throws KEY_LIMIT_REACHED past the limit, exactly even under parallel calls. Begins
 * a transaction if `db` is none.
 */
export async function insertConnectorKey(db: Db, key: NewConnectorKey): Promise<void> {
  if (!db.isTransaction) return transaction(db, (db) => insertConnectorKey(db, key));
  const { id, organizationId, userId, name, scopes, hash, resource, createdAt, expiresAt } = key;
  await lockMember(db, key);
  await demandRoom(db, key);
  const clientId = newId();
  const client = { clientId, name, uri: null, redirectUris: [], source: null };
  await saveClient(db, { ...client, applicationType: "native" }, scopes, createdAt);
  const [granted, resources] = [JSON.stringify(scopes), JSON.stringify([resource])];
  await sql`
    insert into identity_oauth_consents (id, "clientId", "userId", "referenceId", scopes, resources, "createdAt", "updatedAt")
    select ${id}, ${clientId}, subject, ${organizationId}, ${granted}::jsonb, ${resources}::jsonb, ${createdAt}, ${createdAt}
    from users where id = ${userId} and issuer = ${ownIssuer}`.execute(db);
  await sql`
    insert into identity_oauth_access_tokens
      (id, token, "clientId", "userId", "referenceId", scopes, resources, "createdAt", "expiresAt")
    select ${newId()}, ${hash}, ${clientId}, subject, ${organizationId}, ${granted}::jsonb, ${resources}::jsonb, ${createdAt}, ${expiresAt}
    from users where id = ${userId} and issuer = ${ownIssuer}`.execute(db);
}

async function demandRoom(
  db: Db,
  { organizationId, userId, createdAt }: Pick<NewConnectorKey, "organizationId" | "userId" | "createdAt">,
): Promise<void> {
  const { rows } = await sql<{ used: number }>`
    select count(distinct clients."clientId")::int as used
    from users
    join identity_oauth_access_tokens tokens on tokens."userId" = users.subject
    join identity_oauth_clients clients on clients."clientId" = tokens."clientId"
    where users.id = ${userId} and users.issuer = ${ownIssuer} and tokens."expiresAt" > ${createdAt}
      and coalesce(tokens."referenceId", users.id::text) = ${organizationId}::text
      and clients."redirectUris" = '[]'::jsonb`.execute(db);
  const used = rows[0]?.used ?? 0;
  if (used >= handmadePerMember)
    throw new Problem("KEY_LIMIT_REACHED", { details: { limit: handmadePerMember, used } });
}
