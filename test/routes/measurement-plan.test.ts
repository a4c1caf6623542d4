import assert from "node:assert/strict";
import { test } from "node:test";
import type { Static } from "typebox";
import type { MeasurementPlanView } from "../../src/actions/reports/views/measurement-plan-view.ts";
import { issuesOf } from "../doors.ts";
import { always } from "../fake-engines.ts";
import { type Member, onEachStore } from "../start-app.ts";

type Plan = Static<typeof MeasurementPlanView>;

/** Three answers to each of ten prompts by two assistants; Acme is in as many as the prompt's number says, by turns. */
const rows = Array.from({ length: 60 }, (_, at) => ({
  prompt: `question ${Math.floor(at / 6)}?`,
  provider: at % 2 ? "claude" : "chatgpt",
  model: "m-1",
  answer: (at * 7) % 10 < 4 ? "Acme." : "Bolt.",
  answeredAt: "2026-03-01T09:00:00Z",
}));

onEachStore(
  () => ({ engines: { chatgpt: always("Acme.") } }),
  (app) => {
    const plan = (me: Member, id: string, body: unknown) =>
      me.call<Plan>("POST", `/v1/projects/${id}/measurement-plan`, body);

    test("a plan for a project without answers rests on what is usual", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const { status, data } = await plan(me, id, { goal: "change", amount: 10 });
      assert.equal(status, 200);
      assert.deepEqual([data.reached, data.variance.cells, data.plan.cost_usd], [true, 0, null]);
      assert.equal(data.plan.asks, data.plan.prompts * data.plan.engines * data.plan.runs);
      assert.ok(data.plan.power! >= 0.8 && data.plan.smallest_change <= 0.1);
    });

    test("a plan for a measured project rests on how its own answers vary", async () => {
      const me = await app().member();
      const { id } = await me.project();
      assert.equal((await me.call("POST", `/v1/projects/${id}/imports`, rows)).status, 201);
      const { data } = await plan(me, id, { goal: "level", amount: 5 });
      assert.equal(data.variance.cells, 20);
      assert.ok(data.plan.half_width <= 0.05 && data.plan.prompts > data.as_it_is.prompts);
      const { prompts, prompts_by_engine, reasking } = data.variance;
      assert.ok(Math.abs(prompts + prompts_by_engine + reasking - 1) < 1e-3);
    });

    test("more points than there can be are refused", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const answer = await plan(me, id, { goal: "change", amount: 101 });
      assert.equal(answer.status, 400);
      assert.deepEqual(issuesOf(answer), ["body /amount too_large"]);
    });
  },
);
