import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import type { RawView } from "../../src/server/reports/rows/raw-view.ts";
import { doors, issuesOf, warningsOf } from "../doors.ts";
import { always, failing, hanging } from "../fake-engines.ts";
import { type Member, onAnyStore } from "../start-app.ts";

const path = "/v1/analyze/custom";
const texts = (count: number) => Array.from({ length: count }, (_, number) => `question ${number + 1}?`);

onAnyStore(
  () => ({ engines: { chatgpt: always("Bolt, then Acme."), claude: always("Cube.") } }),
  (app) => {
    const terms = async (me: Member, more: Record<string, unknown> = {}) => ({
      projectId: (await me.project()).id,
      brand: "Acme",
      prompts: ["best crm?"],
      ...more,
    });

    test("contract/analyse: POST /analyze/custom needs projectId, brand and prompts", async () => {
      const me = await app().member();
      assert.deepEqual(issuesOf(await me.call("POST", path, {})), [
        "body /projectId required",
        "body /brand required",
        "body /prompts required",
      ]);
      for (const field of ["projectId", "brand", "prompts"]) {
        const body = await terms(me, { [field]: undefined });
        assert.deepEqual(issuesOf(await me.call("POST", path, body)), [`body /${field} required`]);
      }
    });

    for (const [what, prompts] of [
      ["texts", ["best crm?", "crm for teams?"]],
      ["objects", [{ prompt: "best crm?" }, { prompt: "crm for teams?" }]],
      ["both", ["best crm?", { prompt: "crm for teams?" }]],
    ] as const) {
      test(`contract/analyse: POST /analyze/custom takes prompts as ${what}`, async () => {
        const me = await app().member();
        const { status, data } = await me.call<SummaryView>("POST", path, await terms(me, { prompts }));
        assert.equal(status, 200);
        const { data: raw } = await me.call<RawView>("GET", `/v1/reports/${data.id}?view=raw`);
        assert.deepEqual([...new Set(raw.rows.map(({ prompt }) => prompt))], ["best crm?", "crm for teams?"]);
      });
    }

    for (const door of doors) {
      test(`64 ${door.name}: where a field is missing, the one that was meant for it is told`, async () => {
        const me = await app().member();
        const input = { project_id: "x", brand: "Acme", questions: ["best crm?"], rivals: ["Bolt"] };
        const { status, error } = await door.call(
          app().app.door,
          await door.token(me),
          "run_custom_analysis",
          input,
        );
        assert.equal(status, 400);
        const { issues } = error.details as { issues: { path: string; did_you_mean?: string }[] };
        assert.deepEqual(
          issues.map(({ path, did_you_mean }) => [path, did_you_mean]),
          [
            ["/projectId", undefined],
            ["/prompts", undefined],
            ["/project_id", "projectId"],
            ["/questions", "prompts"],
            ["/rivals", "competitors"],
          ],
        );
      });
    }

    for (const door of doors) {
      test(`66 ${door.name}: competitors are taken as names, as objects, or both, as a project takes them`, async () => {
        const me = await app().member();
        app().engines.say({ chatgpt: always("Bolto, then Elk."), claude: always("Elk.") });
        const competitors = ["Dart", { name: "Bolt", aliases: ["Bolto"] }, { name: "Cube" }];
        const { projectId } = await terms(me);
        const input = { projectId, brand: "Acme", prompts: ["best crm?"], competitors };
        const answer = await door.call<SummaryView>(
          app().app.door,
          await door.token(me),
          "run_custom_analysis",
          input,
        );
        await app().settle();
        const { data } = await me.call<SummaryView>("GET", `/v1/reports/${answer.data.id}`);
        assert.deepEqual(data.competitors.map(({ name, mentions }) => [name, mentions]).sort(), [
          ["Bolt", 1],
          ["Cube", 0],
          ["Dart", 0],
        ]);
      });
    }

    test("contract/analyse: a domain of a competitor that is none is told by its place, and a prompt given twice is asked once", async () => {
      const me = await app().member();
      const wrong = await terms(me, { competitors: ["Bolt", { name: "Cube", domain: "x" }] });
      assert.deepEqual(issuesOf(await me.call("POST", path, wrong)), [
        "body /competitors/1/domain bad_format",
      ]);
      const answer = await me.call<SummaryView>(
        "POST",
        path,
        await terms(me, { prompts: ["a crm?", "A CRM?"] }),
      );
      assert.deepEqual(
        warningsOf(answer).filter((warning) => warning.startsWith("DUPLICATE")),
        ["DUPLICATE_PROMPTS /prompts"],
      );
    });

    for (const [what, prompts, issue] of [
      ["an empty object", ["best crm?", {}], "body /prompts/1 not_allowed"],
      ["a number", [7], "body /prompts/0 not_allowed"],
      ["null", [null], "body /prompts/0 not_allowed"],
      ["a list", [["best crm?"]], "body /prompts/0 not_allowed"],
      ["an empty text", [""], "body /prompts/0 not_allowed"],
      ["white space", ["  \n"], "body /prompts/0 not_allowed"],
      ["501 characters", ["x".repeat(501)], "body /prompts/0 not_allowed"],
      ["what asks nothing", ["???"], "body /prompts/0 blank"],
      ["a zero-width text", ["\u200b\u200d"], "body /prompts/0 blank"],
    ] as const) {
      test(`contract/analyse: POST /analyze/custom refuses ${what} as a prompt`, async () => {
        const me = await app().member();
        assert.deepEqual(issuesOf(await me.call("POST", path, await terms(me, { prompts }))), [issue]);
      });
    }

    test("contract/analyse: POST /analyze/custom takes 20 prompts and refuses 21, counted before spellings are joined", async () => {
      const me = await app().member();
      assert.equal((await me.call("POST", path, await terms(me, { prompts: texts(20) }))).status, 200);
      for (const prompts of [texts(21), Array(21).fill("best crm?")])
        assert.deepEqual(issuesOf(await me.call("POST", path, await terms(me, { prompts }))), [
          "body /prompts too_many",
        ]);
      assert.deepEqual(issuesOf(await me.call("POST", path, await terms(me, { prompts: [] }))), [
        "body /prompts too_few",
      ]);
    });

    test("a prompt of 500 emoji is within bounds: characters are counted, not units", async () => {
      const me = await app().member();
      assert.equal(
        (await me.call("POST", path, await terms(me, { prompts: ["🎧".repeat(500)] }))).status,
        200,
      );
      assert.equal(
        (await me.call("POST", path, await terms(me, { prompts: ["🎧".repeat(501)] }))).status,
        400,
      );
    });

    test("contract/analyse: competitors are optional: absent are the project's, an empty list is none", async () => {
      const me = await app().member();
      const named = async (competitors?: unknown) => {
        const { data } = await me.call<SummaryView>(
          "POST",
          path,
          await terms(me, competitors === undefined ? {} : { competitors }),
        );
        return data.competitors.map(({ name }) => name).sort();
      };
      assert.deepEqual(await named(), ["Bolt", "Cube"]);
      assert.deepEqual(await named([]), []);
      assert.deepEqual(await named(["Dune", "Bolt"]), ["Bolt", "Dune"]);
    });

    for (const [what, competitors, issue] of [
      ["a number", [7], "body /competitors/0 not_allowed"],
      ["an object without a name", [{}], "body /competitors/0 not_allowed"],
      ["an object with an empty name", [{ name: "" }], "body /competitors/0/name too_short"],
      ["an empty name", [""], "body /competitors/0 not_allowed"],
      ["121 characters", ["x".repeat(121)], "body /competitors/0 not_allowed"],
      ["what nobody sees", ["\u200b"], "body /competitors/0 blank"],
      ["no list", "Bolt", "body /competitors wrong_type"],
      ["21 rivals", Array.from({ length: 21 }, (_, at) => `Rival ${at}`), "body /competitors too_many"],
    ] as const) {
      test(`contract/analyse: POST /analyze/custom refuses ${what} for competitors`, async () => {
        const me = await app().member();
        assert.deepEqual(issuesOf(await me.call("POST", path, await terms(me, { competitors }))), [issue]);
      });
    }

    test("a rival named twice, or as the brand, is left out with a warning", async () => {
      const me = await app().member();
      const answer = await me.call<SummaryView>(
        "POST",
        path,
        await terms(me, { competitors: ["BOLT", "bolt", "ACME"] }),
      );
      assert.deepEqual(warningsOf(answer), [
        "DUPLICATE_COMPETITOR /competitors/1",
        "COMPETITOR_IS_BRAND /competitors/2",
      ]);
      assert.deepEqual(
        answer.data.competitors.map(({ name }) => name),
        ["Bolt"],
      );
    });

    test("contract/analyse, contract/reports: POST /analyze/custom is 200 and of type visibility_analysis_api, there and when it is read", async () => {
      const me = await app().member();
      const { status, data } = await me.call<SummaryView>("POST", path, await terms(me));
      assert.deepEqual(
        [status, data.type, data.source, data.status],
        [200, "visibility_analysis_api", "custom", "completed"],
      );
      const { data: read } = await me.call<SummaryView>("GET", `/v1/reports/${data.id}`);
      assert.deepEqual(read, data);
    });

    test("contract/analyse: POST /analyze/custom is 200 also while assistants are still at work", async () => {
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck, claude: stuck });
      const me = await app().member();
      const answer = await me.call<SummaryView>("POST", path, await terms(me), {
        headers: { prefer: "wait=0" },
      });
      assert.deepEqual(
        [answer.status, answer.data.status, answer.data.poll_after_seconds],
        [200, "processing", 2],
      );
      stuck.release("Acme.");
      await app().settle();
      const { data } = await me.call<SummaryView>("GET", `/v1/reports/${answer.data.id}`);
      assert.deepEqual([data.status, data.metrics.appearance_rate], ["completed", 1]);
    });

    test("contract/analyse: POST /analyze/custom of an unknown project is 404, without a credential 401", async () => {
      const me = await app().member();
      const body = await terms(me, { projectId: randomUUID() });
      assert.deepEqual((await me.call("POST", path, body)).error.code, "PROJECT_NOT_FOUND");
      assert.deepEqual((await me.call("POST", path, body, { token: null })).status, 401);
    });

    test("the brand asked about is measured, with what the project knows of that name", async () => {
      app().engines.say({
        chatgpt: always("Get the Acmeter, or Bolt."),
        claude: always("Thunder by Bolt Inc."),
      });
      const me = await app().member();
      const { id: projectId } = await me.project({
        brandAliases: ["Acmeter"],
        competitors: [{ name: "Bolt", aliases: ["Thunder"], domain: "bolt.example" }, { name: "Cube" }],
      });
      const run = async (brand: string) =>
        (await me.call<SummaryView>("POST", path, { projectId, brand, prompts: ["best crm?"] })).data;
      const acme = await run("ACME");
      assert.deepEqual([acme.brand, acme.metrics.mentions], ["Acme", 1], "by its alias");
      const bolt = await run("bolt");
      assert.deepEqual([bolt.metrics.mentions, bolt.metrics.average_position], [2, 1]);
      assert.deepEqual(
        bolt.competitors.map(({ name }) => name),
        ["Cube"],
        "the project's rivals less the brand asked for",
      );
    });

    test("a brand nobody could see is 400", async () => {
      const me = await app().member();
      assert.deepEqual(issuesOf(await me.call("POST", path, await terms(me, { brand: "\u200b\u00ad" }))), [
        "body /brand blank",
      ]);
      assert.deepEqual(issuesOf(await me.call("POST", path, await terms(me, { brand: "é".repeat(121) }))), [
        "body /brand too_long",
      ]);
    });

    test("an analysis that nobody answers is failed, says why, and gives its units back", async () => {
      app().engines.say({ chatgpt: failing("bad_key"), claude: failing("bad_key") });
      const me = await app().member();
      const { status, data } = await me.call<SummaryView>(
        "POST",
        path,
        await terms(me, { prompts: texts(3) }),
      );
      assert.deepEqual([status, data.status, data.terminal], [200, "failed", true]);
      assert.equal(data.failure?.code, "ENGINE_KEY_REFUSED");
      assert.deepEqual([data.metrics.answers, data.metrics.appearance_rate], [0, null]);
      assert.deepEqual(
        data.providers.map(({ answers, answers_failed }) => [answers, answers_failed]),
        [
          [0, 3],
          [0, 3],
        ],
      );
      const { meta } = await me.call("GET", "/v1/projects");
      assert.equal(meta.billing.quotas.visibility.used, 0);
    });

    test("an analysis that some assistants answer is partial, its failed calls counted and in no rate", async () => {
      app().engines.say({ chatgpt: always("Acme."), claude: failing("refused") });
      const me = await app().member();
      const { data } = await me.call<SummaryView>("POST", path, await terms(me, { prompts: texts(2) }));
      assert.equal(data.status, "partial");
      assert.deepEqual(data.progress, { jobs_total: 4, jobs_done: 2, jobs_failed: 2 });
      const { answers, answers_failed, appearance_rate } = data.metrics;
      assert.deepEqual(
        { answers, answers_failed, appearance_rate },
        { answers: 2, answers_failed: 2, appearance_rate: 1 },
      );
      const { meta } = await me.call("GET", "/v1/projects");
      assert.equal(meta.billing.quotas.visibility.used, 2);
      const { data: latest } = await me.call<SummaryView>(
        "GET",
        `/v1/reports/latest?projectId=${data.project_id}&source=custom`,
      );
      assert.equal(latest.id, data.id, "a partial report counts as a completed one");
    });
  },
);
