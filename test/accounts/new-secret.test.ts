import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import type { Config } from "../../src/config.ts";
import { derivedSecret } from "../../src/server/auth/server-secret.ts";
import { saveConnection } from "../../src/server/content/publishing/cms-connections.ts";
import { createVault } from "../../src/server/kernel/secret/vault.ts";
import { startApp, type TestApp, testSecret } from "../start-app.ts";
import { stores, type TestStore } from "../stores.ts";

const secret = "the secret after it, of more than thirty-two characters";
const vaultOf = (secret: string) => createVault(derivedSecret(secret, "cms credentials"));

for (const store of stores)
  test(`${store.name}: with the secret before it, a server accepts and keeps what that one made`, {
    skip: store.skip,
  }, async (t) => {
    const opened = await store.open(t);
    const { db } = opened;
    const same: TestStore = { ...store, openQuiet: async () => opened };
    /** A server on this store, which has ended when `use` has. */
    async function server<T>(config: Partial<Config>, use: (app: TestApp) => Promise<T>): Promise<T> {
      const endings: (() => unknown)[] = [];
      const app = await startApp({ after: (end) => void endings.push(end as () => unknown) }, same, {
        config,
      });
      try {
        return await use(app);
      } finally {
        // The first ends the app; that nothing is left open is judged when the store has closed too.
        await endings[0]?.();
      }
    }
    const statuses = async (app: TestApp, tokens: string[]) =>
      Promise.all(
        tokens.map(async (token) => (await app.send({ method: "GET", path: "/v1/projects", token })).status),
      );

    const access = { canary: "4711" };
    const made = await server({}, async (app) => {
      const me = await app.member();
      const project = await me.project();
      const terms = {
        kind: "ghost" as const,
        siteUrl: "https://blog.example",
        account: null,
        siteName: null,
      };
      const sealed = await vaultOf(testSecret).seal(project.id, access);
      await saveConnection(db, project.id, { ...terms, sealed }, new Date());
      const tokens = [me.key, await me.connector(), await me.session()];
      return { email: me.email, projectId: project.id, tokens, unused: (await app.member()).key };
    });
    await server({ secret, previousSecret: testSecret }, async (app) => {
      assert.deepEqual(await statuses(app, made.tokens), [200, 200, 200]);
      assert.ok(await app.app.operator.issueToken({ email: made.email }));
      const { rows } = await sql<{ sealed: string }>`select sealed from cms_connections`.execute(db);
      assert.deepEqual(await vaultOf(secret).open(made.projectId, rows[0]!.sealed), access);
    });
    await server({ secret }, async (app) => {
      assert.deepEqual(await statuses(app, made.tokens), [200, 200, 200]);
      assert.deepEqual(await statuses(app, [made.unused]), [401]);
    });
  });
