import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sql } from "kysely";
import { insertConnectorKey } from "../../src/server/accounts/connectors/connector-keys.ts";
import { newId } from "../../src/server/kernel/id.ts";
import { ownOf } from "../fixtures/account.ts";
import { rpc } from "../mcp.ts";
import { type Member, onAnyStore } from "../start-app.ts";

// docs/contract/assistants.md, "Connectors": a key for an agent without a browser.

interface Connector {
  id: string;
  name: string;
  scopes: string[];
  redirect_hosts: string[];
  expires_at: string;
  key?: string;
}

onAnyStore(
  () => ({}),
  (app) => {
    const create = async (me: Member, body: unknown, headers?: Record<string, string>) =>
      me.call<Connector>("POST", "/v1/connectors", body, {
        token: await me.session(),
        ...(headers ? { headers } : {}),
      });
    const list = async (me: Member) =>
      (await me.call<Connector[]>("GET", "/v1/connectors", undefined, { token: await me.session() })).data;

    test("the key is shown once, works at /mcp and on the API within its scopes, and ends with its connector", async () => {
      const me = await app().member();
      const { status, data, headers } = await create(me, { name: "CI agent" });
      assert.equal(status, 201);
      const { key, ...shown } = data;
      assert.match(key!, /^oh_mcp_[0-9A-Za-z]{36}$/);
      assert.deepEqual([shown.scopes, shown.redirect_hosts], [["visibility:read"], []]);
      assert.equal(headers["cache-control"], "no-store");
      assert.equal(headers.location, `/v1/connectors/${data.id}`);
      assert.deepEqual(await list(me), [shown]);

      const { result } = await rpc(app().app.door, { method: "tools/list" }, { token: key! });
      const names = result.tools.map(({ name }: { name: string }) => name);
      assert.ok(names.includes("list_projects") && !names.includes("create_project"));
      const allowed = await me.call("GET", "/v1/projects", undefined, { token: key! });
      const beyond = await me.call("POST", "/v1/projects", { name: "A", brand: "A" }, { token: key! });
      assert.deepEqual([allowed.status, beyond.status, beyond.error.code], [200, 403, "INSUFFICIENT_SCOPE"]);

      const token = await me.session();
      const ended = await me.call("DELETE", `/v1/connectors/${data.id}`, undefined, { token });
      assert.equal(ended.status, 200);
      assert.deepEqual(await list(me), []);
      assert.equal((await rpc(app().app.door, { method: "tools/list" }, { token: key! })).status, 401);
    });

    test("a repeated request is 409 with the id, and makes no second one", async () => {
      const me = await app().member();
      const headers = { "idempotency-key": randomUUID() };
      const made = await create(
        me,
        { name: "Agent", scopes: ["visibility:run", "visibility:read"] },
        headers,
      );
      assert.deepEqual(made.data.scopes, ["visibility:read", "visibility:run"]);
      const again = await create(
        me,
        { name: "Agent", scopes: ["visibility:run", "visibility:read"] },
        headers,
      );
      assert.deepEqual([again.status, again.error.code], [409, "SECRET_ALREADY_SHOWN"]);
      assert.deepEqual(again.error.details, { id: made.data.id });
      assert.equal((await list(me)).length, 1);
      assert.doesNotMatch(again.text, /oh_mcp_/);
    });

    test("only a session makes one, with a name and scopes that there are", async () => {
      const me = await app().member();
      for (const token of [undefined, await me.connector()]) {
        const { status, error } = await me.call(
          "POST",
          "/v1/connectors",
          { name: "A" },
          token ? { token } : {},
        );
        assert.deepEqual([status, error.code], [401, "JWT_REQUIRED"]);
      }
      for (const body of [{}, { name: "" }, { name: "A", scopes: [] }, { name: "A", scopes: ["all"] }])
        assert.equal((await create(me, body)).status, 400, JSON.stringify(body));
    });

    test("one account has at most 20 that work, also when they are asked for at once", async () => {
      const me = await app().member();
      const { id } = (await create(me, { name: "First" })).data;
      const { db } = app();
      const { rows } = await sql<{ id: string }>`
        select users.id from users join identity_oauth_consents consents on consents."userId" = users.subject
        where consents.id = ${id}`.execute(db);
      const owner = ownOf(rows[0]!.id);
      const terms = { ...owner, scopes: ["visibility:read"], resource: "http://site.test/mcp" };
      const createdAt = new Date();
      const expiresAt = new Date(createdAt.getTime() + 1000);
      const made = await Promise.allSettled(
        Array.from({ length: 22 }, (_, at) => {
          const name = `Agent ${at}`;
          return insertConnectorKey(db, {
            ...{ ...terms, id: newId(), name, hash: randomUUID(), createdAt, expiresAt },
          });
        }),
      );
      assert.equal(made.filter(({ status }) => status === "fulfilled").length, 19);
      const refused = made.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
      assert.deepEqual([...new Set(refused)], ["KEY_LIMIT_REACHED"]);
      const afterwards = { ...terms, id: newId(), name: "Later", hash: randomUUID(), expiresAt };
      await assert.rejects(insertConnectorKey(db, { ...afterwards, createdAt }));
      await insertConnectorKey(db, { ...afterwards, createdAt: expiresAt });
    });
  },
);
