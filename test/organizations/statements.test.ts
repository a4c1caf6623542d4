import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../../src/server/db/store.ts";
import { always } from "../fake-engines.ts";
import { startApp } from "../start-app.ts";
import { embeddedStore, type TestStore } from "../stores.ts";

/**
 * Statements of a request whose key has not been seen for a while, as they were before there were organizations; what
 * changes something writes its line of the audit log besides.
 */
const before: Record<string, number> = {
  "GET /v1/projects": 3,
  "GET /v1/projects/{project}": 3,
  // And one for what the report is shown from, which saves all others to whom nothing has changed.
  "GET /v1/reports/{report}": 5 + 1,
  "GET /v1/reports": 3,
  "GET /v1/client-workspaces": 3,
  "GET /v1/account-status": 5,
  "PATCH /v1/projects/{project}": 10,
  "POST /v1/client-workspaces": 8,
};
const auditLine = 1;

/** The worker looks for jobs beside every request. */
const ofWorker = (statement: unknown): boolean =>
  String((statement as { text?: string }).text ?? statement).includes('"jobs"."queue"');

type Client = { query(...given: unknown[]): unknown };
const counted = new WeakSet<Client>();

test("a request reads with as many statements as before there were organizations", async (t) => {
  let statements = 0;
  const counting: TestStore = {
    ...embeddedStore,
    async openQuiet(t) {
      const store: Store = await embeddedStore.openQuiet(t);
      store.pool.on("acquire", (client: Client) => {
        if (counted.has(client)) return;
        counted.add(client);
        const query = client.query.bind(client);
        client.query = (...given) => {
          if (!ofWorker(given[0])) statements += 1;
          return query(...given);
        };
      });
      return store;
    },
  };
  const clock = { ahead: 0 };
  const app = await startApp(t, counting, {
    engines: { chatgpt: always("Acme.") },
    now: () => new Date(Date.now() + clock.ahead),
  });
  const me = await app.member();
  const { id: project } = await me.project();
  const rows = [{ prompt: "best crm?", provider: "chatgpt", answer: "Acme." }];
  const { data: report } = await me.call<{ id: string }>("POST", `/v1/projects/${project}/imports`, rows);
  await app.settle();
  const bodies: Record<string, unknown> = {
    "PATCH /v1/projects/{project}": { name: "New" },
    "POST /v1/client-workspaces": { name: "Acme", kind: "client" },
  };
  const found: Record<string, number> = {};
  for (const wanted of Object.keys(before)) {
    const [method, path] = wanted.replace("{project}", project).replace("{report}", report.id).split(" ");
    // What is remembered of a key lapses within a second.
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    await app.db.updateTable("api_keys").set({ name: wanted }).where("user_id", "=", me.userId).execute();
    statements = 0;
    const { status, text } = await me.call(method!, path!, bodies[wanted]);
    found[wanted] = statements;
    assert.ok(status < 300, text);
  }
  if (process.env.PRINT_STATEMENTS) console.log(JSON.stringify(found));
  for (const [wanted, allowed] of Object.entries(before))
    assert.ok(
      found[wanted]! <= allowed + (wanted.startsWith("GET") ? 0 : auditLine),
      `${wanted}: ${found[wanted]}, ${allowed} before`,
    );
});
