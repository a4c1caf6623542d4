import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Static } from "typebox";
import type { AccountStatusView } from "../../src/server/account-status/account-status-view.ts";
import { features, standardPlans } from "../../src/server/api/access/plan.ts";
import { issuesOf } from "../doors.ts";
import { always } from "../fake-engines.ts";
import { type Member, onAnyStore } from "../start-app.ts";

type Status = Static<typeof AccountStatusView>;

const path = "/v1/account-status";
const statusOf = async (me: Member, projectId?: string) =>
  (await me.call<Status>("GET", projectId ? `${path}?projectId=${projectId}` : path)).data;
const reasonsOf = ({ features }: Status) =>
  Object.fromEntries(
    Object.entries(features).flatMap(([name, { reason }]) => (reason ? [[name, reason]] : [])),
  );

onAnyStore(
  () => ({ engines: { chatgpt: always("Acme.") } }),
  (app) => {
    test("contract/workspaces: without plans everything is allowed, and the four parts are there", async () => {
      const me = await app().member();
      const status = await statusOf(me);
      assert.deepEqual(status.user, { id: me.userId, email: me.email });
      assert.deepEqual([status.plan.code, status.plan.name, status.plan.status], ["free", "Free", "active"]);
      assert.ok(Date.parse(status.plan.renews_at!) > Date.now());
      assert.deepEqual(status.workspace, { id: me.userId, kind: "personal", status: "active" });
      assert.equal(status.project, null);
      assert.deepEqual(Object.keys(status.features), [...features]);
      assert.deepEqual(reasonsOf(status), {});
      assert.ok(Object.values(status.features).every(({ enabled }) => enabled));
      assert.deepEqual(status.limits, {
        api_keys: { max: 10, used: 1 },
        prompts_per_custom_analysis: 20,
      });
      const { meta, data } = await me.call<Status>("GET", path);
      assert.deepEqual(data.quotas, (meta.billing as unknown as Status).quotas);
    });

    test("contract/workspaces: with a project it says how it stands, and what its archived workspace refuses", async () => {
      const me = await app().member();
      const { data: workspace } = await me.call<{ id: string }>("POST", "/v1/client-workspaces", {
        name: "Bakery",
        kind: "pitch",
      });
      const { id } = await me.project({ workspaceId: workspace.id, name: "Bread" });
      const fresh = await statusOf(me, id);
      assert.deepEqual(fresh.project, {
        id,
        name: "Bread",
        latest_report_status: null,
        cms_connected: false,
      });
      assert.deepEqual(fresh.workspace, { id: workspace.id, kind: "pitch", status: "active" });
      assert.deepEqual(reasonsOf(fresh), {});
      await me.call("POST", "/v1/analyze/project", { projectId: id });
      await me.call("PATCH", `/v1/client-workspaces/${workspace.id}`, { status: "archived" });
      const archived = await statusOf(me, id.toUpperCase());
      assert.equal(archived.project?.latest_report_status, "completed");
      assert.equal(archived.workspace?.status, "archived");
      assert.deepEqual(reasonsOf(archived), {
        visibility_analysis: "project",
        custom_analysis: "project",
        content_generation: "project",
        cms_publishing: "project",
      });
      assert.deepEqual(reasonsOf(await statusOf(me)), {}, "elsewhere nothing is refused");
    });

    test("contract/workspaces: a malformed projectId is 400, another's and a missing one 404", async () => {
      const [me, other] = [await app().member(), await app().member()];
      const { id } = await other.project();
      assert.deepEqual(issuesOf(await me.call("GET", `${path}?projectId=nonsense`)), [
        "query /projectId bad_format",
      ]);
      for (const foreign of [id, randomUUID()]) {
        const { status, error } = await me.call("GET", `${path}?projectId=${foreign}`);
        assert.deepEqual([status, error.code], [404, "PROJECT_NOT_FOUND"]);
      }
    });
  },
);

onAnyStore(
  () => ({ engines: { chatgpt: always("Acme.") }, config: { plans: standardPlans, plansOn: true } }),
  (app) => {
    for (const [plan, lacks] of [
      ["free", ["reddit_opportunities", "share_links", "client_workspaces", "cms_publishing"]],
      ["starter", ["reddit_opportunities", "client_workspaces", "cms_publishing"]],
      ["growth", ["client_workspaces"]],
      ["agency", []],
    ] as const) {
      test(`contract/workspaces: the plan ${plan} lacks ${lacks.join(", ") || "nothing"}`, async () => {
        const status = await statusOf(await app().member({ plan }));
        assert.equal(status.plan.code, plan);
        assert.deepEqual(reasonsOf(status), Object.fromEntries(lacks.map((feature) => [feature, "plan"])));
      });
    }

    test("contract/workspaces, contract/limits-and-plans: a feature whose quota is used up is off for `billing`, as the call itself is 402", async () => {
      const me = await app().member({ plan: "free" });
      const { id: projectId } = await me.project();
      const prompts = Array.from({ length: 20 }, (_, at) => `best crm ${at}?`);
      await me.call("POST", "/v1/analyze/custom", { projectId, brand: "Acme", prompts });
      const status = await statusOf(me, projectId);
      assert.equal(status.quotas?.visibility.remaining, 0);
      assert.deepEqual(
        [status.features.visibility_analysis, status.features.custom_analysis],
        [
          { enabled: false, reason: "billing" },
          { enabled: false, reason: "billing" },
        ],
      );
      assert.equal(status.features.readiness.enabled, true, "another quota");
      assert.equal((await me.call("POST", "/v1/analyze/project", { projectId })).status, 402);
    });

    test("contract/workspaces, contract/limits-and-plans: a canceled plan reads on and makes nothing new", async () => {
      const me = await app().member({ plan: "agency" });
      const { id: projectId } = await me.project();
      await app()
        .db.updateTable("organizations")
        .set({ plan_status: "canceled" })
        .where("id", "=", me.userId)
        .execute();
      // With a session: what a key stands for may be remembered for a second.
      const token = await me.session();
      const { data } = await me.call<Status>("GET", path, undefined, { token });
      assert.deepEqual([data.plan.status, data.plan.renews_at], ["canceled", null]);
      assert.deepEqual(new Set(Object.values(reasonsOf(data))), new Set(["billing"]));
      const { status, error } = await me.call("POST", "/v1/analyze/project", { projectId }, { token });
      assert.deepEqual([status, error.code, error.details?.remaining], [402, "BILLING_REQUIRED", 0]);
      assert.equal((await me.call("GET", `/v1/projects/${projectId}`, undefined, { token })).status, 200);
    });
  },
);
