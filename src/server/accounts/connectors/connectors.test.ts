import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { insertConnector } from "../../../../test/connector.ts";
import { insertIdentity, ownOf } from "../../../../test/fixtures/account.ts";
import { stores } from "../../../../test/stores.ts";
import { createConnectorTokens } from "../../auth/oauth/connector-token.ts";
import type { Db } from "../../db/db.ts";
import { newId } from "../../kernel/id.ts";
import { ownIssuer, userOf } from "../users.ts";
import {
  deleteConnector,
  deleteEndedTokens,
  findConnectorToken,
  listConnectors,
  touchConnectors,
} from "./connectors.ts";
import { deleteIdleClients, evictPendingClients, findClient, saveClient } from "./oauth-clients.ts";

const secret = "a secret of at least thirty-two characters";
const siteUrl = "https://site.example";
const tokens = createConnectorTokens({ keyPrefix: "oh", secret });
const now = new Date();
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

async function accountOf(db: Db, email: string): Promise<string> {
  const subject = await insertIdentity(db, email);
  return (await userOf(db, { issuer: ownIssuer, subject, email }, now)).id;
}

for (const { name, skip, open } of stores) {
  test(`${name}: a token leads to its connector and account, and is stored as a hash only`, {
    skip,
  }, async (t) => {
    const { db } = await open(t);
    await accountOf(db, "ann@a.example");
    const token = await insertConnector(db, { secret, siteUrl, email: "ann@a.example" });
    const found = await findConnectorToken(db, tokens.hashOf(token)!);
    assert.equal(found?.email, "ann@a.example");
    assert.deepEqual(found?.resources, [`${siteUrl}/mcp`]);
    const { rows } = await sql<{ token: string }>`select token from identity_oauth_access_tokens`.execute(db);
    assert.ok(rows.every((row) => !token.includes(row.token) && !row.token.includes(token.slice(-10))));
  });

  test(`${name}: a connector is its user's alone to list and to end`, { skip }, async (t) => {
    const { db } = await open(t);
    const [ann, eve] = [await accountOf(db, "ann@a.example"), await accountOf(db, "eve@e.example")];
    const token = await insertConnector(db, { secret, siteUrl, email: "ann@a.example" });
    assert.deepEqual(await listConnectors(db, ownOf(eve), now), []);
    const [connector] = await listConnectors(db, ownOf(ann), now);
    const end = (userId: string) =>
      db.transaction().execute((db) => deleteConnector(db, ownOf(userId), connector!.id));
    assert.equal(await end(eve), false);
    assert.ok(await findConnectorToken(db, tokens.hashOf(token)!));
    assert.equal(await end(ann), true);
    assert.equal(await findConnectorToken(db, tokens.hashOf(token)!), undefined);
    assert.equal(await end(ann), false);
  });

  test(`${name}: who agrees twice at once has one connector, and ends all of it`, { skip }, async (t) => {
    const { db } = await open(t);
    const ann = await accountOf(db, "ann@a.example");
    const token = await insertConnector(db, { secret, siteUrl, email: "ann@a.example" });
    await sql`
      insert into identity_oauth_consents (id, "clientId", "userId", scopes, "createdAt", "updatedAt")
      select ${newId()}, "clientId", "userId", scopes, "createdAt", "updatedAt"
      from identity_oauth_consents`.execute(db);
    const listed = await listConnectors(db, ownOf(ann), now);
    assert.equal(listed.length, 1);
    await db.transaction().execute((db) => deleteConnector(db, ownOf(ann), listed[0]!.id));
    assert.deepEqual(await listConnectors(db, ownOf(ann), now), []);
    assert.equal(await findConnectorToken(db, tokens.hashOf(token)!), undefined);
    const { rows } = await sql`select from identity_oauth_consents`.execute(db);
    assert.equal(rows.length, 0);
  });

  test(`${name}: the last use of a connector never goes back`, { skip }, async (t) => {
    const { db } = await open(t);
    const ann = await accountOf(db, "ann@a.example");
    await insertConnector(db, { secret, siteUrl, email: "ann@a.example" });
    const { id } = (await listConnectors(db, ownOf(ann), now))[0]!;
    for (const at of [hoursAgo(1), hoursAgo(2)]) await touchConnectors(db, new Map([[id, at]]));
    assert.equal((await listConnectors(db, ownOf(ann), now))[0]?.lastUsedAt, hoursAgo(1).toISOString());
  });

  test(`${name}: tokens are forgotten a day after their end, idle clients after a day`, {
    skip,
  }, async (t) => {
    const { db } = await open(t);
    await accountOf(db, "ann@a.example");
    const account = { secret, siteUrl, email: "ann@a.example" };
    const old = await insertConnector(db, account, { expiresAt: hoursAgo(25) });
    const young = await insertConnector(db, account, { expiresAt: hoursAgo(23) });
    await deleteEndedTokens(db, now);
    assert.equal(await findConnectorToken(db, tokens.hashOf(old)!), undefined);
    assert.ok(await findConnectorToken(db, tokens.hashOf(young)!));

    const client = { name: null, uri: null, redirectUris: ["https://a.example/"], source: null };
    const save = (clientId: string, at: Date) =>
      saveClient(db, { ...client, clientId, applicationType: "web" }, [], at);
    await save("idle", hoursAgo(25));
    await save("new", hoursAgo(23));
    await deleteIdleClients(db, now);
    assert.equal(await findClient(db, "idle"), undefined);
    assert.ok(await findClient(db, "new"));
  });

  test(`${name}: of clients that nobody has let in the newest are kept, and all that somebody has`, {
    skip,
  }, async (t) => {
    const { db } = await open(t);
    await accountOf(db, "ann@a.example");
    const token = await insertConnector(db, { secret, siteUrl, email: "ann@a.example" });
    const client = { name: null, uri: null, redirectUris: ["https://a.example/"], source: null };
    for (let n = 0; n < 12; n += 1)
      await saveClient(db, { ...client, clientId: `c${n}`, applicationType: "web" }, [], hoursAgo(12 - n));
    await evictPendingClients(db, 3);
    const kept = await Promise.all(Array.from({ length: 12 }, (_, n) => findClient(db, `c${n}`)));
    assert.deepEqual(
      kept.flatMap((one) => one?.clientId ?? []),
      ["c9", "c10", "c11"],
    );
    assert.ok(await findConnectorToken(db, tokens.hashOf(token)!));
  });
}
