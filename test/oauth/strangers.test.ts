import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { limitClasses } from "../../src/kernel/access/limit.ts";
import { pendingClientsMax } from "../../src/store/accounts/oauth-clients.ts";
import { onEachStore } from "../start-app.ts";
import { authorizeAddress, connect, pkce, register, site } from "./flow.ts";
import { person } from "./person.ts";

const perMinute = limitClasses.oauth_register_all.limit;

/** As large as one may be that is taken. */
const largest = {
  client_name: "😀".repeat(100),
  client_uri: "https://a.example/".padEnd(512, "x"),
  redirect_uris: Array.from({ length: 5 }, (_, n) => `https://a.example/${n}/`.padEnd(512, "x")),
  logo_uri: "x".repeat(3_000),
  contacts: ["x".repeat(3_000)],
};

onEachStore(
  // A minute is a second here, so that an hour can be had.
  () => ({
    config: {
      ...{ baseUrl: site, siteUrl: site, corsOrigins: [site], trustedProxies: 1 },
      rateLimits: { ...limitClasses, oauth_register_all: { limit: perMinute, windowSeconds: 1 } },
    },
  }),
  (app) => {
    async function registerFrom(from: string, document: object = largest): Promise<number> {
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
        { redirect_uris: Array.from({ length: 6 }, (_, n) => `https://a.example/${n}`) },
        { redirect_uris: ["https://a.example/".padEnd(513, "x")] },
      ].entries())
        assert.equal(await registerFrom(`192.0.2.${n}`, document), 400);
      assert.equal(await registerFrom("192.0.2.9", { x: "x".repeat(20_000), redirect_uris: [] }), 413);
      assert.equal(await bytes(), before);
    });

    test("strangers at full speed for an hour fill a few megabytes, and displace nobody who was let in", async (t) => {
      const { client } = await connect(app().app.door, await person(app()));
      const hour = perMinute * 60;
      const before = await bytes();
      let taken = 0;
      for (let n = 0; taken < hour; n += 1) {
        const status = await registerFrom(
          `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`.replace(/^10/, `${11 + (n % 200)}`),
        );
        if (status === 201) taken += 1;
        else await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const { rows } = await sql<{ clients: string }>`
        select count(*) as clients from identity_oauth_clients`.execute(app().db);
      const grown = (await bytes()) - before;
      t.diagnostic(`${taken} registered, ${rows[0]!.clients} kept, ${(grown / 1e6).toFixed(1)} MB more`);
      assert.ok(Number(rows[0]!.clients) <= pendingClientsMax + 1);
      assert.ok(grown < 24e6, `${grown}`);
      const known = await app().app.door.inject(authorizeAddress(client, pkce().challenge));
      assert.match(String(known.headers.location), /\/connect\/sign-in\?/);
      // Who registers now can still connect.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const honest = await register(app().app.door);
      const asked = await app().app.door.inject(authorizeAddress(honest, pkce().challenge));
      assert.match(String(asked.headers.location), /\/connect\/sign-in\?/);
    });
  },
);
