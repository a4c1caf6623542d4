import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { standardPlans } from "../../src/server/api/access/plan.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import { always, failing, hanging } from "../fake-engines.ts";
import { join } from "../organizations/joining.ts";
import { type Member, onAnyStore } from "../start-app.ts";

const texts = (count: number) => Array.from({ length: count }, (_, number) => `question ${number + 1}?`);
const plans = {
  ...standardPlans,
  free: { ...standardPlans.free, projects: 2 },
  growth: {
    ...standardPlans.agency,
    quotas: { ...standardPlans.agency.quotas, visibility: 3 },
    projects: 1,
  },
  starter: {
    ...standardPlans.starter,
    features: standardPlans.starter.features.filter(
      (name) => !["custom_analysis", "mcp_connector"].includes(name),
    ),
  },
};

onAnyStore(
  () => ({
    engines: { chatgpt: always("Acme.") },
    config: { plans, plansOn: true, runsAtOnce: 1000, rateLimitScale: 100 },
  }),
  (app) => {
    const run = (me: Member, projectId: string, prompts: string[], headers = {}) =>
      me.call<SummaryView>("POST", "/v1/analyze/custom", { projectId, brand: "Acme", prompts }, { headers });
    test("a member who is limited to workspaces learns nothing that counts the whole organization, nor from a 402", async () => {
      const [boss, client] = [await app().member({ plan: "growth" }), await app().member()];
      const made = { name: "Client", kind: "client" };
      const { data: workspace } = await boss.call<{ id: string }>("POST", "/v1/client-workspaces", made);
      const { id: projectId } = await boss.project({ workspaceId: workspace.id });
      const token = await boss.session();
      await boss.call("PATCH", "/v1/organization", { monthlySpendUsd: 4711 }, { token });
      const { as } = await join(boss, client, "editor", [workspace.id]);
      const organization = await as<Record<string, unknown>>("GET", "/v1/organization");
      const status = await as<Record<string, unknown>>("GET", `/v1/account-status?projectId=${projectId}`);
      const joined = await as<Record<string, unknown>[]>("GET", "/v1/organizations");
      assert.deepEqual([organization.data.monthly_spend_usd, organization.data.retention], [null, null]);
      assert.deepEqual([status.data.quotas, organization.meta.billing.quotas], [null, null]);
      const members = Object.fromEntries(joined.data.map(({ id, members }) => [String(id), members]));
      assert.deepEqual([members[boss.userId], members[client.userId]], [null, 1]);
      const asked = { projectId, brand: "Acme", prompts: texts(4) };
      const over = await as("POST", "/v1/analyze/custom", asked);
      const another = { name: "B", brand: "B", workspaceId: workspace.id };
      for (const { status, error, text } of [over, await as("POST", "/v1/projects", another)]) {
        assert.equal(status, 402, text);
        assert.deepEqual([error.details?.remaining, error.details?.limit], [null, null]);
        assert.doesNotMatch(error.message, /\b\d/);
      }
      const whole = await boss.call("POST", "/v1/analyze/custom", asked);
      assert.deepEqual([whole.error.details?.remaining, whole.error.details?.limit], [3, 3]);
    });

    const used = async (me: Member) => (await me.call("GET", "/v1/projects")).meta.billing.quotas.visibility;

    test("contract/limits-and-plans, contract/errors: what is left decides: 5 units, 20 prompts are 402 with remaining 5, 5 prompts are taken", async () => {
      const me = await app().member();
      const { id } = await me.project();
      assert.equal((await run(me, id, texts(15))).status, 200);
      const { status, error, headers } = await run(me, id, texts(20));
      assert.deepEqual([status, error.code], [402, "BILLING_REQUIRED"]);
      const { period_end } = (await me.call("GET", "/v1/projects")).meta.billing;
      assert.deepEqual(error.details, {
        quota: "visibility",
        remaining: 5,
        required: 20,
        limit: 20,
        resets_at: period_end,
        upgrade_url: null,
      });
      assert.ok(headers["ratelimit-limit"]);
      assert.deepEqual(await used(me), {
        limit: 20,
        used: 15,
        remaining: 5,
        unit: "prompt_runs",
        resets_at: period_end,
      });
      const last = await run(me, id, texts(5));
      assert.equal(last.status, 200);
      assert.equal(last.meta.billing.quotas.visibility.remaining, 0, "the answer's own bill has it");
      assert.equal((await run(me, id, texts(1))).error.details?.remaining, 0);
      assert.equal(
        (await me.call<unknown[]>("GET", "/v1/reports")).data.length,
        2,
        "a refused run leaves no report",
      );
    });

    test("contract/analyse: each of the three analyses is 402 without units", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      await run(me, projectId, texts(20));
      for (const [path, body] of [
        ["/v1/analyze/project", { projectId }],
        ["/v1/analyze/custom", { projectId, brand: "Acme", prompts: ["one?"] }],
        ["/v1/analyze", { projectId }],
        ["/v1/analyze", { projectId, brand: "Acme", prompts: ["one?"] }],
      ] as const) {
        const { status, error } = await me.call("POST", path, body);
        assert.deepEqual(
          [status, error.code, typeof error.details?.remaining],
          [402, "BILLING_REQUIRED", "number"],
          path,
        );
      }
    });

    test("a hundred analyses at once with 20 units left are 20 accepted and 80 refused", async () => {
      const me = await app().member();
      const { id } = await me.project();
      // Told to come again: on a busy machine, the turn of the last of a hundred may not come in time.
      const patiently = async (text: string) => {
        for (;;) {
          const answer = await run(me, id, [text], { prefer: "wait=0" });
          if (answer.status !== 429 && answer.status !== 503) return answer;
        }
      };
      const answers = await Promise.all(texts(100).map(patiently));
      const count = (status: number) => answers.filter((answer) => answer.status === status).length;
      assert.deepEqual([count(200), count(402)], [20, 80]);
      await app().settle();
      assert.equal((await used(me)).used, 20);
      assert.deepEqual(await ledgerOf(me), { sum: 20, reports: 20 });
    });

    test("a failed run is given back wholly, a cancelled one what nobody answered", async () => {
      const me = await app().member();
      const { id } = await me.project();
      app().engines.say({ chatgpt: failing("refused") });
      assert.equal((await run(me, id, texts(10))).data.status, "failed");
      assert.equal((await used(me)).used, 0);

      const stuck = hanging();
      app().engines.say({
        chatgpt: (question, signal) =>
          question.prompt === "question 1?" ? "Acme." : stuck(question, signal),
      });
      const { data } = await run(me, id, texts(4), { prefer: "wait=0" });
      assert.equal((await used(me)).used, 4, "reserved while it runs");
      for (let looks = 0; looks < 1000; looks += 1) {
        const { data: now } = await me.call<SummaryView>("GET", `/v1/reports/${data.id}`);
        if (now.progress.jobs_done === 1) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const cancelled = await me.call<SummaryView>("POST", `/v1/reports/${data.id}/cancel`);
      assert.deepEqual(
        [cancelled.status, cancelled.data.status, cancelled.data.failure?.code],
        [200, "partial", "RUN_CANCELLED"],
      );
      assert.equal((await used(me)).used, 1);
      assert.deepEqual(await ledgerOf(me), { sum: 1, reports: 2 });
    });

    test("a partly answered run costs all of its prompts", async () => {
      const me = await app().member();
      const { id } = await me.project();
      app().engines.say({
        chatgpt: ({ prompt }) => {
          if (prompt === "question 1?") return "Acme.";
          return failing("refused")({ prompt } as never, new AbortController().signal);
        },
      });
      assert.equal((await run(me, id, texts(3))).data.status, "partial");
      assert.equal((await used(me)).used, 3);
    });

    test("contract/limits-and-plans, contract/errors: a feature that the plan lacks is 403 NO_ENTITLEMENT, told before the quota", async () => {
      const me = await app().member({ plan: "starter" });
      const { id } = await me.project();
      for (const { status, error } of [
        await run(me, id, texts(3)),
        await me.call("POST", "/v1/analyze", { projectId: id, brand: "Acme", prompts: texts(3) }),
      ]) {
        assert.deepEqual([status, error?.code], [403, "NO_ENTITLEMENT"]);
        assert.deepEqual(error.details, {
          feature: "custom_analysis",
          plan: "starter",
          required_plan: "free",
          reason: "plan",
        });
      }
      const agent = await app().member();
      const token = await agent.session();
      const connect = () =>
        agent.call<{ key: string }>("POST", "/v1/connectors", { name: "Nightly" }, { token });
      const { key } = (await connect()).data;
      const reads = () => agent.call("GET", "/v1/projects", undefined, { token: key });
      assert.equal((await reads()).status, 200);
      await app().app.operator.setPlan({ email: agent.email, plan: "starter" });
      for (const { status, error } of [await connect(), await reads()])
        assert.deepEqual(
          [status, error?.code, error?.details?.feature],
          [403, "NO_ENTITLEMENT", "mcp_connector"],
        );
      assert.equal(
        (await me.call("POST", "/v1/analyze/project", { projectId: id })).status,
        200,
        "what it has is open",
      );
      const foreign = await (await app().member()).project();
      assert.equal(
        (await run(me, foreign.id, texts(1))).error.code,
        "PROJECT_NOT_FOUND",
        "whose it is comes first",
      );
    });

    test("the plan bounds the projects, also when they are made at once", async () => {
      const me = await app().member();
      const terms = { name: "Acme", brand: "Acme" };
      const answers = await Promise.all([1, 2, 3, 4].map(() => me.call("POST", "/v1/projects", terms)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 402, 402]);
      const { error } = answers.find(({ status }) => status === 402)!;
      assert.deepEqual(
        [error.code, error.details?.quota, error.details?.limit, error.details?.remaining],
        ["BILLING_REQUIRED", "projects", 2, 0],
      );
    });

    test("another plan counts from the next request on", async () => {
      const me = await app().member();
      const { id } = await me.project();
      await run(me, id, texts(20));
      assert.equal((await run(me, id, texts(1))).status, 402);
      await app().app.operator.setPlan({ email: me.email, plan: "agency" });
      const { status, meta } = await run(me, id, texts(1));
      assert.equal(status, 200);
      assert.deepEqual([meta.billing.plan, meta.billing.quotas.visibility.limit], ["agency", 6000]);
      await app().app.operator.setPlan({ email: me.email, plan: "enterprise" });
      assert.equal((await used(me)).remaining, null, "null is unlimited");
    });

    const ledgerOf = async (me: Member) => {
      const { rows } = await sql<{ sum: number; reports: number }>`
        select coalesce(sum(delta), 0)::int as sum, count(distinct report_id)::int as reports
        from quota_ledger where user_id = ${me.userId}`.execute(app().db);
      return rows[0];
    };
  },
);

onAnyStore(
  () => ({
    engines: { chatgpt: always({ text: "Acme.", costUsd: 0.5 }) },
    estimateUsd: 1,
    config: { monthlySpendUsd: 3, runsAtOnce: 100 },
  }),
  (app) => {
    test("the month's bound on spending holds for all users: a run that would pass it is 402 and asks nobody", async () => {
      const [me, other] = [await app().member(), await app().member()];
      const projects = [await me.project(), await other.project()];
      const run = (member: Member, projectId: string, count: number) =>
        member.call<SummaryView>("POST", "/v1/analyze/custom", {
          projectId,
          brand: "Acme",
          prompts: texts(count),
        });
      const first = await run(me, projects[0]!.id, 2);
      assert.deepEqual([first.status, first.data.cost_usd], [200, 1]);
      const asked = app().engines.asked.length;
      const { status, error } = await run(other, projects[1]!.id, 3);
      assert.deepEqual(
        [status, error.code, error.details?.quota, error.details?.required, error.details?.limit],
        [402, "BILLING_REQUIRED", "spend", 3, 3],
      );
      assert.equal(error.details?.remaining, 2, "what was reserved and not spent is free again");
      assert.match(String(error.details?.resets_at), /^\d{4}-\d\d-01T00:00:00\.000Z$/);
      assert.equal(app().engines.asked.length, asked);
      const { meta } = await other.call("GET", "/v1/projects");
      assert.equal(meta.billing.quotas.visibility.used, 0, "nor is the quota touched");
      assert.equal((await run(other, projects[1]!.id, 2)).status, 200);
    });

    test("runs at once never pass the bound together", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const answers = await Promise.all(
        texts(6).map((text) =>
          me.call("POST", "/v1/analyze/custom", { projectId: id, brand: "Acme", prompts: [text] }),
        ),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 402, 402, 402, 402, 402]);
    });
  },
);
