import assert from "node:assert/strict";
import { test } from "node:test";
import type { FullView } from "../../src/server/reports/figures/full-view.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import type { RawView } from "../../src/server/reports/rows/raw-view.ts";
import { warningsOf } from "../doors.ts";
import { always } from "../fake-engines.ts";
import { type Member, onAnyStore, type Project } from "../start-app.ts";

const imported = [
  { prompt: "best crm?", provider: "chatgpt", answer: "Acme.", answeredAt: "2025-01-01T00:00:00Z" },
];
const prompts = ["best crm?", "crm for teams?", "crm for shops?"];

onAnyStore(
  () => ({}),
  (app) => {
    const analyse = async (me: Member, projectId: string) =>
      me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });

    test("where no engine is set up the sandbox answers, and everything that rests on it says so", async () => {
      const me = await app().member();
      const project = await me.project({ prompts });
      assert.deepEqual(project.providers, ["sandbox"]);
      const answer = await analyse(me, project.id);
      assert.deepEqual(
        [answer.data.status, answer.data.surfaces, answer.data.cost_usd],
        ["completed", ["sandbox"], 0],
      );
      assert.deepEqual(warningsOf(answer), ["SANDBOX_ANSWERS"]);
      const { data: raw } = await me.call<RawView>("GET", `/v1/reports/${answer.data.id}?view=raw`);
      for (const { surface, provider } of raw.rows)
        assert.deepEqual([surface, provider], ["sandbox", "sandbox"]);
      for (const path of [
        `/v1/reports/${answer.data.id}`,
        `/v1/reports/${answer.data.id}?view=raw`,
        `/v1/reports/${answer.data.id}?view=full`,
        `/v1/reports/latest?projectId=${project.id}`,
        `/v1/reports/${answer.data.id}/provider-answer?promptKey=${raw.rows[0]!.prompt_key}&provider=sandbox`,
      ])
        assert.deepEqual(warningsOf(await me.call("GET", path)), ["SANDBOX_ANSWERS"], path);
      const adHoc = await me.call("POST", "/v1/analyze/custom", {
        projectId: project.id,
        brand: "Bolt",
        prompts: ["x?"],
      });
      assert.deepEqual(warningsOf(adHoc), ["SANDBOX_ANSWERS"]);
    });

    test("the sandbox answers the same question the same way again, and names the project's brands", async () => {
      const me = await app().member();
      const { id } = await me.project({ prompts, samples: 3 });
      const answersOf = async () => {
        const { data } = await analyse(me, id);
        const { data: full } = await me.call<FullView>(
          "GET",
          `/v1/reports/${data.id}?view=full&answer_detail=full`,
        );
        return full.prompts.flatMap(({ answers }) => answers.map(({ answer_text }) => answer_text));
      };
      const [first, second] = [await answersOf(), await answersOf()];
      assert.deepEqual(first, second);
      assert.ok(new Set(first).size > 3, "samples differ");
      assert.match(first.join("\n"), /Acme/);
      assert.match(first.join("\n"), /Bolt|Cube/);
    });

    test("a report of made-up answers is passed over once the project has a real one, however old that is", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project({ prompts });
      const { data: madeUp } = await analyse(me, projectId);
      const latest = async () => me.call<SummaryView>("GET", `/v1/reports/latest?projectId=${projectId}`);
      assert.equal((await latest()).data.id, madeUp.id);
      const { data: real } = await me.call<SummaryView>(
        "POST",
        `/v1/projects/${projectId}/imports`,
        imported,
      );
      assert.equal(real.previous, null, "made-up answers are compared with their like only");
      const { data: again } = await analyse(me, projectId);
      assert.equal((await latest()).data.id, real.id);
      assert.deepEqual(warningsOf(await latest()), []);
      assert.equal(
        (await me.call<Project>("GET", `/v1/projects/${projectId}`)).data.latest_report_id,
        real.id,
      );

      const { data: full } = await me.call<FullView>("GET", `/v1/reports/${real.id}?view=full`);
      assert.deepEqual(
        full.trends.map(({ report_id }) => report_id),
        [real.id],
      );
      const { data: sandboxed } = await me.call<SummaryView>("GET", `/v1/reports/${again.id}`);
      assert.equal(sandboxed.change?.compared_with, madeUp.id);
      assert.deepEqual((await me.call<unknown[]>("GET", "/v1/reports")).data.length, 3, "nothing is hidden");
      await me.call("DELETE", `/v1/reports/${real.id}`);
      assert.equal((await latest()).data.id, again.id);
    });

    test("ad hoc reports of made-up answers are passed over as well", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project({ prompts });
      await me.call("POST", "/v1/analyze/custom", { projectId, brand: "Acme", prompts: ["x?"] });
      await me.call("POST", `/v1/projects/${projectId}/imports`, imported);
      const { error } = await me.call("GET", `/v1/reports/latest?projectId=${projectId}&source=custom`);
      assert.equal(error.code, "REPORT_NOT_READY");
    });
  },
);

onAnyStore(
  () => ({ engines: { chatgpt: always("Acme is good.") } }),
  (app) => {
    test("where every prompt names a tracked brand, the headline is over them and a warning says so", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project({ prompts: ["Is Acme any good?", "Bolt or Cube?"] });
      const answer = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });
      assert.deepEqual(warningsOf(answer), ["ONLY_BRANDED_PROMPTS"]);
      assert.deepEqual(
        [answer.data.metrics.answers, answer.data.metrics.appearance_rate, answer.data.branded],
        [2, 1, null],
      );
      assert.deepEqual(warningsOf(await me.call("GET", `/v1/reports/${answer.data.id}?view=raw`)), [
        "ONLY_BRANDED_PROMPTS",
      ]);
    });

    test("prompts that name a tracked brand are measured apart from the others", async () => {
      const me = await app().member();
      app().engines.say({ chatgpt: ({ prompt }) => (prompt.includes("Acme") ? "Acme is good." : "Bolt.") });
      const { id: projectId } = await me.project({
        prompts: ["Is Acme any good?", "best crm?", "crm for teams?"],
      });
      const answer = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });
      assert.deepEqual(warningsOf(answer), []);
      const { metrics, branded } = answer.data;
      assert.deepEqual([metrics.answers, metrics.prompts, metrics.appearance_rate], [2, 2, 0]);
      assert.deepEqual([branded?.answers, branded?.prompts, branded?.appearance_rate], [1, 1, 1]);
    });
  },
);
