import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { newId } from "../../src/server/kernel/id.ts";
import { always } from "../fake-engines.ts";
import { type Member, onEachStore, type Project, type TestApp } from "../start-app.ts";

/** Long enough for some collisions, should there be any, and for some answers on a slow machine. */
const stressMs = 4_000;
const answersMin = 100;
const projectsEach = 3;

interface Something {
  id: string;
}

/** What callers did to the projects of one account, and what they were told, by action and status. */
interface Stress {
  told: Map<string, number>;
  answers: number;
  /** Bodies of answers that say it was our fault. */
  faults: string[];
}

/** One thing after the other to any of the projects, until the time is up. */
async function disturb(me: Member, projects: Project[], stress: Stress, until: number): Promise<void> {
  const reports: string[] = [];
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(Math.random() * from.length)];
  const send = async (method: string, path: string, body?: unknown, key = false) => {
    const headers = { prefer: "wait=0", ...(key ? { "idempotency-key": newId() } : {}) };
    const answer = await me.call<Something>(method, path, body, { headers });
    const line = `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, "…")} ${answer.status}`;
    stress.answers += 1;
    stress.told.set(line, (stress.told.get(line) ?? 0) + 1);
    if (answer.status >= 500) stress.faults.push(`${line} ${answer.text}`);
    return answer;
  };
  const kept = async (answer: ReturnType<typeof send>) => {
    const { status, data } = await answer;
    if (status < 300) reports.push(data.id);
  };
  const rows = [{ prompt: "best crm?", provider: "chatgpt", answer: "Acme." }];
  const acts: ((projectId: string, reportId: string) => Promise<unknown>)[] = [
    (projectId) =>
      kept(send("POST", "/v1/analyze/custom", { projectId, brand: "Acme", prompts: ["a?", "b?"] }, true)),
    (projectId) => kept(send("POST", "/v1/analyze/project", { projectId })),
    (projectId) =>
      kept(send("POST", "/v1/generate-content", { projectId, platform: "linkedin", topic: "CRM" })),
    (projectId) => kept(send("POST", `/v1/projects/${projectId}/imports`, rows)),
    (_, reportId) => send("POST", `/v1/reports/${reportId}/cancel`),
    (_, reportId) => send("DELETE", `/v1/reports/${reportId}`),
    (projectId) => send("PATCH", `/v1/projects/${projectId}`, { name: "Acme", brandAliases: [newId()] }),
    (projectId) => send("PUT", `/v1/projects/${projectId}/prompts`, { prompts: ["a?", "b?"] }),
    (projectId) => send("POST", `/v1/projects/${projectId}/share-links`, {}),
    async (projectId) => {
      const { data } = await send("POST", "/v1/client-workspaces", { name: "W", kind: "client" });
      if (data) await send("PATCH", `/v1/projects/${projectId}`, { workspaceId: data.id });
      if (data) await send("DELETE", `/v1/client-workspaces/${data.id}`);
    },
    async (projectId) => {
      await send("DELETE", `/v1/projects/${projectId}`);
      const gone = projects.findIndex(({ id }) => id === projectId);
      if (gone !== -1) projects[gone] = await me.project();
    },
  ];
  while (performance.now() < until || stress.answers < answersMin)
    await pick(acts)!(pick(projects)!.id, pick(reports.slice(-20)) ?? newId());
}

/** What the ledger says of each quota beside what is counted, and what is still reserved. */
async function books({ db }: TestApp, me: Member): Promise<void> {
  const { rows } = await sql<{ used: number; entered: number }>`
    select u.used, coalesce(sum(l.delta), 0)::int as entered from quota_usage u
    left join quota_ledger l using (user_id, quota, period_start)
    where u.user_id = ${me.userId} group by u.user_id, u.quota, u.period_start, u.used`.execute(db);
  assert.ok(rows.length > 0);
  for (const { used, entered } of rows) assert.equal(used, entered);
  const { rows: open } = await sql`
    select from quota_ledger l where l.user_id = ${me.userId} and l.reason = 'reserve' and not exists (
      select from quota_ledger e where e.report_id = l.report_id and e.reason <> 'reserve')`.execute(db);
  assert.equal(open.length, 0, "units are reserved for what has ended");
}

onEachStore(
  () => ({
    engines: { chatgpt: always("Acme.") },
    estimateUsd: 0.01,
    config: { rateLimitScale: 10_000, runsAtOnce: 1_000, monthlySpendUsd: 1_000_000 },
  }),
  (app) => {
    test("whatever is done to the same projects at once, nothing fails by our fault and the books are equal", {
      timeout: 120_000,
    }, async () => {
      const stress: Stress = { told: new Map(), answers: 0, faults: [] };
      const until = performance.now() + stressMs;
      const members = await Promise.all([app().member(), app().member()]);
      await Promise.all(
        members.map(async (me) => {
          const projects = await Promise.all(Array.from({ length: projectsEach }, () => me.project()));
          await Promise.all(Array.from({ length: 8 }, () => disturb(me, projects, stress, until)));
        }),
      );
      assert.deepEqual(stress.faults.slice(0, 5), [], `${stress.faults.length} faults`);
      await app().settle();
      await app().app.worker.sweep();
      for (const me of members) await books(app(), me);
      const { rows } = await sql<{ reserved: number }>`
        select round(coalesce(sum(reserved_usd), 0)::numeric, 6)::float8 as reserved from spend_months`.execute(
        app().db,
      );
      assert.deepEqual(rows, [{ reserved: 0 }]);
    });
  },
);
