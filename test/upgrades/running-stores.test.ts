import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import type { Static } from "typebox";
import { migrate, pendingMigrations } from "../../src/server/db/migrate.ts";
import type { Store } from "../../src/server/db/store.ts";
import { newId } from "../../src/server/kernel/id.ts";
import type { WatchListView } from "../../src/server/projects/watches/change-view.ts";
import { insertWebhook } from "../../src/server/telling/destinations/webhooks.ts";
import { always } from "../fake-engines.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { type Ending, stores, type TestStore } from "../stores.ts";
import type { RunningStore } from "./running-store.ts";

const folder = join(import.meta.dirname, "stores");
const earlier = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => ({
    store: JSON.parse(readFileSync(join(folder, name), "utf8")) as RunningStore,
    dump: gunzipSync(readFileSync(join(folder, name.replace(".json", ".sql.gz")))).toString("utf8"),
  }));

/** The database as that version's process left it when it was killed, and a moment later. */
async function restore({ pool }: Store, { at }: RunningStore, dump: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      "drop schema public cascade; drop schema if exists jobs cascade; create schema public",
    );
    await client.query(dump);
    await client.query("reset all");
    // The queue goes by the server's clock, which the test cannot set, and forgets what has waited for weeks.
    const times = ["created_on", "started_on", "heartbeat_on", "start_after", "keep_until"];
    const moved = times.map((time) => `${time} = ${time} + (now() - '${at}'::timestamptz)`);
    await client.query(`update jobs.job set ${moved}`);
  } finally {
    client.release();
  }
}

const asLeft = (kind: TestStore, earlier: { store: RunningStore; dump: string }): TestStore => ({
  ...kind,
  async openQuiet(t: Ending) {
    const opened = await kind.openQuiet(t);
    await restore(opened, earlier.store, earlier.dump);
    assert.ok((await pendingMigrations(opened.db)).length > 0);
    await migrate(opened.db);
    return opened;
  },
});

/** What was new in later versions is not there yet, but for the watches that every project has. */
async function assertBlank(app: TestApp, { key: token, projectId }: RunningStore): Promise<void> {
  const get = async <D>(path: string) => (await app.send<D>({ method: "GET", path, token })).data;
  assert.deepEqual((await get<{ tags: unknown[] }>(`/v1/projects/${projectId}/tags`)).tags, []);
  assert.deepEqual(await get("/v1/webhooks"), []);
  const { usual, watches } = await get<Static<typeof WatchListView>>(`/v1/projects/${projectId}/watches`);
  assert.deepEqual(
    [usual, ...watches.map(({ of, idle_because, change }) => [of, idle_because, change])],
    [true, ["brand", null, null], ["gap", null, null]],
  );
  const ofDestinations = ["webhooks", "events", "deliveries", "event_marks", "digests", "buckets"];
  for (const table of [...ofDestinations, "client_reports", "client_issues", "prompt_tags"]) {
    const { rows } = await sql<{
      rows: number;
    }>`select count(*)::int as rows from ${sql.table(table)}`.execute(app.db);
    assert.deepEqual([table, rows[0]!.rows], [table, 0]);
  }
}

/** Somebody is told from here on; whether it arrives is not what this is about. */
async function addDestination({ db }: TestApp, { projectId }: RunningStore, now: Date): Promise<void> {
  const { rows: members } = await sql<{ organizationId: string; userId: string }>`
    select m.organization_id as "organizationId", m.user_id as "userId"
    from projects p join members m on m.organization_id = p.user_id where p.id = ${projectId}`.execute(db);
  const terms = {
    name: null,
    kind: "slack",
    projectId: null,
    types: null,
    quotes: true,
    sealed: "",
  } as const;
  await insertWebhook(db, { ...members[0]!, ...terms, id: newId() }, now);
}

for (const kind of stores)
  for (const { store, dump } of earlier)
    test(`${kind.name}: a run that was under way in a store of ${store.lastMigration} ends after the update, asking nothing twice, and nothing is told of the past`, {
      skip: kind.skip,
    }, async (t) => {
      const since = performance.now();
      const now = () => new Date(Date.parse(store.at) + 60_000 + performance.now() - since);
      const app = await startApp(t, asLeft(kind, { store, dump }), {
        engines: { chatgpt: always("Acme, then Bolt.") },
        config: { secret: store.secret },
        now,
      });
      const get = <D>(path: string) => app.send<D>({ method: "GET", path, token: store.key });
      const done = await get<{ status: string; headline: string }>(`/v1/reports/${store.done.id}`);
      assert.deepEqual([done.status, done.data.status], [200, "completed"], done.text);

      await assertBlank(app, store);
      await addDestination(app, store, now());

      await app.app.worker.start();
      const { id, prompts, unanswered } = store.running;
      const report = () =>
        get<{ status: string; terminal: boolean; metrics: { answers: number; prompts: number } }>(
          `/v1/reports/${id}`,
        );
      for (const deadline = performance.now() + 60_000; performance.now() < deadline; await delay(250))
        if ((await report()).data.terminal) break;
      const { data } = await report();
      assert.deepEqual(
        [data.status, data.metrics.prompts, data.metrics.answers],
        ["completed", prompts, prompts],
      );
      assert.deepEqual(app.engines.asked.map(({ prompt }) => prompt).sort(), [...unanswered].sort());
      const { rows } = await sql<{ reserved: string }>`
        select sum(reserved_usd)::text as reserved from spend_months`.execute(app.db);
      assert.equal(Number(rows[0]?.reserved), 0);

      const next = await app.send<{ id: string }>({
        ...{ method: "POST", path: "/v1/analyze/project", token: store.key },
        body: { projectId: store.projectId },
      });
      await app.settle();
      const { rows: told } = await sql<{ type: string; about: string }>`
        select type, object_id as about from deliveries union all select type, object_id from events`.execute(
        app.db,
      );
      assert.deepEqual(
        told.filter(({ about }) => about !== next.data.id && about !== id),
        [],
        "nothing is told of what ended before the destination was there",
      );
      assert.ok(told.some(({ type, about }) => type === "report.completed" && about === next.data.id));
    });
