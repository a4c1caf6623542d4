import assert from "node:assert/strict";
import { test } from "node:test";
import { promptKey } from "../../src/reader/prompt.ts";
import { actions } from "../../src/server/actions.ts";
import { tokensIn } from "../../src/server/mcp/token-count.ts";
import type { FullView } from "../../src/server/reports/figures/full-view.ts";
import type { RawView } from "../../src/server/reports/rows/raw-view.ts";
import { bigProject, longestCalls } from "../big-project.ts";
import { validInput } from "../catalogue.ts";
import { longTest } from "../depth.ts";
import { requestOf } from "../doors.ts";
import { missing } from "../fixtures/recorded.ts";
import { rpc } from "../mcp.ts";
import { onAnyStore, startApp } from "../start-app.ts";
import { anyStore } from "../stores.ts";

const plain = (name: string): [string, Record<string, string>] => [name, {}];

onAnyStore(
  () => ({ engines: { chatgpt: () => "Acme is good. Bolt too.", claude: () => "Bolt is good." } }),
  (app) => {
    test("the rows and prompts of a report are narrowed to one prompt or one assistant, page by page", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project({ prompts: ["best one?", "good one?", "one?"], samples: 2 });
      const { data: run } = await me.call<{ id: string }>("POST", "/v1/analyze/project", { projectId });
      await app().settle();
      const read = async <V>(query: string) => me.call<V>("GET", `/v1/reports/${run.id}?${query}`);
      const { rows } = (await read<RawView>("view=raw")).data;
      assert.equal(rows.length, 12);
      const promptKey = rows[0]!.prompt_key;

      const ofPrompt = (await read<RawView>(`view=raw&promptKey=${promptKey}`)).data.rows;
      assert.deepEqual(
        ofPrompt,
        rows.filter((row) => row.prompt_key === promptKey),
      );
      const first = await read<RawView>("view=raw&provider=claude&limit=4");
      const cursor = encodeURIComponent((first.meta.pagination as { next_cursor: string }).next_cursor);
      const second = await read<RawView>(`view=raw&provider=claude&limit=4&cursor=${cursor}`);
      assert.deepEqual(
        [...first.data.rows, ...second.data.rows],
        rows.filter(({ provider }) => provider === "claude"),
      );
      assert.equal((await read(`view=raw&provider=chatgpt&cursor=${cursor}`)).status, 400);

      const full = (await read<FullView>(`view=full&promptKey=${promptKey}&provider=claude`)).data;
      assert.deepEqual(
        full.prompts.map(({ prompt_key, answers }) => [prompt_key, answers.map(({ provider }) => provider)]),
        [[promptKey, ["claude", "claude"]]],
      );
    });

    test("a page of rows or prompts has at most so many bytes, and all pages have everything", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const long = "Acme is good. ".repeat(700);
      const rows = Array.from({ length: 120 }, (_, at) => ({
        ...{
          prompt: `best crm ${Math.floor(at / 2)}?`,
          provider: at % 2 ? "claude" : "chatgpt",
          answer: long,
        },
        citations: Array.from({ length: 40 }, (_, page) => ({
          url: `https://s${page}.example/${at}/best-crm`,
        })),
      }));
      const { data: report } = await me.call<{ id: string }>(
        "POST",
        `/v1/projects/${projectId}/imports`,
        rows,
      );
      const everyPage = async (query: string, most: number, entriesOf: (data: never) => unknown[]) => {
        const found: unknown[] = [];
        for (let [cursor, pages]: [string | null, number] = ["", 0]; cursor !== null; pages += 1) {
          const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
          const page = await me.call<never>("GET", `/v1/reports/${report.id}?${query}${after}`);
          assert.equal(page.status, 200, page.text);
          assert.ok(Buffer.byteLength(page.text) <= most, `${query}: ${page.text.length} bytes`);
          found.push(...entriesOf(page.data));
          cursor = page.meta.pagination!.next_cursor;
          assert.ok(cursor === null || entriesOf(page.data).length > 0, query);
          assert.ok(pages > 0 || cursor !== null, `${query} has several pages`);
        }
        return found;
      };
      const raw = await everyPage("view=raw&limit=500", 256 * 1024, ({ rows }: RawView) => rows);
      assert.equal(raw.length, rows.length);
      const promptsOf = ({ prompts }: FullView) => prompts;
      const kib = 1024;
      // The prompt that fills it is on the page, with its two answers of 10 KB each.
      const texts = "view=full&answer_detail=full&limit=200";
      assert.equal((await everyPage(texts, 600 * kib, promptsOf)).length, rows.length / 2);
      const all = await me.call<FullView>("GET", `/v1/reports/${report.id}?view=full&limit=200`);
      assert.ok(Buffer.byteLength(all.text) <= 512 * kib);
      const lines = (await me.call("GET", `/v1/reports/${report.id}/export`)).text.trimEnd().split("\n");
      // The API's rows say what an answer said in a part of its own.
      const text = { answer_text: long, answer_text_removed: false };
      assert.deepEqual(
        lines.map((line) => JSON.parse(line)),
        raw.map((row) => ({ ...(row as object), reading: 1, ...text })),
      );
    });

    longTest("no page of the largest project that is accepted has more than 512 KiB", async () => {
      const me = await app().member();
      const wide = (text: string, length: number) => text.padEnd(length, "界");
      const competitors = Array.from({ length: 20 }, (_, at) => ({
        name: wide(`Rival ${at} `, 120),
        aliases: Array.from({ length: 20 }, (_, of) => wide(`Alias ${at} ${of} `, 100)),
      }));
      const terms = { competitors, prompts: Array.from({ length: 80 }, (_, at) => wide(`crm ${at} `, 450)) };
      const { id: projectId } = await me.project(terms);
      for (let more = 0; more < 5; more += 1) await me.project(terms);
      const reports: string[] = [];
      for (const run of [1, 2]) {
        const rows = Array.from({ length: 400 }, (_, at) => ({
          ...{ prompt: wide(`crm ${at + 50 * run} `, 500), provider: at % 2 ? "claude" : "chatgpt" },
          answer: `${run === 1 ? "Acme" : competitors[at % 20]!.name} is good.`,
          citations: [
            { url: `https://s${at}-${run}.example/${"a".repeat(8_000)}`, title: wide("A ", 1_000) },
          ],
        }));
        const { data, status, text } = await me.call<{ id: string }>(
          ...(["POST", `/v1/projects/${projectId}/imports`, rows] as const),
        );
        assert.equal(status, 201, text);
        reports.push(data.id);
      }
      const own = { projectId, reportId: reports[1]!, "get_competitor competitor": competitors[0]!.name };
      const queries: [string, Record<string, string>][] = [
        ...["list_projects", "get_project", "list_prompts", "list_reports", "get_visibility_trends"].map(
          plain,
        ),
        ...["compare_reports", "get_competitor", "get_client_brief", "list_reddit_opportunities"].map(plain),
        ...["get_latest_report", "get_report", "get_account_status", "list_corrections"].map(plain),
        ["get_report", { view: "full", limit: "200" }],
        ["get_report", { view: "raw", limit: "500" }],
      ];
      const large: string[] = [];
      for (const [name, more] of queries) {
        const action = actions.find((one) => one.name === name)!;
        const request = requestOf(name, { ...validInput(action, own), ...more });
        const { status, text } = await me.call(request.method, request.path);
        assert.equal(status, 200, text);
        const kib = Buffer.byteLength(text) / 1_024;
        if (kib > 512) large.push(`${name} ${JSON.stringify(more)}: ${Math.round(kib)} KiB`);
      }
      assert.deepEqual(large, []);
    });

    test("a third large read of an organization waits for a place at every door, others' and small ones do not", async () => {
      const { ports, door } = app().app;
      const [me, other] = [await app().member(), await app().member()];
      const { id: projectId } = await me.project();
      const { data: report } = await me.call<{ id: string }>("POST", `/v1/projects/${projectId}/imports`, [
        { prompt: "best crm?", provider: "chatgpt", answer: "Acme." },
      ]);
      const going = new AbortController().signal;
      const enter = () => ports.heavyReads.enter(me.userId, going);
      const [held, still] = [await enter(), await enter()];
      const raw = `/v1/reports/${report.id}?view=raw`;
      const token = await me.connector();
      const promptKeys = [promptKey("best crm?")];
      await me.call("PATCH", `/v1/projects/${projectId}/tags`, { promptKeys, add: ["north"] });
      const reads = [
        me.call("GET", raw),
        // What is said of a tag is made of all answers.
        me.call("GET", `/v1/reports/${report.id}?tag=north`),
        me.call("GET", `/v1/reports/latest?projectId=${projectId}&tag=north`),
        me.call("GET", `/v1/projects/${projectId}/visibility-trends?tag=north`),
        me.call("GET", `/v1/reports/${report.id}/export`),
        // An effect is counted from the answers of many reports.
        me.call("GET", `/v1/projects/${projectId}/interventions`),
        me.call("POST", `/v1/projects/${projectId}/interventions`, { title: "A new page" }),
        rpc(
          door,
          {
            method: "tools/call",
            params: { name: "get_report", arguments: { reportId: report.id, view: "full" } },
          },
          { token },
        ),
      ];
      let ended = 0;
      for (const read of reads) void read.then(() => (ended += 1));
      assert.equal((await me.call("GET", `/v1/reports/${report.id}`)).status, 200);
      assert.equal((await other.call("GET", raw)).status, 404);
      assert.equal(ended, 0);
      held.leave();
      assert.deepEqual(
        (await Promise.all(reads)).map(({ status }) => status),
        [200, 200, 200, 200, 200, 200, 201, 200],
      );
      still.leave();
    });

    test("one part of the full view comes alone; its figures stay", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const { data: run } = await me.call<{ id: string }>("POST", "/v1/analyze/project", { projectId });
      await app().settle();
      const read = async (query: string) =>
        (await me.call<FullView>("GET", `/v1/reports/${run.id}?view=full${query}`)).data;
      const whole = await read("");
      assert.ok(whole.prompts.length > 0 && whole.gaps.length > 0 && whole.providers.length > 0);
      const gaps = await read("&part=gaps");
      assert.deepEqual(gaps.gaps, whole.gaps);
      assert.deepEqual(gaps.metrics, whole.metrics);
      assert.deepEqual([gaps.prompts, gaps.trends, gaps.providers, gaps.sources.urls], [[], [], [], []]);
      assert.deepEqual((await read("&part=prompts")).prompts, whole.prompts);
    });

    test("an answer can be read on from any of its characters", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const { data: run } = await me.call<{ id: string }>("POST", "/v1/analyze/project", { projectId });
      await app().settle();
      const { rows } = (await me.call<RawView>("GET", `/v1/reports/${run.id}?view=raw`)).data;
      const { prompt_key } = rows.find(({ provider }) => provider === "chatgpt")!;
      const { data } = await me.call<{ answer_text: string }>(
        "GET",
        `/v1/reports/${run.id}/provider-answer?promptKey=${prompt_key}&provider=chatgpt&from=5`,
      );
      assert.equal(data.answer_text, "is good. Bolt too.");
    });
  },
);

longTest(
  "every tool's longest result of 792 answers fits, and says what was left out and how to get it",
  {
    skip: missing,
  },
  async (t) => {
    const app = await startApp(t, anyStore[0]!, { now: () => new Date("2025-06-01T00:00:00Z") });
    const big = await bigProject(app);
    for (const [name, fields] of await longestCalls(big)) {
      const result = await big.call(name, fields);
      assert.ok(!result.isError, `${name} ${result.content[0]!.text}`);
      const tokens = tokensIn(JSON.stringify(result));
      assert.ok(tokens <= 10_000, `${name}: ${tokens}`);
      const { left_out, how } = result.structuredContent;
      if (left_out) assert.match(how, /`\w+`|REST/);
    }

    const reportId = big.reports.at(-1)!;
    const rows = new Set<string>();
    let fields: Record<string, unknown> = { reportId, view: "raw", provider: "chatgpt" };
    for (let page = 0; page < 3; page += 1) {
      const { structuredContent } = await big.call("get_report", fields);
      if (page === 0) {
        const said = /`limit`: (\d+)/.exec(structuredContent.how);
        assert.ok(said, structuredContent.how);
        assert.equal(structuredContent.next_cursor, undefined, "it would lead past what is left out");
        // Half of it, for rows differ in length.
        fields = { ...fields, limit: Math.ceil(Number(said[1]) / 2) };
      } else {
        for (const { row_id } of structuredContent.result.rows) rows.add(row_id);
        fields = { ...fields, cursor: structuredContent.next_cursor };
      }
    }
    assert.equal(rows.size, 2 * Number(fields.limit));
  },
);

test("asking why visibility fell takes at most 15,000 tokens in all", { skip: missing }, async (t) => {
  const app = await startApp(t, anyStore[0]!, { now: () => new Date("2025-06-01T00:00:00Z") });
  const { call, projectId, reports, me } = await bigProject(app);
  const token = await me.connector();
  const ask = { name: "why_did_we_drop", arguments: { project: "Sony" } };
  const prompt = await rpc(app.app.door, { method: "prompts/get", params: ask }, { token });
  const said: string = prompt.result.messages[0].content.text;
  const named = [...said.matchAll(/^\d\. `(\w+)`/gm)].map(([, name]) => name);
  assert.deepEqual(named, ["list_projects", "list_reports", "compare_reports", "get_provider_answer"]);
  const compared = await call("compare_reports", { reportId: reports[2] });
  const { prompts_fallen } = compared.structuredContent.result;
  const answers = prompts_fallen.slice(0, 2).map(({ prompt_key }: { prompt_key: string }) => prompt_key);
  assert.equal(answers.length, 2);
  const results = [
    await call("list_projects", {}),
    await call("list_reports", { projectId, limit: 3 }),
    compared,
    ...(await Promise.all(
      answers.map((promptKey: string) =>
        call("get_provider_answer", { reportId: reports[2], promptKey, provider: "chatgpt" }),
      ),
    )),
  ];
  assert.ok(results.every(({ isError }) => !isError));
  const tokens = results.reduce((sum, result) => sum + tokensIn(JSON.stringify(result)), tokensIn(said));
  assert.ok(tokens <= 15_000, `${tokens} tokens`);
});
