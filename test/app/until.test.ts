import assert from "node:assert/strict";
import { test } from "node:test";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import type { RawView } from "../../src/server/reports/rows/raw-view.ts";
import { issuesOf, warningsOf } from "../doors.ts";
import { always, byPrompt, hanging } from "../fake-engines.ts";
import { type Member, onAnyStore } from "../start-app.ts";

const prompts = Array.from({ length: 10 }, (_, at) => `question ${at}?`);
/** Named in every second answer, by turns of prompt and sample. */
const half = byPrompt((prompt, sample) => ((Number(/\d/.exec(prompt)![0]) + sample) % 2 ? "Acme." : "Bolt."));
const costly = byPrompt((prompt) => ({ text: prompt.length % 2 ? "Acme." : "Bolt.", costUsd: 1 }));

onAnyStore(
  () => ({ engines: { chatgpt: half, claude: half }, estimateUsd: 0.01 }),
  (app) => {
    const begin = async (terms: object = {}) => {
      const me = await app().member();
      const { id: projectId } = await me.project({ providers: ["chatgpt", "claude"], prompts, ...terms });
      return { me, projectId };
    };
    const run = async (me: Member, projectId: string, until?: object) => {
      const { data, text, status } = await me.call<SummaryView>("POST", "/v1/analyze/project", {
        projectId,
        ...(until ? { until } : {}),
      });
      assert.ok(status < 300, text);
      await app().settle();
      return (await me.call<SummaryView>("GET", `/v1/reports/${data.id}`)).data;
    };
    const told = ({ asks_planned, asks_made, stopped_because, status, progress }: SummaryView) => ({
      ...{ asks_planned, asks_made, stopped_because, status },
      total: progress.jobs_total,
    });

    test("a run stops asking once the interval over its prompts is narrow enough, and says what it saved", async () => {
      const { me, projectId } = await begin();
      const report = await run(me, projectId, { width: 40 });
      const { total, ...rest } = told(report);
      assert.deepEqual(
        [rest.asks_planned, rest.stopped_because, rest.status, rest.asks_made],
        [200, "width", "completed", total],
      );
      assert.ok(total >= 40 && total < 200 && total % 20 === 0, `${total} asks`);
      const rate = report.metrics.same_prompts.find(({ figure }) => figure === "appearance_rate")!;
      const [low, high] = rate.interval_same_prompts!;
      assert.ok(high - low <= 0.4);
      const { data: raw } = await me.call<RawView>("GET", `/v1/reports/${report.id}?view=raw`);
      assert.equal(raw.rows.length, total);
      assert.deepEqual(
        raw.rows.slice(0, total / 20).map(({ prompt, provider, sample }) => [prompt, provider, sample]),
        Array.from({ length: total / 20 }, (_, index) => ["question 0?", "chatgpt", index + 1]),
        "rows keep the order of prompts, assistants and samples",
      );
    });

    test("a change that is too small to be ruled out is told when it is asked for, in a run and in the settings", async () => {
      const { me, projectId } = await begin();
      const analyse = (change: number) =>
        me.call("POST", "/v1/analyze/project", { projectId, until: { change, atMost: 80 } });
      assert.deepEqual(warningsOf(await analyse(5)), [], "nothing to compare with");
      await app().settle();
      assert.deepEqual(warningsOf(await analyse(5)), ["NOT_RULED_OUT /until/change"]);
      await app().settle();
      assert.deepEqual(warningsOf(await analyse(100)), []);
      const settings = await me.call("PATCH", `/v1/projects/${projectId}`, { until: { change: 5 } });
      assert.deepEqual(warningsOf(settings), ["NOT_RULED_OUT /until/change"]);
    });

    test("at its bound of calls it stops, and is no partial report for that", async () => {
      const { me, projectId } = await begin();
      assert.deepEqual(told(await run(me, projectId, { width: 1, atMost: 70 })), {
        ...{ asks_planned: 60, asks_made: 60, stopped_because: "at_most" },
        ...{ status: "completed", total: 60 },
      });
    });

    test("a change since the previous report is shown, and asking ends", async () => {
      const { me, projectId } = await begin();
      app().engines.say({ chatgpt: always("Bolt."), claude: always("Bolt.") });
      await run(me, projectId, { width: 1, atMost: 60 });
      app().engines.say({ chatgpt: always("Acme."), claude: always("Acme.") });
      const report = await run(me, projectId, { change: 5 });
      assert.deepEqual([report.stopped_because, report.asks_made], ["change", 40]);
      assert.equal(report.change?.direction, "up");
    });

    test("the project's own terms hold for its runs, and can be cleared", async () => {
      const { me, projectId } = await begin({ until: { width: 1, atMost: 40 } });
      const { data } = await me.call<{ until: object | null }>("GET", `/v1/projects/${projectId}`);
      assert.deepEqual(data.until, { width: 1, change: null, at_most: 40 });
      assert.equal((await run(me, projectId)).stopped_because, "at_most");
      await me.call("PATCH", `/v1/projects/${projectId}`, { until: null });
      const { asks_made, asks_planned, stopped_because } = await run(me, projectId);
      assert.deepEqual([asks_made, asks_planned, stopped_because], [20, 20, null]);
    });

    test("cancelled, a run asks no further wave", async () => {
      const stuck = hanging();
      app().engines.say({ claude: stuck });
      const { me, projectId } = await begin();
      const { data } = await me.call<SummaryView>(
        "POST",
        "/v1/analyze/project",
        { projectId, until: { width: 1 } },
        { headers: { prefer: "wait=0" } },
      );
      const ended = await me.call<SummaryView>("POST", `/v1/reports/${data.id}/cancel`);
      stuck.release();
      await app().settle();
      const report = (await me.call<SummaryView>("GET", `/v1/reports/${data.id}`)).data;
      assert.equal(ended.data.terminal, true);
      assert.deepEqual([report.progress.jobs_total, report.stopped_because], [40, "person"]);
    });

    test("either width or change, and enough calls for one answer each", async () => {
      const { me, projectId } = await begin();
      const refused = async (until: object) => {
        const answer = await me.call("POST", "/v1/analyze/project", { projectId, until });
        assert.equal(answer.status, 400, answer.text);
        return issuesOf(answer);
      };
      assert.deepEqual(await refused({}), ["body /until invalid"]);
      assert.deepEqual(await refused({ width: 10, change: 10 }), ["body /until invalid"]);
      assert.deepEqual(await refused({ width: 10, atMost: 19 }), ["body /until/atMost too_small"]);
    });
  },
);

onAnyStore(
  () => ({
    engines: { chatgpt: costly, claude: costly },
    estimateUsd: 1,
    config: { monthlySpendUsd: 50 },
  }),
  (app) => {
    test("where the month's bound leaves no further wave, it ends with what it has", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project({ providers: ["chatgpt", "claude"], prompts });
      const { data } = await me.call<SummaryView>("POST", "/v1/analyze/project", {
        projectId,
        until: { width: 1 },
      });
      await app().settle();
      const report = (await me.call<SummaryView>("GET", `/v1/reports/${data.id}`)).data;
      assert.deepEqual([report.status, report.stopped_because, report.asks_made], ["completed", "spend", 40]);
    });
  },
);
