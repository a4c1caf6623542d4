import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import type { RawView } from "../../src/server/reports/rows/raw-view.ts";
import { issuesOf } from "../doors.ts";
import { always, byPrompt, failing, hanging, slow } from "../fake-engines.ts";
import { type Member, onEachStore } from "../start-app.ts";

const atOnce = { headers: { prefer: "wait=0" } };

onEachStore(
  () => ({
    engines: {
      chatgpt: always("Acme."),
      claude: always("Bolt."),
      gemini: always("Cube."),
      grok: always(""),
      mistral: always(""),
    },
  }),
  (app) => {
    const start = async (me: Member, projectId: string) =>
      (await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId }, atOnce)).data;
    const report = async (me: Member, id: string) =>
      (await me.call<SummaryView>("GET", `/v1/reports/${id}`)).data;

    test("cancelling stops asking: what was answered is a partial report, and the rest has not failed", async () => {
      const stuck = hanging();
      app().engines.say({ chatgpt: always("Acme."), claude: stuck });
      const me = await app().member();
      const { id: projectId } = await me.project({
        providers: ["chatgpt", "claude"],
        prompts: ["one?", "two?"],
      });
      const { id } = await start(me, projectId);
      for (let looks = 0; looks < 1000 && (await report(me, id)).progress.jobs_done < 2; looks += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      const { status, data } = await me.call<SummaryView>("POST", `/v1/reports/${id}/cancel`);
      assert.deepEqual(
        [status, data.status, data.terminal, data.failure?.code],
        [200, "partial", true, "RUN_CANCELLED"],
      );
      assert.deepEqual(data.progress, { jobs_total: 4, jobs_done: 2, jobs_failed: 0 });
      assert.deepEqual(
        [data.metrics.answers, data.metrics.answers_failed, data.metrics.appearance_rate],
        [2, 0, 1],
      );
      stuck.release("Too late.");
      await app().settle();
      assert.deepEqual(await report(me, id), data, "an answer that comes later changes nothing");
      const { data: raw } = await me.call<RawView>("GET", `/v1/reports/${id}?view=raw`);
      assert.deepEqual(
        [
          ...new Set(
            raw.rows.filter(({ status }) => status === "failed").map(({ error_code }) => error_code),
          ),
        ],
        ["cancelled"],
      );
    });

    test("cancelling before anything was answered is a failed report", async () => {
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck });
      const me = await app().member();
      const { id: projectId } = await me.project({ providers: ["chatgpt"] });
      const { id } = await start(me, projectId);
      const { data } = await me.call<SummaryView>("POST", `/v1/reports/${id}/cancel`);
      assert.deepEqual(
        [data.status, data.failure?.code, data.metrics.answers],
        ["failed", "RUN_CANCELLED", 0],
      );
    });

    test("a report that has ended cannot be cancelled: 409; an unknown one is 404", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project({ providers: ["chatgpt"] });
      const { data } = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });
      const { status, error } = await me.call("POST", `/v1/reports/${data.id}/cancel`);
      assert.deepEqual(
        [status, error.code, error.details],
        [409, "REPORT_STATE_CONFLICT", { status: "completed" }],
      );
      assert.equal(
        (await me.call("POST", `/v1/reports/${randomUUID()}/cancel`)).error.code,
        "REPORT_NOT_FOUND",
      );
      assert.equal((await report(me, data.id)).status, "completed");
    });

    test("five cancellations at once are one: its units are given back once", async () => {
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck });
      const me = await app().member();
      const { id: projectId } = await me.project({ providers: ["chatgpt"] });
      const { id } = await start(me, projectId);
      const answers = await Promise.all(
        [1, 2, 3, 4, 5].map(() => me.call<SummaryView>("POST", `/v1/reports/${id}/cancel`)),
      );
      // Callers that come before the end is written are told of it; the others come too late.
      const ended = answers.filter(({ status }) => status === 200);
      assert.ok(ended.length > 0);
      for (const { data } of ended) assert.equal(data.failure?.code, "RUN_CANCELLED");
      for (const { status } of answers) assert.ok(status === 200 || status === 409, String(status));
      const { meta } = await me.call("GET", "/v1/projects");
      assert.equal(meta.billing.quotas.visibility.used, 0);
    });

    test("a running report cannot be deleted: 409; an ended one is gone with its answers", async () => {
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck });
      const me = await app().member();
      const { id: projectId } = await me.project({ providers: ["chatgpt"] });
      const { id } = await start(me, projectId);
      const early = await me.call("DELETE", `/v1/reports/${id}`);
      assert.deepEqual(
        [early.status, early.error.code, early.error.details],
        [409, "REPORT_STATE_CONFLICT", { status: "processing" }],
      );
      stuck.release("Acme.");
      await app().settle();
      const { data: kept } = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });
      const { status, data } = await me.call("DELETE", `/v1/reports/${id}`);
      assert.deepEqual([status, data], [200, { id, deleted: true }]);
      assert.equal((await me.call("GET", `/v1/reports/${id}`)).error.code, "REPORT_NOT_FOUND");
      assert.equal((await me.call("DELETE", `/v1/reports/${id}`)).status, 404);
      await app().app.worker.sweep();
      const rows = await app().db.selectFrom("asks").select("id").where("report_id", "=", id).execute();
      assert.deepEqual(rows, []);
      assert.deepEqual(
        (await me.call<SummaryView[]>("GET", "/v1/reports")).data.map(({ id }) => id),
        [kept.id],
      );
      assert.equal((await report(me, kept.id)).previous, null, "nothing is compared with what is gone");
    });

    test("deleting the newest report makes the one before it the latest", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project({ providers: ["chatgpt"] });
      const run = async () =>
        (await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId })).data.id;
      const [first, second] = [await run(), await run()];
      const latest = async () =>
        (await me.call<SummaryView>("GET", `/v1/reports/latest?projectId=${projectId}`)).data?.id;
      assert.equal(await latest(), second);
      await me.call("DELETE", `/v1/reports/${second}`);
      assert.equal(await latest(), first);
      assert.equal(
        (await me.call<{ latest_report_id: string }>("GET", `/v1/projects/${projectId}`)).data
          .latest_report_id,
        first,
      );
    });

    test("an export holds every raw row, as JSON Lines and as CSV that no spreadsheet executes", async () => {
      app().engines.say({
        chatgpt: always("Acme, then Bolt."),
        claude: failing("refused"),
        gemini: byPrompt((prompt) => `${prompt}: Cube.`),
      });
      const me = await app().member();
      const prompts = ["=HYPERLINK(1) best?", 'say "hi", twice?', "line\nbreak?"];
      const { id: projectId } = await me.project({ providers: ["chatgpt", "claude", "gemini"], prompts });
      const { data } = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });
      const { data: raw } = await me.call<RawView>("GET", `/v1/reports/${data.id}?view=raw`);
      assert.equal(raw.rows.length, 9);
      const said = ({ provider, prompt }: { provider: string; prompt: string }) =>
        ({ chatgpt: "Acme, then Bolt.", gemini: `${prompt}: Cube.` })[provider] ?? null;

      const lines = await me.call("GET", `/v1/reports/${data.id}/export`);
      assert.match(lines.headers["content-type"] ?? "", /^application\/x-ndjson/);
      assert.match(
        lines.headers["content-disposition"] ?? "",
        /^attachment; filename="report-[0-9a-f-]{36}\.jsonl"$/,
      );
      assert.deepEqual(
        lines.text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
        raw.rows.map((row) => ({ ...row, reading: 1, answer_text: said(row), answer_text_removed: false })),
      );
      assert.equal((await me.call("GET", `/v1/reports/${data.id}/export?format=jsonl`)).text, lines.text);

      const csv = await me.call("GET", `/v1/reports/${data.id}/export?format=csv`);
      assert.match(csv.headers["content-type"] ?? "", /^text\/csv; charset=utf-8/);
      const table = parseCsv(csv.text);
      const [head, ...rows] = table;
      assert.equal(rows.length, 9);
      const column = (name: string) => rows.map((row) => row[head!.indexOf(name)]);
      assert.deepEqual(
        column("row_id"),
        raw.rows.map(({ row_id }) => row_id),
      );
      assert.deepEqual(
        column("prompt").slice(3, 9),
        raw.rows.slice(3).map(({ prompt }) => prompt),
      );
      assert.ok(
        column("prompt")
          .slice(0, 3)
          .every((cell) => cell?.startsWith("'=")),
        "a formula is no formula any more",
      );
      assert.equal(column("brands_named")[0], "Acme; Bolt");
      assert.deepEqual(column("status").slice(0, 3), ["ok", "failed", "ok"]);
      assert.deepEqual(head!.slice(-3), ["answer_text", "answer_text_removed", "cited_urls"]);
      const texts = raw.rows.map((row) => (said(row) ?? "").replace(/^=/, "'="));
      assert.deepEqual(column("answer_text"), texts);
      assert.deepEqual([...new Set(column("answer_text_removed"))], ["false"]);
    });

    test("contract/reports: an exported answer is verbatim in JSON Lines and as its reader sees it in CSV, with the addresses it cites", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const answer = "<think>Let me see; Bolt?</think>\n\n+1 for Acme.\n=Cube;=1+1";
      const citations = ["https://acme.example/a;b", "https://bolt.example/?q=1"].map((url) => ({ url }));
      const { data } = await me.call<SummaryView>("POST", `/v1/projects/${projectId}/imports`, [
        { prompt: "one?", provider: "chatgpt", answer, citations },
      ]);
      const [line] = (await me.call("GET", `/v1/reports/${data.id}/export`)).text.split("\n");
      const row = JSON.parse(line!);
      assert.deepEqual([row.answer_text, row.not_shown[0].kind], [answer, "thought"]);
      const [head, cells] = parseCsv((await me.call("GET", `/v1/reports/${data.id}/export?format=csv`)).text);
      assert.equal(cells![head!.indexOf("answer_text")], "'+1 for Acme.\n'=Cube;'=1+1");
      assert.equal(cells![head!.indexOf("cited_urls")], citations.map(({ url }) => url).join(" "));
    });

    test("the export of a running report is 404 REPORT_NOT_READY, of another format 400", async () => {
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck });
      const me = await app().member();
      const { id: projectId } = await me.project({ providers: ["chatgpt"] });
      const { id } = await start(me, projectId);
      assert.equal((await me.call("GET", `/v1/reports/${id}/export`)).error.code, "REPORT_NOT_READY");
      assert.deepEqual(issuesOf(await me.call("GET", `/v1/reports/${id}/export?format=xlsx`)), [
        "query /format not_allowed",
      ]);
    });

    test("Prefer: wait=N is how long an answer may take at most", async () => {
      app().engines.say({ chatgpt: slow(700, "Acme.") });
      const me = await app().member();
      const { id: projectId } = await me.project({ providers: ["chatgpt"] });
      const run = (wait: string) =>
        me.call<SummaryView>("POST", "/v1/analyze/project", { projectId }, { headers: { prefer: wait } });
      assert.equal((await run("wait=0")).status, 202);
      assert.equal((await run("respond-async, wait=25")).status, 200, "the same run, waited for");
    });

    test("a project that names engines is asked those only, the sandbox among them", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project({ providers: ["claude", "sandbox"] });
      const { status, data } = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });
      assert.deepEqual([status, data.status], [200, "completed"]);
      assert.deepEqual(
        data.providers.map(({ provider }) => provider),
        ["claude", "sandbox"],
      );
      assert.deepEqual(data.surfaces.toSorted(), ["api", "sandbox"]);
    });

    test("more than 20,000 asks are 400 too_many_asks, and nothing is asked or charged", async () => {
      const me = await app().member();
      const prompts = Array.from({ length: 500 }, (_, number) => `prompt ${number}?`);
      const { id: projectId } = await me.project({ prompts, samples: 10 });
      const asked = app().engines.asked.length;
      assert.deepEqual(issuesOf(await me.call("POST", "/v1/analyze/project", { projectId })), [
        "body /projectId too_many_asks",
      ]);
      assert.equal(app().engines.asked.length, asked);
      const { meta } = await me.call("GET", "/v1/projects");
      assert.equal(meta.billing.quotas.visibility.used, 0);
    });

    test("two runs of one project are compared: the second tells the first's figures and the change", async () => {
      const me = await app().member();
      const prompts = Array.from({ length: 10 }, (_, number) => `prompt ${number}?`);
      const { id: projectId } = await me.project({ providers: ["chatgpt"], prompts });
      const run = async () =>
        (await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId })).data.id;
      app().engines.say({ chatgpt: always("Nobody.") });
      const first = await run();
      app().engines.say({ chatgpt: always("Acme.") });
      const { previous, change, metrics } = await report(me, await run());
      assert.deepEqual([previous?.appearance_rate, metrics.appearance_rate], [0, 1]);
      assert.deepEqual(
        [change?.direction, change?.compared_with, change?.prompts, change?.appearance_rate_delta],
        ["up", first, 10, 1],
      );
      assert.equal((await report(me, first)).previous, null);
    });
  },
);

/** RFC 4180: quoted cells, doubled quotes, line breaks in cells. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
}
