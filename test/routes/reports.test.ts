import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { FullView } from "../../src/server/reports/figures/full-view.ts";
import type { ReportListing } from "../../src/server/reports/report-listing.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import type { ProviderAnswerView } from "../../src/server/reports/rows/provider-answer-view.ts";
import type { RawView } from "../../src/server/reports/rows/raw-view.ts";
import { issuesOf, warningsOf } from "../doors.ts";
import { always, byPrompt, failing, hanging } from "../fake-engines.ts";
import { type Member, onAnyStore } from "../start-app.ts";

const verbatim =
  "  # Best\u00a0CRMs\r\n\r\n1. **Bolt** – solid 👍🏽\n2. [Acme](https://acme.example/crm?utm_source=x#top)\n\n\t“İt’s fine.”\u200b  \n";
const cited = {
  text: verbatim,
  searched: true,
  searches: 2,
  queries: ["best crm software", "crm reviews"],
  citations: [
    { url: "https://acme.example/crm?utm_source=chatgpt.com#top", title: "Acme CRM", cited: true },
    { url: "https://blog.example.org/best", title: null, cited: true },
    { url: "https://never.example.org/", title: "Not used", cited: false },
  ],
};

onAnyStore(
  () => ({
    engines: {
      chatgpt: always(cited),
      claude: byPrompt((prompt, sample) => `${prompt} Cube, answer ${sample}.`),
    },
  }),
  (app) => {
    let me: Member;
    let projectId: string;
    let report: SummaryView;
    const read = async <V>(query = "") => (await me.call<V>("GET", `/v1/reports/${report.id}${query}`)).data;

    test("contract/reports: the id of an analysis reads the report", async () => {
      me = await app().member();
      ({ id: projectId } = await me.project({ prompts: ["best crm?", "crm for teams?"], samples: 2 }));
      const { data } = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });
      report = data;
      const answer = await me.call<SummaryView>("GET", `/v1/reports/${data.id}`);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.data, data);
      assert.equal((await read<SummaryView>("")).id, data.id);
    });

    test("contract/reports, contract/states: type and status are words of their lists, and terminal says whether the status is final", async () => {
      const { type, status, terminal } = await read<SummaryView>();
      assert.ok(["visibility_analysis", "visibility_analysis_api", "generated_content"].includes(type));
      assert.deepEqual([status, terminal], ["completed", true]);
    });

    test("contract/reports: the three views differ: raw has the rows, full has trends, sources and gaps, summary is the default and the smallest", async () => {
      const [raw, summary, full] = [
        await read<RawView>("?view=raw"),
        await read<SummaryView>("?view=summary"),
        await read<FullView>("?view=full"),
      ];
      assert.deepEqual(await read(), summary);
      assert.deepEqual([raw.view, summary.view, full.view], ["raw", "summary", "full"]);
      assert.equal(raw.rows.length, 8);
      for (const part of ["trends", "sources", "gaps", "prompts"]) {
        assert.ok(part in full, part);
        assert.ok(!(part in summary) && !(part in raw), part);
      }
      const size = (value: unknown) => JSON.stringify(value).length;
      assert.ok(size(summary) < size(raw) && size(summary) < size(full));
    });

    test("contract/reports: a view that does not exist is 400", async () => {
      for (const [query, issue] of [
        ["?view=foo", "query /view not_allowed"],
        ["?view=", "query /view empty"],
        ["?view=RAW", "query /view not_allowed"],
        ["?view=raw&view=full", "query /view duplicate"],
        ["?answer_detail=some", "query /answer_detail not_allowed"],
        ["?reading=0", "query /reading too_small"],
        ["?reading=7", "query /reading unknown_reading"],
        ["?limit=0", "query /limit too_small"],
        ["?limit=501", "query /limit too_large"],
        ["?limit=1.5", "query /limit wrong_type"],
        ["?view=full&limit=201", "query /limit too_large"],
      ] as const) {
        assert.deepEqual(issuesOf(await me.call("GET", `/v1/reports/${report.id}${query}`)), [issue], query);
      }
    });

    test("contract/reports: an unknown parameter is ignored with a warning that says what was probably meant", async () => {
      const answer = await me.call(
        "GET",
        `/v1/reports/${report.id}?veiw=raw&answerDetail=full&view%5B%5D=raw&colour=red`,
      );
      assert.equal(answer.status, 200);
      assert.deepEqual(
        answer.meta.warnings?.map(({ path, did_you_mean }) => [path, did_you_mean]),
        [
          ["/veiw", "view"],
          ["/answerDetail", "answer_detail"],
          ["/view[]", "view"],
          ["/colour", undefined],
        ],
      );
    });

    for (const id of [
      "latest2",
      randomUUID(),
      "00000000-0000-0000-0000-000000000000",
      "x".repeat(128),
      "%F0%9F%93%8A",
      "r_1",
    ]) {
      test(`contract/reports: GET /reports/${id.slice(0, 10)} is 404, for a report's id is any text`, async () => {
        const { status, error } = await me.call("GET", `/v1/reports/${id}`);
        assert.deepEqual([status, error.code], [404, "REPORT_NOT_FOUND"]);
      });
    }

    test("contract/reports: the full view holds the verbatim answers with answer_detail=full only", async () => {
      const [brief, whole] = [
        await read<FullView>("?view=full"),
        await read<FullView>("?view=full&answer_detail=full"),
      ];
      assert.deepEqual([brief.answer_detail, whole.answer_detail], ["summary", "full"]);
      const texts = whole.prompts.flatMap(({ answers }) =>
        answers.filter(({ provider }) => provider === "chatgpt"),
      );
      assert.deepEqual(new Set(texts.map(({ answer_text }) => answer_text)), new Set([verbatim]));
      for (const answer of brief.prompts.flatMap(({ answers }) => answers)) {
        assert.ok(!("answer_text" in answer) && !("citations" in answer));
        assert.ok(answer.excerpt.length > 0 && answer.excerpt.length <= 280);
        assert.equal(answer.citation_count, answer.provider === "chatgpt" ? 2 : 0);
      }
    });

    test("contract/reports: answer_detail with another view is ignored with a warning", async () => {
      const answer = await me.call("GET", `/v1/reports/${report.id}?view=raw&answer_detail=full`);
      assert.equal(answer.status, 200);
      assert.deepEqual(warningsOf(answer), ["PARAMETER_IGNORED /answer_detail"]);
    });

    test("contract/reports: a provider answer is one answer, byte for byte, with what it cites and what was counted", async () => {
      const { rows } = await read<RawView>("?view=raw");
      const { prompt_key } = rows[0]!;
      const path = `/v1/reports/${report.id}/provider-answer?promptKey=${prompt_key}&provider=chatgpt`;
      const { data } = await me.call<ProviderAnswerView>("GET", path);
      assert.equal(data.answer_text, verbatim);
      assert.deepEqual(data.searches, ["best crm software", "crm reviews"]);
      assert.deepEqual(rows[0]!.searches, data.searches);
      assert.deepEqual(
        [data.report_id, data.prompt, data.sample, data.surface, data.content_trust],
        [report.id, "best crm?", 1, "api", "untrusted_third_party"],
      );
      assert.deepEqual(
        data.citations.map(({ url, domain, title, source_type }) => [url, domain, title, source_type]),
        [
          ["https://acme.example/crm", "acme.example", "Acme CRM", "owned"],
          ["https://blog.example.org/best", "example.org", null, "other"],
        ],
      );
      for (const { name, evidence } of data.mentions)
        for (const { start, end, text } of evidence) assert.equal(verbatim.slice(start, end), text, name);
      assert.deepEqual(
        data.mentions.map(({ name, position, is_own_brand }) => [name, position, is_own_brand]),
        [
          ["Bolt", 1, false],
          ["Acme", 2, true],
        ],
      );
    });

    test("contract/reports: sample chooses among several answers, the first where it is absent", async () => {
      const { rows } = await read<RawView>("?view=raw");
      const path = `/v1/reports/${report.id}/provider-answer?promptKey=${rows[0]!.prompt_key}&provider=claude`;
      const text = async (query = "") =>
        (await me.call<ProviderAnswerView>("GET", path + query)).data.answer_text;
      assert.deepEqual(
        [await text(), await text("&sample=1"), await text("&sample=2")],
        ["best crm? Cube, answer 1.", "best crm? Cube, answer 1.", "best crm? Cube, answer 2."],
      );
      assert.deepEqual(issuesOf(await me.call("GET", `${path}&sample=0`)), ["query /sample too_small"]);
      assert.equal((await me.call("GET", `${path}&sample=3`)).error.code, "ANSWER_NOT_FOUND");
    });

    test("contract/reports: promptKey and provider are both needed; what the report does not hold is 404", async () => {
      const key = (await read<RawView>("?view=raw")).rows[0]!.prompt_key;
      const ask = (query: string) => me.call("GET", `/v1/reports/${report.id}/provider-answer${query}`);
      for (const [query, issues] of [
        ["", ["query /promptKey required", "query /provider required"]],
        [`?promptKey=${key}`, ["query /provider required"]],
        ["?provider=chatgpt", ["query /promptKey required"]],
        ["?promptKey=&provider=chatgpt", ["query /promptKey empty"]],
        [`?promptKey=${key}&promptKey=${key}&provider=chatgpt`, ["query /promptKey duplicate"]],
        ["?promptKey=best%20crm&provider=chatgpt", ["query /promptKey bad_format"]],
        [`?promptKey=${key}%0A&provider=chatgpt`, ["query /promptKey bad_format"]],
        [`?promptKey=${key}&provider=bard`, ["query /provider not_allowed"]],
      ] as const)
        assert.deepEqual(issuesOf(await ask(query)), issues, query);
      const { error } = await ask("?promptKey=best%20crm&provider=chatgpt");
      assert.match(JSON.stringify(error.details), /Must be a prompt's key.*`prompt_key`.*full view/);
      assert.doesNotMatch(JSON.stringify(error), /\[0-9a-f\]/);
      for (const query of [
        `?promptKey=p_${"0".repeat(20)}&provider=chatgpt`,
        `?promptKey=${key}&provider=grok`,
      ]) {
        const { status, error } = await ask(query);
        assert.deepEqual([status, error.code], [404, "ANSWER_NOT_FOUND"]);
      }
      const elsewhere = await me.call(
        "GET",
        `/v1/reports/${randomUUID()}/provider-answer?promptKey=${key}&provider=chatgpt`,
      );
      assert.equal(elsewhere.error.code, "REPORT_NOT_FOUND");
    });

    test("contract/reports: every answer that the full view lists can be read one by one", async () => {
      const full = await read<FullView>("?view=full&answer_detail=summary");
      for (const { prompt_key, answers } of full.prompts) {
        for (const { provider, sample, excerpt } of answers) {
          const { status, data } = await me.call<ProviderAnswerView>(
            "GET",
            `/v1/reports/${report.id}/provider-answer?promptKey=${prompt_key}&provider=${provider}&sample=${sample}`,
          );
          assert.equal(status, 200);
          assert.ok(data.answer_text.replaceAll(/\s+/g, " ").trim().startsWith(excerpt.slice(0, 20)));
        }
      }
    });

    test("an answer that is still to come is REPORT_NOT_READY, a failed one ANSWER_NOT_FOUND", async () => {
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck, claude: failing("refused") });
      const { data } = await me.call<SummaryView>(
        "POST",
        "/v1/analyze/custom",
        { projectId, brand: "Acme", prompts: ["best crm?"] },
        { headers: { prefer: "wait=0" } },
      );
      const key = (await read<RawView>("?view=raw")).rows[0]!.prompt_key;
      const of = (provider: string) =>
        me.call<ProviderAnswerView>(
          "GET",
          `/v1/reports/${data.id}/provider-answer?promptKey=${key}&provider=${provider}`,
        );
      const early = await of("chatgpt");
      assert.deepEqual([early.status, early.error.code], [404, "REPORT_NOT_READY"]);
      stuck.release("Acme.");
      await app().settle();
      assert.deepEqual(
        [(await of("chatgpt")).data.answer_text, (await of("claude")).error.code],
        ["Acme.", "ANSWER_NOT_FOUND"],
      );
      const { data: raw } = await me.call<RawView>("GET", `/v1/reports/${data.id}?view=raw`);
      assert.deepEqual(
        raw.rows.map(({ provider, status, error_code, brand_mentioned }) => [
          provider,
          status,
          error_code,
          brand_mentioned,
        ]),
        [
          ["chatgpt", "ok", null, true],
          ["chatgpt", "ok", null, true],
          ["claude", "failed", "refused", null],
          ["claude", "failed", "refused", null],
        ],
      );
    });

    test("while a report is processing every view has its shape, without figures", async () => {
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck, claude: stuck });
      const { data } = await me.call<SummaryView>(
        "POST",
        "/v1/analyze/project",
        { projectId },
        { headers: { prefer: "wait=0" } },
      );
      const running = async <V>(view: string) =>
        (await me.call<V>("GET", `/v1/reports/${data.id}?view=${view}`)).data;
      const shape = (value: object) => Object.keys(value).sort();
      assert.deepEqual(shape(await running<RawView>("raw")), shape(await read<RawView>("?view=raw")));
      assert.deepEqual(shape(await running<FullView>("full")), shape(await read<FullView>("?view=full")));
      const summary = await running<SummaryView>("summary");
      assert.deepEqual(shape(summary), shape(report));
      assert.deepEqual(
        [summary.metrics.answers, summary.metrics.visibility_score, summary.competitors, summary.measured_at],
        [0, null, [], null],
      );
      stuck.release("Acme.");
      await app().settle();
    });

    test("raw rows come in pages that together are all of them, once each", async () => {
      const all = (await read<RawView>("?view=raw")).rows.map(({ row_id }) => row_id);
      const seen: string[] = [];
      let cursor = "";
      do {
        const { data, meta } = await me.call<RawView>(
          "GET",
          `/v1/reports/${report.id}?view=raw&limit=3${cursor && `&cursor=${cursor}`}`,
        );
        seen.push(...data.rows.map(({ row_id }) => row_id));
        assert.equal(meta.pagination?.limit, 3);
        assert.equal(meta.pagination?.has_more, seen.length < all.length);
        cursor = meta.pagination?.next_cursor ?? "";
      } while (cursor !== "");
      assert.deepEqual(seen, all);
    });

    test("the prompts of the full view come in pages too, the rest of it in each", async () => {
      const whole = await read<FullView>("?view=full");
      const first = await me.call<FullView>("GET", `/v1/reports/${report.id}?view=full&limit=1`);
      const second = await me.call<FullView>(
        "GET",
        `/v1/reports/${report.id}?view=full&limit=1&cursor=${first.meta.pagination?.next_cursor}`,
      );
      assert.deepEqual([...first.data.prompts, ...second.data.prompts], whole.prompts);
      assert.deepEqual(second.meta.pagination, { limit: 1, next_cursor: null, has_more: false });
      assert.deepEqual(second.data.sources, whole.sources);
    });

    test("a cursor that was changed, or made for another list, is 400", async () => {
      const { meta } = await me.call("GET", `/v1/reports/${report.id}?view=raw&limit=3`);
      const cursor = meta.pagination!.next_cursor!;
      const changed = `${cursor[0] === "A" ? "B" : "A"}${cursor.slice(1)}`;
      for (const path of [
        `/v1/reports/${report.id}?view=raw&cursor=${changed}`,
        `/v1/reports/${report.id}?view=raw&cursor=${cursor}AA`,
        `/v1/reports/${report.id}?view=raw&cursor=${cursor.slice(0, 10)}`,
        `/v1/reports/${report.id}?view=full&cursor=${cursor}`,
        `/v1/reports?cursor=${cursor}`,
        `/v1/reports/${report.id}?view=raw&cursor=..%2F..%2Fetc`,
      ])
        assert.deepEqual(issuesOf(await me.call("GET", path)), ["query /cursor bad_cursor"], path);
    });

    test("GET /reports lists the caller's reports, newest first, by project, type and status, in pages", async () => {
      const list = async (query = "") => (await me.call<ReportListing[]>("GET", `/v1/reports${query}`)).data;
      const all = await list("?limit=100");
      assert.ok(all.length >= 3);
      assert.deepEqual(
        all.map(({ id }) => id),
        all
          .map(({ id }) => id)
          .sort()
          .reverse(),
      );
      assert.deepEqual(new Set(all.map(({ view }) => view)), new Set([null]));
      const other = await me.project();
      assert.deepEqual(await list(`?projectId=${other.id}`), []);
      assert.deepEqual(await list(`?projectId=${projectId.toUpperCase()}&limit=100`), all);
      assert.deepEqual(
        (await list("?type=visibility_analysis_api&limit=100")).length,
        all.filter(({ source }) => source === "custom").length,
      );
      assert.deepEqual(await list("?status=failed"), []);
      const first = await me.call<ReportListing[]>("GET", "/v1/reports?limit=1");
      const rest = await me.call<ReportListing[]>(
        "GET",
        `/v1/reports?limit=100&cursor=${first.meta.pagination?.next_cursor}`,
      );
      assert.deepEqual([...first.data, ...rest.data], all);
      const filtered = await me.call(
        "GET",
        `/v1/reports?status=completed&cursor=${first.meta.pagination?.next_cursor}`,
      );
      assert.deepEqual(
        issuesOf(filtered),
        ["query /cursor bad_cursor"],
        "a page mark belongs to its filters",
      );
      assert.deepEqual(
        issuesOf(await me.call("GET", "/v1/reports?status=done&type=x&limit=101&projectId=1")),
        [
          "query /projectId bad_format",
          "query /type not_allowed",
          "query /status not_allowed",
          "query /limit too_large",
        ],
      );
      assert.equal(
        (await me.call("GET", `/v1/reports?projectId=${randomUUID()}`)).error.code,
        "PROJECT_NOT_FOUND",
      );
    });
  },
);
