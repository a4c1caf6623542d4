import assert from "node:assert/strict";
import { test } from "node:test";
import type { Static } from "typebox";
import type { MeasurementPlanView } from "../../src/server/reports/measurement-plan/measurement-plan-view.ts";
import { issuesOf } from "../doors.ts";
import { always } from "../fake-engines.ts";
import { type Member, onAnyStore } from "../start-app.ts";

type Plan = Static<typeof MeasurementPlanView>;

/** Three answers to each of ten prompts by two assistants; Acme is in as many as the prompt's number says, by turns. */
const rows = Array.from({ length: 60 }, (_, at) => ({
  prompt: `question ${Math.floor(at / 6)}?`,
  provider: at % 2 ? "claude" : "chatgpt",
  model: "m-1",
  answer: (at * 7) % 10 < 4 ? "Acme." : "Bolt.",
  answeredAt: "2026-03-01T09:00:00Z",
}));

onAnyStore(
  () => ({ engines: { chatgpt: always("Acme."), claude: always("Acme.") } }),
  (app) => {
    const plan = (me: Member, id: string, body: unknown) =>
      me.call<Plan>("POST", `/v1/projects/${id}/measurement-plan`, body);

    test("a plan for a project without answers rests on what is usual", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const { status, data } = await plan(me, id, { goal: { detect: 10 } });
      assert.equal(status, 200);
      const { assumptions, reports, engines, prompts, runs } = data;
      assert.deepEqual(
        [data.reached, assumptions.from, assumptions.variance.cells, data.cost_usd, reports],
        [true, "recorded", 0, null, 2],
      );
      assert.equal(data.asks, prompts * engines * runs * reports);
      assert.ok(data.minutes! >= 1);
      assert.ok(data.power! >= 0.8 && data.smallest_change <= 0.1);
    });

    test("what nobody charges for costs nothing, also before the first report", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const { data } = await plan(me, id, { goal: { within: 10 }, engines: ["local", "sandbox"] });
      assert.equal(data.cost_usd, 0);
      const mixed = await plan(me, id, { goal: { within: 10 }, engines: ["local", "chatgpt"] });
      assert.equal(mixed.data.cost_usd, null);
    });

    test("a plan for a measured project rests on how its own answers vary", async () => {
      const me = await app().member();
      const { id } = await me.project();
      assert.equal((await me.call("POST", `/v1/projects/${id}/imports`, rows)).status, 201);
      const { data } = await plan(me, id, { goal: { within: 5 } });
      assert.deepEqual([data.assumptions.from, data.assumptions.variance.cells], ["own", 20]);
      assert.ok(data.half_width <= 0.05 && data.prompts > 10);
      const [low, high] = data.expected_interval;
      assert.ok((high - low) / 2 < data.half_width, "four reports in five reach it");
      const { prompts, prompts_by_engine, reasking } = data.assumptions.variance;
      assert.ok(Math.abs(prompts + prompts_by_engine + reasking - 1) < 1e-3);
    });

    test("a change is planned from the reports that the project has", async () => {
      const me = await app().member();
      const { id } = await me.project();
      for (const day of ["01", "08", "15", "22", "29"]) {
        const dated = rows.map((row) => ({ ...row, answeredAt: `2026-01-${day}T09:00:00Z` }));
        assert.equal((await me.call("POST", `/v1/projects/${id}/imports`, dated)).status, 201);
      }
      const { data } = await plan(me, id, { goal: { detect: 10 } });
      assert.equal(data.reports, 5 + 4, "as its grade is: by the fourth report after those five");
      const told = await plan(me, id, { goal: { detect: 10 }, earlierReports: 1 });
      assert.equal(told.data.reports, 2);
    });

    test("after one sample a plan rests on the project's report, and costs are each assistant's mean", async () => {
      app().engines.say({
        chatgpt: always({ text: "Acme.", costUsd: 0.01 }),
        claude: always({ text: "Bolt.", costUsd: 0.03 }),
      });
      const me = await app().member();
      const { id } = await me.project({ providers: ["chatgpt", "claude"], samples: 1 });
      assert.equal((await me.call("POST", "/v1/analyze/project", { projectId: id })).status < 300, true);
      await app().settle();
      const costPerCall = async (engines: string[]) => {
        const { data } = await plan(me, id, { goal: { detect: 10 }, engines });
        assert.equal(data.assumptions.from, "own");
        return data.cost_usd === null ? null : data.cost_usd / data.asks;
      };
      assert.ok(Math.abs((await costPerCall(["chatgpt"]))! - 0.01) < 1e-6);
      assert.ok(Math.abs((await costPerCall(["chatgpt", "claude"]))! - 0.02) < 1e-6);
      assert.equal(await costPerCall(["chatgpt", "gemini"]), null, "what Gemini costs is not known");
      const { data } = await plan(me, id, { goal: { budgetUsd: 5 }, engines: ["gemini"] });
      assert.deepEqual([data.reached, data.runs, data.cost_usd], [false, 1, null]);
    });

    test("assistants and a schedule can be chosen, and a budget with a schedule is a month's", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const body = { goal: { detect: 10 }, engines: ["chatgpt", "claude", "gemini"], schedule: "weekly" };
      const { data } = await plan(me, id, body);
      assert.deepEqual([data.engines, data.reports], [3, 8], "four before, and four by which it is found");
      const month = await plan(me, id, { goal: { budgetUsd: 20 }, schedule: "daily" });
      assert.deepEqual([month.data.reports, month.data.power], [30, null]);
    });

    test("more points than there can be, and not exactly one goal, are refused", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const issues = async (goal: unknown) => {
        const answer = await plan(me, id, { goal });
        assert.equal(answer.status, 400);
        return issuesOf(answer);
      };
      assert.deepEqual(await issues({ detect: 101 }), ["body /goal/detect too_large"]);
      assert.deepEqual(await issues({}), ["body /goal invalid"]);
      assert.deepEqual(await issues({ detect: 5, within: 5 }), ["body /goal invalid"]);
    });
  },
);
