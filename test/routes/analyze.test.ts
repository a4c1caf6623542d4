import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { newId } from "../../src/server/kernel/id.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import type { RawView } from "../../src/server/reports/rows/raw-view.ts";
import { issuesOf, warningsOf } from "../doors.ts";
import { always, hanging } from "../fake-engines.ts";
import { type Member, onAnyStore, type TestApp } from "../start-app.ts";

const path = "/v1/analyze";

onAnyStore(
  () => ({ engines: { chatgpt: always("Bolt, then Acme.") } }),
  (app) => {
    const promptsOf = async (me: Member, { id }: SummaryView) => {
      const { data } = await me.call<RawView>("GET", `/v1/reports/${id}?view=raw`);
      return data.rows.map(({ prompt }) => prompt);
    };

    test("contract/analyse: POST /analyze takes any further field without refusing it", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const answer = await me.call("POST", path, {
        projectId,
        utm: "x",
        nested: { any: [1, { deep: true }] },
        retries: 3,
      });
      assert.equal(answer.status, 200);
      assert.deepEqual(warningsOf(answer), [
        "UNKNOWN_PARAMETER /utm",
        "UNKNOWN_PARAMETER /nested",
        "UNKNOWN_PARAMETER /retries",
      ]);
    });

    test("contract/analyse: POST /analyze with testId runs the saved test, and nothing else that is sent with it", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const testId = await insertTest(app(), me, projectId);
      const { status, data } = await me.call<SummaryView>("POST", path, {
        testId,
        projectId: randomUUID(),
        brand: "Cube",
        prompts: ["x?"],
      });
      assert.deepEqual(
        [status, data.type, data.brand, data.project_id],
        [200, "visibility_analysis_api", "Bolt", projectId],
      );
      assert.deepEqual(await promptsOf(me, data), ["saved one?", "saved two?"]);
      assert.deepEqual(
        data.competitors.map(({ name }) => name),
        ["Dune"],
      );
    });

    test("contract/analyse: POST /analyze of an unknown test is 404, of a malformed one 400", async () => {
      const me = await app().member();
      const { status, error } = await me.call("POST", path, { testId: randomUUID() });
      assert.deepEqual([status, error.code], [404, "TEST_NOT_FOUND"]);
      assert.deepEqual(issuesOf(await me.call("POST", path, { testId: "t1" })), ["body /testId bad_format"]);
    });

    test("contract/analyse: POST /analyze with projectId, brand and prompts is the custom analysis", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const { status, data } = await me.call<SummaryView>("POST", path, {
        projectId,
        brand: "Bolt",
        prompts: ["best crm?", { prompt: "other?" }],
        competitors: ["Acme"],
      });
      assert.deepEqual(
        [status, data.type, data.source, data.brand],
        [200, "visibility_analysis_api", "custom", "Bolt"],
      );
      assert.deepEqual(await promptsOf(me, data), ["best crm?", "other?"]);
      assert.deepEqual(
        data.competitors.map(({ name }) => name),
        ["Acme"],
      );
    });

    test("contract/analyse: POST /analyze: where prompts and a crawl record are given, the prompts win with a warning", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const answer = await me.call<SummaryView>("POST", path, {
        projectId,
        brand: "Acme",
        prompts: ["mine?"],
        crawlRecordId: randomUUID(),
      });
      assert.equal(answer.status, 200);
      assert.deepEqual(warningsOf(answer), ["PARAMETER_IGNORED /crawlRecordId"]);
      assert.deepEqual(await promptsOf(me, answer.data), ["mine?"]);
    });

    test("contract/analyse: POST /analyze of an unknown crawl record is 404", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const { status, error } = await me.call("POST", path, {
        projectId,
        brand: "Acme",
        crawlRecordId: randomUUID(),
      });
      assert.deepEqual([status, error.code], [404, "CRAWL_RECORD_NOT_FOUND"]);
    });

    test("contract/analyse: POST /analyze with projectId alone is POST /analyze/project: same type, 202 while it runs", async () => {
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck });
      const me = await app().member();
      const { id: projectId } = await me.project();
      const atOnce = { headers: { prefer: "wait=0" } };
      const legacy = await me.call<SummaryView>("POST", path, { projectId }, atOnce);
      assert.deepEqual(
        [legacy.status, legacy.data.type, legacy.data.status],
        [202, "visibility_analysis", "processing"],
      );
      const explicit = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId }, atOnce);
      assert.equal(explicit.data.id, legacy.data.id, "both start the same run");
      stuck.release("Acme.");
      await app().settle();
    });

    test("contract/analyse: POST /analyze with testId may be 202", async () => {
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck });
      const me = await app().member();
      const { id: projectId } = await me.project();
      const testId = await insertTest(app(), me, projectId);
      const { status, headers } = await me.call("POST", path, { testId }, { headers: { prefer: "wait=0" } });
      assert.equal(status, 202);
      assert.match(headers.location ?? "", /^\/v1\/reports\//);
      stuck.release("Acme.");
      await app().settle();
    });

    for (const [what, body] of [
      ["nothing", {}],
      ["a brand", { brand: "Acme" }],
      ["prompts", { prompts: ["best crm?"] }],
      ["a brand and prompts", { brand: "Acme", prompts: ["best crm?"] }],
      ["a crawl record", { crawlRecordId: randomUUID() }],
    ] as const) {
      test(`contract/analyse: POST /analyze with ${what} alone is 400 that names the accepted combinations`, async () => {
        const me = await app().member();
        const answer = await me.call("POST", path, body);
        assert.deepEqual(issuesOf(answer), ["body  unknown_combination"]);
        assert.match(answer.text, /testId \| projectId \+ brand \+ prompts/);
      });
    }

    test("75 POST /analyze with project_id for projectId is 400 that names both", async () => {
      const me = await app().member();
      const answer = await me.call("POST", path, { project_id: (await me.project()).id });
      assert.deepEqual(issuesOf(answer), ["body  unknown_combination", "body /project_id unknown_parameter"]);
      assert.match(answer.text, /"did_you_mean":"projectId"/);
    });

    for (const more of [
      { brand: "Acme" },
      { prompts: ["best crm?"] },
      { crawlRecordId: randomUUID() },
      { prompts: ["x?"], crawlRecordId: randomUUID() },
    ]) {
      test(`contract/analyse: POST /analyze with projectId and only ${Object.keys(more).join(" and ")} is 400 and spends nothing`, async () => {
        const me = await app().member();
        const { id: projectId } = await me.project();
        assert.deepEqual(issuesOf(await me.call("POST", path, { projectId, ...more })), [
          "body  unknown_combination",
        ]);
        const { meta } = await me.call("GET", "/v1/projects");
        assert.equal(meta.billing.quotas.visibility.used, 0);
      });
    }

    test("contract/analyse, contract/limits-and-plans: POST /analyze consumes the visibility quota; without a credential it is 401, of an unknown project 404", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const { meta } = await me.call("POST", path, { projectId, brand: "Acme", prompts: ["one?", "two?"] });
      assert.equal(meta.billing.quotas.visibility.used, 2);
      assert.equal((await me.call("POST", path, { projectId }, { token: null })).status, 401);
      assert.equal(
        (await me.call("POST", path, { projectId: randomUUID() })).error.code,
        "PROJECT_NOT_FOUND",
      );
    });
  },
);

async function insertTest({ db }: TestApp, me: Member, projectId: string): Promise<string> {
  const id = newId();
  const saved = {
    brand: "Bolt",
    competitors: '["Dune"]',
    prompts: '[{"prompt":"saved one?","intent":null},{"prompt":"saved two?","intent":null}]',
  };
  await db
    .insertInto("prompt_tests")
    .values({ id, user_id: me.userId, project_id: projectId, created_at: new Date(), ...saved } as never)
    .execute();
  return id;
}
