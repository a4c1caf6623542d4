import { sql } from "kysely";
import { saveClient } from "../src/server/accounts/connectors/oauth-clients.ts";
import { createConnectorTokens } from "../src/server/auth/oauth/connector-token.ts";
import type { Db } from "../src/server/db/db.ts";
import { newId } from "../src/server/kernel/id.ts";
import { scopes as allScopes, type Scope } from "../src/server/kernel/scope.ts";

export interface ConnectorTerms {
  scopes?: readonly Scope[];
  /** What the token is for; the connector's own address, unless told otherwise. */
  resource?: string;
  expiresAt?: Date;
}

/** An assistant that this account has let in, without the way through the browser; returns its access token. */
export async function insertConnector(
  db: Db,
  { secret, siteUrl, email }: { secret: string; siteUrl: string; email: string },
  terms: ConnectorTerms = {},
): Promise<string> {
  const {
    scopes = allScopes,
    resource = `${siteUrl}/mcp`,
    expiresAt = new Date(Date.now() + 3_600_000),
  } = terms;
  const tokens = createConnectorTokens({ keyPrefix: "oh", secret });
  const clientId = newId();
  const description = { name: "Test client", uri: null, redirectUris: ["https://client.example/back"] };
  await saveClient(
    db,
    { clientId, ...description, applicationType: "web", source: null },
    scopes,
    new Date(),
  );
  const token = tokens.prefix + tokens.mint();
  const [granted, resources] = [JSON.stringify(scopes), JSON.stringify([resource])];
  await sql`
    insert into identity_oauth_consents (id, "clientId", "userId", scopes, resources, "createdAt", "updatedAt")
    select ${newId()}, ${clientId}, id, ${granted}::jsonb, ${resources}::jsonb, now(), now()
    from identity_users where email = ${email}`.execute(db);
  await sql`
    insert into identity_oauth_access_tokens
      (id, token, "clientId", "userId", scopes, resources, "createdAt", "expiresAt")
    select ${newId()}, ${tokens.hashOf(token)}, ${clientId}, id, ${granted}::jsonb, ${resources}::jsonb, now(), ${expiresAt}
    from identity_users where email = ${email}`.execute(db);
  return token;
}
