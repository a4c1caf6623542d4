import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import type { RawView } from "../../src/server/reports/rows/raw-view.ts";
import { issuesOf } from "../doors.ts";
import { always, hanging } from "../fake-engines.ts";
import { onAnyStore } from "../start-app.ts";

const path = "/v1/analyze/project";
const atOnce = { headers: { prefer: "wait=0" } };

onAnyStore(
  () => ({ engines: { chatgpt: always("Acme."), claude: always("Bolt.") } }),
  (app) => {
    for (const [what, body, issue] of [
      ["a missing", {}, "body /projectId required"],
      ["a numeric", { projectId: 7 }, "body /projectId wrong_type"],
      ["a null", { projectId: null }, "body /projectId wrong_type"],
      ["a listed", { projectId: [randomUUID()] }, "body /projectId wrong_type"],
      ["a made-up", { projectId: "acme" }, "body /projectId bad_format"],
      ["an empty", { projectId: "" }, "body /projectId bad_format"],
      ["a braced", { projectId: `{${randomUUID()}}` }, "body /projectId bad_format"],
      ["a URN", { projectId: `urn:uuid:${randomUUID()}` }, "body /projectId bad_format"],
      ["a UUID with a line break", { projectId: `${randomUUID()}\n` }, "body /projectId bad_format"],
      ["a UUID with a space", { projectId: ` ${randomUUID()}` }, "body /projectId bad_format"],
      ["a full-width", { projectId: "０197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13" }, "body /projectId bad_format"],
    ] as const) {
      test(`contract/analyse: POST /analyze/project needs a UUID projectId: ${what} one is 400`, async () => {
        const me = await app().member();
        assert.deepEqual(issuesOf(await me.call("POST", path, body)), [issue]);
      });
    }

    test("contract/analyse: POST /analyze/project takes the id in capitals as well", async () => {
      app().engines.say({ chatgpt: always("Acme."), claude: always("Bolt.") });
      const me = await app().member();
      const { id } = await me.project();
      const { status, data } = await me.call<SummaryView>("POST", path, { projectId: id.toUpperCase() });
      assert.equal(status, 200);
      assert.equal(data.project_id, id);
    });

    for (const [what, id] of [
      ["an unknown", randomUUID()],
      ["the nil", "00000000-0000-0000-0000-000000000000"],
      ["the max", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
    ] as const) {
      test(`contract/analyse: POST /analyze/project of ${what} project is 404`, async () => {
        const me = await app().member();
        const { status, error } = await me.call("POST", path, { projectId: id });
        assert.deepEqual([status, error.code], [404, "PROJECT_NOT_FOUND"]);
      });
    }

    test("contract/analyse: POST /analyze/project of a project without prompts is 400 no_saved_prompts", async () => {
      const me = await app().member();
      const { id } = await me.project({ prompts: undefined });
      assert.deepEqual(issuesOf(await me.call("POST", path, { projectId: id })), [
        "body /projectId no_saved_prompts",
      ]);
    });

    test("contract/states: while assistants are at work it is 202 with the report to poll, and the poll ends", async () => {
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck, claude: always("Bolt.") });
      const me = await app().member();
      const { id: projectId } = await me.project();

      const accepted = await me.call<SummaryView>("POST", path, { projectId }, atOnce);
      assert.equal(accepted.status, 202);
      const { id, status, terminal, poll_after_seconds, progress, metrics } = accepted.data;
      assert.deepEqual([status, terminal, poll_after_seconds], ["processing", false, 2]);
      assert.equal(progress.jobs_total, 2);
      assert.deepEqual([metrics.answers, metrics.appearance_rate], [0, null]);
      assert.equal(accepted.headers.location, `/v1/reports/${id}`);
      assert.equal(accepted.headers["retry-after"], "2");

      const poll = await me.call<SummaryView>("GET", accepted.headers.location!);
      assert.deepEqual([poll.status, poll.data.status, poll.data.completed_at], [200, "processing", null]);
      stuck.release("Acme.");
      await app().settle();
      const { status: polled, data } = await me.call<SummaryView>("GET", accepted.headers.location!);
      assert.deepEqual(
        [polled, data.status, data.terminal, data.poll_after_seconds],
        [200, "completed", true, null],
      );
      assert.deepEqual(data.progress, { jobs_total: 2, jobs_done: 2, jobs_failed: 0 });
    });

    test("contract/analyse, contract/reports: it is 200 with the report where that is complete at once, of type visibility_analysis", async () => {
      app().engines.say({ chatgpt: always("Acme."), claude: always("Bolt, then Acme.") });
      const me = await app().member();
      const { id: projectId } = await me.project();
      const { status, headers, data } = await me.call<SummaryView>("POST", path, { projectId });
      assert.equal(status, 200);
      assert.equal(headers.location, undefined);
      assert.deepEqual(
        [data.type, data.source, data.status, data.project_id],
        ["visibility_analysis", "main", "completed", projectId],
      );
      assert.equal(data.metrics.visibility_score, 81.5, "first in one answer, second (63.1) in the other");
      const again = await me.call<SummaryView>("GET", `/v1/reports/${data.id}`);
      assert.deepEqual(again.data, data);
    });

    test("contract/analyse: it asks every assistant every saved prompt, and nothing else", async () => {
      const me = await app().member();
      const prompts = [
        "best crm?",
        { prompt: "  crm for small teams ", intent: "comparison" },
        "Is Acme any good?",
      ];
      const { id: projectId } = await me.project({ prompts, samples: 2 });
      const { data } = await me.call<SummaryView>("POST", path, { projectId });
      const { data: raw } = await me.call<RawView>("GET", `/v1/reports/${data.id}?view=raw`);
      const asked = raw.rows.map(({ prompt, provider, sample }) => `${prompt} ${provider} ${sample}`);
      const expected = ["best crm?", "crm for small teams", "Is Acme any good?"].flatMap((prompt) =>
        ["chatgpt", "claude"].flatMap((provider) =>
          [1, 2].map((sample) => `${prompt} ${provider} ${sample}`),
        ),
      );
      assert.deepEqual(asked, expected);
      assert.deepEqual(
        [...new Set(raw.rows.filter(({ branded }) => branded).map(({ prompt }) => prompt))],
        ["Is Acme any good?"],
      );
    });

    test("contract/limits-and-plans: it consumes the visibility quota, one unit a prompt whatever the number of assistants", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project({
        prompts: ["best crm?", "crm for teams?", "Best  CRM?"],
        samples: 3,
      });
      const { meta: before } = await me.call("GET", "/v1/projects");
      const { meta: after } = await me.call("POST", path, { projectId });
      assert.equal(after.billing.quotas.visibility.used - before.billing.quotas.visibility.used, 2);
    });

    test("the same analysis sent again while it runs is the same report and is charged once", async () => {
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck, claude: stuck });
      const me = await app().member();
      const { id: projectId } = await me.project();
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => me.call<SummaryView>("POST", path, { projectId }, atOnce)),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        Array(6).fill(202),
      );
      assert.equal(new Set(answers.map(({ data }) => data.id)).size, 1);
      stuck.release("Acme.");
      await app().settle();
      const { meta } = await me.call("GET", "/v1/projects");
      assert.equal(meta.billing.quotas.visibility.used, 1);
      const { data: reports } = await me.call<unknown[]>("GET", "/v1/reports");
      assert.equal(reports.length, 1);
    });

    test("of four different analyses at once the fourth is 429 with the bucket concurrency", async () => {
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck, claude: stuck });
      const me = await app().member();
      const projects = await Promise.all([1, 2, 3, 4].map(() => me.project()));
      const answers = await Promise.all(
        projects.map(({ id }) => me.call("POST", path, { projectId: id }, atOnce)),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 202, 202, 429]);
      const refused = answers.find(({ status }) => status === 429)!;
      assert.equal(refused.error.code, "RATE_LIMITED");
      assert.equal(refused.error.details?.bucket, "concurrency");
      assert.equal(refused.headers["retry-after"], "5");
      assert.equal(refused.headers["x-ratelimit-remaining"], "0");

      const stranger = await app().member();
      const theirs = await stranger.project();
      assert.equal(
        (await stranger.call("POST", path, { projectId: theirs.id }, atOnce)).status,
        202,
        "others are not held up",
      );
      stuck.release("Acme.");
      await app().settle();
      const { meta } = await me.call("GET", "/v1/projects");
      assert.equal(meta.billing.quotas.visibility.used, 3, "the refused one costs nothing");
    });
  },
);
