import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { standardPlans } from "../../src/server/api/access/plan.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import { always, hanging } from "../fake-engines.ts";
import { type Member, onEachStore, type Project } from "../start-app.ts";

type Listing = Pick<SummaryView, "id" | "type" | "status" | "source" | "failure">;

const start = new Date("2026-03-02T12:00:00Z");
let time = start;

const reportsOf = async (me: Member, { id }: Project) =>
  (await me.call<Listing[]>("GET", `/v1/reports?projectId=${id}`)).data;
const nextRunOf = async (me: Member, { id }: Project) =>
  (await me.call<Project>("GET", `/v1/projects/${id}`)).data.next_run_at;

onEachStore(
  () => ({
    engines: { chatgpt: always("Acme.") },
    config: { plans: standardPlans, spreadSchedules: false, rateLimitScale: 0, runsAtOnce: 1 },
    now: () => time,
  }),
  (app) => {
    beforeEach(() => {
      time = start;
    });
    const agency = () => app().member({ plan: "agency" });
    const at = async (rfc3339: string) => {
      time = new Date(rfc3339);
      await app().settle();
    };

    test("a daily project says when it runs next, at six by its own clocks", async () => {
      const me = await agency();
      const project = await me.project({ schedule: "daily", timezone: "Europe/Berlin" });
      assert.equal(project.next_run_at, "2026-03-03T05:00:00.000Z");
    });

    test("a change of schedule or time zone plans the next run anew; any other change leaves it", async () => {
      const me = await agency();
      const project = await me.project({ schedule: "daily" });
      const change = async (terms: object) =>
        (await me.call<Project>("PATCH", `/v1/projects/${project.id}`, terms)).data.next_run_at;
      assert.equal(await change({ timezone: "Asia/Tokyo" }), "2026-03-02T21:00:00.000Z");
      time = new Date("2026-03-02T22:00:00Z");
      assert.equal(await change({ name: "other" }), "2026-03-02T21:00:00.000Z");
      assert.equal(await change({ schedule: "weekly" }), "2026-03-08T21:00:00.000Z");
      assert.equal(await change({ schedule: null }), null);
      assert.equal(await change({ schedule: "daily", timezone: null }), "2026-03-03T06:00:00.000Z");
      assert.equal(await change({ schedule: "off" }), null);
    });

    test("a scheduled run is a report like any other: it is the latest, and is paid from the same quota", async () => {
      const me = await agency();
      const project = await me.project({ schedule: "daily", prompts: ["best crm?", "which crm?"] });
      await at("2026-03-03T05:59:59Z");
      assert.deepEqual(await reportsOf(me, project), []);
      await at("2026-03-03T06:00:00Z");
      const [report, ...others] = await reportsOf(me, project);
      assert.deepEqual(
        [report?.type, report?.status, report?.source, others.length],
        ["visibility_analysis", "completed", "main", 0],
      );
      assert.equal(await nextRunOf(me, project), "2026-03-04T06:00:00.000Z");
      const { data, meta } = await me.call<SummaryView>("GET", `/v1/reports/latest?projectId=${project.id}`);
      assert.deepEqual([data.id, data.metrics.appearance_rate], [report?.id, 1]);
      assert.equal(meta.billing.quotas.visibility.used, 2);
    });

    test("a project that was due many times while the server was off runs once", async () => {
      const me = await agency();
      const project = await me.project({ schedule: "daily" });
      await at("2026-03-09T09:00:00Z");
      assert.equal((await reportsOf(me, project)).length, 1);
      assert.equal(await nextRunOf(me, project), "2026-03-10T06:00:00.000Z");
    });

    test("a project of an archived client does not run, has no failed reports of that, and goes on with its workspace", async () => {
      const me = await agency();
      const { data: client } = await me.call<{ id: string }>("POST", "/v1/client-workspaces", {
        ...{ name: "Client", kind: "client" },
      });
      const project = await me.project({ schedule: "daily", workspaceId: client.id });
      const status = (status: string) => me.call("PATCH", `/v1/client-workspaces/${client.id}`, { status });
      await status("archived");
      for (const day of [3, 4, 5]) await at(`2026-03-0${day}T06:00:00Z`);
      assert.deepEqual(await reportsOf(me, project), []);
      await status("active");
      await app().settle();
      assert.deepEqual(await reportsOf(me, project), []);
      await at("2026-03-06T06:00:00Z");
      assert.deepEqual(
        (await reportsOf(me, project)).map(({ status }) => status),
        ["completed"],
      );
    });

    for (const [why, terms, plan, code] of [
      [
        "whose quota is used up",
        { prompts: Array.from({ length: 21 }, (_, n) => `which crm ${n}?`) },
        "free",
        "BILLING_REQUIRED",
      ],
      ["without prompts", { prompts: undefined }, "agency", "NO_SAVED_PROMPTS"],
    ] as const) {
      test(`a run of a project ${why} is a failed report that says so, costs nothing, and is tried again`, async () => {
        const me = await app().member({ plan });
        const project = await me.project({ ...terms, schedule: "daily" });
        await at("2026-03-03T06:00:00Z");
        const [listed] = await reportsOf(me, project);
        assert.deepEqual([listed?.status, listed?.failure?.code], ["failed", code]);
        assert.match(listed?.failure?.message ?? "", /^The scheduled run was not started: [A-Z].*\.$/);
        for (const view of ["summary", "full", "raw"]) {
          const { status, data, meta } = await me.call<SummaryView>(
            "GET",
            `/v1/reports/${listed?.id}?view=${view}`,
          );
          assert.deepEqual([status, data.progress.jobs_total], [200, 0]);
          assert.equal(meta.billing.quotas.visibility.used, 0);
        }
        await me.call("PATCH", `/v1/projects/${project.id}`, { prompts: ["best crm?"] });
        await at("2026-03-04T06:00:00Z");
        const statuses = (await reportsOf(me, project)).map(({ status }) => status);
        assert.deepEqual(statuses, ["completed", "failed"]);
      });
    }

    test("an engine that the server no longer has is said to be missing", async () => {
      const me = await agency();
      const project = await me.project({ schedule: "daily" });
      await app()
        .db.updateTable("projects")
        .set({ providers: '["claude"]' })
        .where("id", "=", project.id)
        .execute();
      await at("2026-03-03T06:00:00Z");
      const [report] = await reportsOf(me, project);
      assert.equal(report?.failure?.code, "PROVIDER_NOT_CONFIGURED");
    });

    test("contract/analyse: scheduled runs do not count among the runs that a user may have at once", async () => {
      const me = await agency();
      const engine = hanging();
      app().engines.say({ chatgpt: engine });
      const [scheduled, other] = [await me.project({ schedule: "daily" }), await me.project()];
      time = new Date("2026-03-03T06:00:00Z");
      const settled = app().settle();
      while ((await reportsOf(me, scheduled)).length === 0) await new Promise(setImmediate);
      const { status, text } = await me.call(
        "POST",
        "/v1/analyze/project",
        { projectId: other.id },
        {
          headers: { prefer: "wait=0" },
        },
      );
      assert.equal(status, 202, text);
      engine.release("Acme.");
      await settled;
    });

    test("where owners start a run at the very moment it is due, no project has two under way", async () => {
      const engine = hanging();
      app().engines.say({ chatgpt: engine });
      const owners = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const me = await agency();
          return { me, project: await me.project({ schedule: "daily" }) };
        }),
      );
      time = new Date("2026-03-03T06:00:00Z");
      const settled = app().settle();
      const started = await Promise.all(
        owners.map(({ me, project }) =>
          me.call<Listing>(
            "POST",
            "/v1/analyze/project",
            { projectId: project.id },
            { headers: { prefer: "wait=0" } },
          ),
        ),
      );
      for (const [index, { me, project }] of owners.entries()) {
        const running = (await reportsOf(me, project)).filter(({ status }) => status === "processing");
        assert.deepEqual(
          running.map(({ id }) => id),
          [started[index]!.data.id],
        );
      }
      engine.release("Acme.");
      await settled;
      await app().settle();
      for (const { me, project } of owners)
        assert.equal(await nextRunOf(me, project), "2026-03-04T06:00:00.000Z");
    });
  },
);
