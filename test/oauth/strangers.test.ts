import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { sql } from "kysely";
import {
  deleteIdleClients,
  pendingClientsMax,
  saveClient,
} from "../../src/server/accounts/connectors/oauth-clients.ts";
import { clientMetadataOf } from "../../src/server/auth/oauth/client-metadata.ts";
import { limitClasses } from "../../src/server/kernel/limit.ts";
import { onAnyStore } from "../start-app.ts";
import { authorizeAddress, connect, everything, pkce, register, site } from "./flow.ts";
import { person } from "./person.ts";

const perHour = limitClasses.oauth_register_all.limit * 60;

/** Text that cannot be stored in less than it has. */
const noise = (characters: number) => randomBytes(characters).toString("base64url").slice(0, characters);

/** As large as one may be that is taken. */
const largest = () => ({
  client_name: String.fromCodePoint(...randomBytes(100).map((byte) => 0x20 + (byte % 90))),
  client_uri: `https://a.example/${noise(494)}`,
  redirect_uris: Array.from({ length: 5 }, () => `https://a.example/${noise(494)}`),
  logo_uri: noise(3_000),
  contacts: [noise(3_000)],
});

onAnyStore(
  // An hour's worth of all together may come at once here, as a test has no hour.
  () => ({
    config: {
      ...{ baseUrl: site, siteUrl: site, corsOrigins: [site], trustedProxies: 1 },
      rateLimits: { ...limitClasses, oauth_register_all: { limit: perHour, windowSeconds: 3_600 } },
    },
  }),
  (app) => {
    async function registerFrom(from: string, document: object = largest()): Promise<number> {
      const { statusCode } = await app().app.door.inject({
        ...{ method: "POST", url: "/oauth2/register", payload: JSON.stringify(document) },
        headers: { "content-type": "application/json", "x-forwarded-for": from },
      });
      return statusCode;
    }
    const bytes = async () => {
      const { rows } = await sql<{ bytes: string }>`
        select pg_total_relation_size('identity_oauth_clients') as bytes`.execute(app().db);
      return Number(rows[0]!.bytes);
    };
    const allowed = (statuses: number[]) => statuses.filter((status) => status === 201).length;

    test("a network registers ten clients a minute, whichever of its addresses it uses", async () => {
      const six = [];
      for (let n = 0; n < 30; n += 1) six.push(await registerFrom(`2001:db8:7:${n.toString(16)}::1`));
      assert.equal(allowed(six), 10);
      const four = [];
      for (let n = 0; n < 60; n += 1) four.push(await registerFrom(`203.0.113.${n}`));
      assert.equal(allowed(four), 40);
    });

    test("what is too large is refused, and leaves nothing", async () => {
      const before = await bytes();
      for (const [n, document] of [
        { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`) },
        { redirect_uris: ["https://a.example/".padEnd(513, "x")] },
      ].entries())
        assert.equal(await registerFrom(`192.0.2.${n}`, document), 400);
      assert.equal(await registerFrom("192.0.2.9", { x: "x".repeat(20_000), redirect_uris: [] }), 413);
      assert.equal(await bytes(), before);
    });

    test("strangers at full speed fill a few megabytes, and displace nobody who was let in", async (t) => {
      const { client } = await connect(app().app.door, await person(app()));
      const before = await bytes();
      let tried = 0;
      const flood = async (wanted: number) => {
        for (let taken = 0; taken < wanted; tried += 1) {
          const status = await registerFrom(
            `${11 + (tried % 200)}.${tried >> 16}.${(tried >> 8) & 255}.${tried & 255}`,
          );
          assert.equal(status, 201);
          taken += 1;
        }
      };
      const kept = async () => {
        const { rows } = await sql<{ clients: string }>`
          select count(*) as clients from identity_oauth_clients`.execute(app().db);
        return Number(rows[0]!.clients);
      };
      // The first of them straight into the store, as that is sooner done.
      for (let n = 0; n < pendingClientsMax; n += 1)
        await saveClient(
          app().db,
          { ...clientMetadataOf(largest()), clientId: `early ${n}`, source: null },
          everything.split(" "),
          new Date(),
        );
      await flood(200);
      assert.ok((await kept()) <= pendingClientsMax + 1);
      const grown = (await bytes()) - before;
      const perClient = grown / (pendingClientsMax + 200);
      const inAnHour = (perHour * perClient) / 1e6;
      t.diagnostic(
        `${Math.round(perClient)} bytes each: at most ${inAnHour.toFixed(1)} MB an hour, then no more`,
      );
      assert.ok(inAnHour < 30, `${inAnHour}`);

      // What is given back each hour is enough for the next one.
      await deleteIdleClients(app().db, new Date());
      await flood(150);
      const again = (await bytes()) - before - grown;
      t.diagnostic(`150 more take ${Math.round(again / 150)} bytes each`);
      assert.ok(again < 0.4 * 150 * perClient, `${again}`);

      const known = await app().app.door.inject(authorizeAddress(client, pkce().challenge));
      assert.match(String(known.headers.location), /\/connect\/sign-in\?/);
      // Who registers now can still connect.
      const honest = await register(app().app.door);
      const asked = await app().app.door.inject(authorizeAddress(honest, pkce().challenge));
      assert.match(String(asked.headers.location), /\/connect\/sign-in\?/);
    });
  },
);
