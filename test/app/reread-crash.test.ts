import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { readConfig } from "../../src/config.ts";
import { buildApp } from "../../src/server/app.ts";
import type { Store } from "../../src/server/db/store.ts";
import { createLog } from "../../src/server/kernel/log.ts";
import type { FullView } from "../../src/server/reports/figures/full-view.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import { issuesOf } from "../doors.ts";
import { always } from "../fake-engines.ts";
import { startApp } from "../start-app.ts";
import { anyStore } from "../stores.ts";

const config = readConfig({ OVERHEARD_SECRET: "only-for-tests-0123456789-abcdefghij" });
const engines = { chatgpt: always("Zenith is the usual pick.") };

for (const store of anyStore) {
  test(`${store.name}: a reading that was cut off is not shown, and the next worker ends it without asking`, {
    skip: store.skip,
    timeout: 60_000,
  }, async (t) => {
    let opened!: Store;
    const open = async () => (opened = await store.open(t));
    const first = await startApp(t, { ...store, openQuiet: open }, { engines });
    const me = await first.member();
    const project = await me.project();
    const rows = Array.from({ length: 2000 }, (_, index) => ({
      prompt: `question ${index % 400}?`,
      provider: "chatgpt",
      answer: "Zenith is the usual pick.",
    }));
    const { data } = await me.call<SummaryView>("POST", `/v1/projects/${project.id}/imports`, rows);
    const read = (query = "") => me.call<SummaryView>("GET", `/v1/reports/${data.id}${query}`);
    const readSoFar = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int from answer_readings where reading = 2`.execute(first.db);
      return rows[0]!.count;
    };

    await me.call("PATCH", `/v1/projects/${project.id}`, { brandAliases: ["Zenith"] });
    while ((await readSoFar()) === 0) await pause(1);
    await first.app.worker[Symbol.asyncDispose]();
    const during = { rows: await readSoFar(), newest: await read(), next: await read("?reading=2") };

    const next = await buildApp(config, { store: opened, engines: first.engines, log: createLog("silent") });
    await next.worker.settle();
    await next.close();
    assert.ok(during.rows < rows.length, "it was cut off");
    assert.equal(during.newest.data.metrics.mentions, 0);
    assert.deepEqual(issuesOf(during.next), ["query /reading unknown_reading"]);
    const { metrics } = (await read()).data;
    assert.deepEqual([metrics.answers, metrics.mentions], [rows.length, rows.length]);
    assert.equal((await read("?reading=1")).data.metrics.mentions, 0);
    assert.deepEqual(first.engines.asked, []);
  });

  test(`${store.name}: the trend of ad hoc reports is that of the brand asked for`, {
    skip: store.skip,
  }, async (t) => {
    const app = await startApp(t, store, { engines });
    const me = await app.member();
    const { id: projectId } = await me.project();
    const asked: string[] = [];
    for (const brand of ["Zenith", "Bolt", "Zenith"]) {
      const body = { projectId, brand, prompts: ["best crm?"] };
      asked.push((await me.call<SummaryView>("POST", "/v1/analyze/custom", body)).data.id);
    }
    const { data } = await me.call<FullView>("GET", `/v1/reports/${asked[2]}?view=full`);
    assert.deepEqual(
      data.trends.map(({ report_id }) => report_id),
      [asked[0], asked[2]],
    );
  });
}
