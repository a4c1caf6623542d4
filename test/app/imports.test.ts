import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import type { FullView } from "../../src/server/reports/figures/full-view.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import type { ProviderAnswerView } from "../../src/server/reports/rows/provider-answer-view.ts";
import type { RawView } from "../../src/server/reports/rows/raw-view.ts";
import type { TrendsView } from "../../src/server/reports/trends/trend-view.ts";
import { type Answer, doors, issuesOf, warningsOf } from "../doors.ts";
import { always } from "../fake-engines.ts";
import { type Member, onAnyStore } from "../start-app.ts";

const pages = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ url: `https://a.example/${at}` }));

const row = (more: Record<string, unknown> = {}) => ({
  prompt: "best crm?",
  provider: "chatgpt",
  answer: "Acme.",
  ...more,
});

onAnyStore(
  () => ({ engines: { chatgpt: always("Bolt.") } }),
  (app) => {
    let me: Member;
    const fresh = async () => {
      me = await app().member();
      const { id } = await me.project();
      return `/v1/projects/${id}/imports`;
    };
    const rowsOf = async ({ data }: Answer<SummaryView>) =>
      (await me.call<RawView>("GET", `/v1/reports/${data.id}?view=raw&limit=500`)).data.rows;
    const reports = async () => (await me.call<unknown[]>("GET", "/v1/reports")).data.length;

    test("a stored report of answers that are dated ahead is not the latest, nor in the trend", async () => {
      const path = await fresh();
      const projectId = path.split("/")[3]!;
      const dated = (answeredAt: string) => me.call<SummaryView>("POST", path, [row({ answeredAt })]);
      const first = await dated("2026-01-05T00:00:00Z");
      const ahead = await dated("2026-01-06T00:00:00Z");
      for (const [table, id] of [
        ["reports", "id"],
        ["trend_points", "report_id"],
      ] as const)
        await sql`update ${sql.table(table)} set measured_at = '2031-05-01T00:00:00Z'
          where ${sql.ref(id)} = ${ahead.data.id}::uuid`.execute(app().db);
      const latest = await me.call<SummaryView>("GET", `/v1/reports/latest?projectId=${projectId}`);
      assert.equal(latest.data.id, first.data.id);
      const trends = await me.call<TrendsView>(
        "GET",
        `/v1/projects/${projectId}/visibility-trends?timeframe=12m`,
      );
      assert.deepEqual(
        trends.data.points.map(({ report_id }) => report_id),
        [first.data.id],
      );
    });

    test("an import is a completed main report of surface import, 201 with its place, free of charge", async () => {
      const path = await fresh();
      const answer = await me.call<SummaryView>("POST", path, [
        row(),
        row({ provider: "google_ai_mode", answer: "Bolt." }),
      ]);
      assert.equal(answer.status, 201);
      assert.equal(answer.headers.location, `/v1/reports/${answer.data.id}`);
      const { type, source, status, surfaces, metrics, progress, cost_usd } = answer.data;
      assert.deepEqual(
        { type, source, status, surfaces, cost_usd },
        {
          type: "visibility_analysis",
          source: "main",
          status: "completed",
          surfaces: ["import"],
          cost_usd: null,
        },
      );
      assert.deepEqual([metrics.answers, metrics.appearance_rate, progress.jobs_done], [2, 0.5, 2]);
      assert.equal(answer.meta.billing.quotas.visibility.used, 0);
      assert.deepEqual(warningsOf(answer), ["ANSWERED_AT_MISSING"]);
      const { data } = await me.call<SummaryView>(
        "GET",
        `/v1/reports/latest?projectId=${answer.data.project_id}`,
      );
      assert.deepEqual(data, answer.data);
    });

    test("rows give their prompts tags beside those they have, as the project spells them, or nothing is imported", async () => {
      const path = await fresh();
      const projectId = path.split("/")[3]!;
      const tagged = async () => {
        const { data } = await me.call<{ prompts: { prompt: string; tags: string[] }[] }>(
          ...(["GET", `/v1/projects/${projectId}/tags`] as const),
        );
        return Object.fromEntries(data.prompts.map(({ prompt, tags }) => [prompt, tags]));
      };
      const first = await me.call<SummaryView>("POST", path, [
        row({ tags: ["For  Teams"] }),
        row({ provider: "claude", tags: ["sales"] }),
        row({ prompt: "best erp?", tags: ["for teams", "Sales"] }),
        row({ prompt: "best hr?" }),
      ]);
      assert.equal(first.status, 201, first.text);
      const all = {
        "best crm?": ["For Teams", "sales"],
        "best erp?": ["For Teams", "sales"],
        "best hr?": [],
      };
      assert.deepEqual(await tagged(), all);
      const report = await me.call<FullView>("GET", `/v1/reports/${first.data.id}?view=full`);
      assert.deepEqual(
        report.data.by_tag.map(({ tag, prompts }) => [tag, prompts]),
        [
          ["For Teams", 2],
          ["sales", 2],
        ],
      );
      const before = await reports();
      const nine = Array.from({ length: 9 }, (_, at) => `t${at}`);
      for (const [rows, wanted] of [
        [[row({ prompt: "best hr?" }), row({ tags: nine })], "body /1/tags too_many"],
        [[row(), row({ tags: ["\u202etag"] })], "body /1/tags/0 not_shown"],
        // The first row that goes too far is named, without a look at the thousands after it.
        [
          Array.from({ length: 2_000 }, (_, at) => row({ tags: [...nine, `row ${at}`] })),
          "body /1/tags too_many",
        ],
      ] as const) {
        const refused = await me.call("POST", path, rows);
        assert.deepEqual([refused.status, issuesOf(refused)], [400, [wanted]]);
        assert.match(refused.error.message, /^row 2, tags/);
      }
      assert.deepEqual([await tagged(), await reports()], [all, before]);
      for (const [at, door] of doors.entries()) {
        const rows = [row({ prompt: `best hr ${at}?`, tags: ["SALES"] })];
        await door.call(app().app.door, await door.token(me), "import_answers", { projectId, rows });
        assert.deepEqual((await tagged())[`best hr ${at}?`], ["sales"], door.name);
      }
    });

    test("answers of the sandbox cannot be imported as real ones: the row is named, nothing is kept", async () => {
      const path = await fresh();
      const answer = await me.call("POST", path, [row(), row({ provider: "sandbox" })]);
      assert.equal(answer.status, 400);
      assert.deepEqual(issuesOf(answer), ["body /1/provider not_allowed"]);
      const projectId = path.split("/")[3]!;
      await assert.rejects(
        () => app().app.operator.importAnswers({ projectId, rows: [row({ provider: "sandbox" })] }),
        /^CommandError: row 1, provider: Must be chatgpt, (?!.*sandbox)/,
      );
      const wrong = [row({ answeredAt: "2026-11-02" }), row(), row({ provider: "sandbox" })];
      await assert.rejects(
        () => app().app.operator.importAnswers({ projectId, rows: wrong }),
        /^CommandError: row 1, answeredAt: Must be a date and time such as 2026-11-23T09:30:00Z\.\nrow 3, provider: Must be [^\n]*$/,
      );
      assert.equal(await reports(), 0);
    });

    test("answers from the future, or from before there were assistants, are refused by their row", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const at = (answeredAt: string) => ({ prompt: "q?", provider: "chatgpt", answer: "Acme.", answeredAt });
      const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
      for (const [wrong, code] of [
        [day(1.1), "too_late"],
        ["2022-11-29T23:59:59Z", "too_early"],
      ] as const) {
        const { status, error } = await me.call("POST", `/v1/projects/${id}/imports`, [
          at(day(-1)),
          at(wrong),
        ]);
        assert.equal(status, 400);
        assert.match(error.message, /^row 2, answeredAt: /);
        const [issue] = (error.details as { issues: { row: number; code: string }[] }).issues;
        assert.deepEqual([issue?.row, issue?.code], [2, code]);
      }
      const kept = await me.call("POST", `/v1/projects/${id}/imports`, [
        at(day(0.9)),
        at("2022-11-30T00:00:00Z"),
      ]);
      assert.equal(kept.status, 201);
    });

    test("measured_at is the newest answeredAt, or the time of import", async () => {
      const path = await fresh();
      const dated = await me.call<SummaryView>("POST", path, [
        row({ answeredAt: "2025-05-01T10:00:00+02:00" }),
        row({ answeredAt: "2025-05-01T09:30:00Z", prompt: "other?" }),
      ]);
      assert.equal(dated.data.measured_at, "2025-05-01T09:30:00.000Z");
      const undated = await me.call<SummaryView>("POST", path, [row()]);
      assert.ok(Math.abs(Date.parse(undated.data.measured_at!) - Date.now()) < 60_000);
      assert.equal(
        (await me.call<{ latest_report_id: string }>("GET", path.replace("/imports", ""))).data
          .latest_report_id,
        undated.data.id,
      );
    });

    test("JSON Lines are taken as well, blank lines and a last line without end included", async () => {
      const path = await fresh();
      const body = `${JSON.stringify(row())}\n\n  \r\n${JSON.stringify(row({ prompt: "other?" }))}`;
      const answer = await me.call<SummaryView>("POST", path, body, {
        headers: { "content-type": "application/x-ndjson" },
      });
      assert.equal(answer.status, 201, answer.text);
      assert.equal(answer.data.metrics.answers, 2);
    });

    test("a line that does not parse is named, and nothing of the import is kept", async () => {
      const path = await fresh();
      const body = `${JSON.stringify(row())}\n${JSON.stringify(row())}\n{"prompt": "broken\n${JSON.stringify(row())}`;
      const { status, error } = await me.call("POST", path, body, {
        headers: { "content-type": "application/x-ndjson" },
      });
      assert.deepEqual([status, error.code, error.details?.line], [400, "INVALID_JSON", 3]);
      assert.equal(await reports(), 0);
    });

    for (const [what, rows, issues] of [
      ["no rows", [], ["body  too_few"]],
      ["an object", { rows: [] }, ["body  wrong_type"]],
      [
        "a row without its parts",
        [{}],
        ["body /0/prompt required", "body /0/provider required", "body /0/answer required"],
      ],
      ["a row that is text", [row(), "x"], ["body /1 wrong_type"]],
      ["an unknown provider", [row(), row({ provider: "bard" })], ["body /1/provider not_allowed"]],
      ["an empty prompt", [row({ prompt: "  " })], ["body /0/prompt too_short"]],
      ["a long prompt", [row({ prompt: "x".repeat(501) })], ["body /0/prompt too_long"]],
      ["an answer that is no text", [row({ answer: 7 })], ["body /0/answer wrong_type"]],
      [
        "a lone surrogate in an answer",
        [row(), row({ answer: "half \ud83d" })],
        ["body /1/answer lone_surrogate"],
      ],
      ["a NUL in an answer", [row({ answer: "a\u0000b" })], ["body /0/answer control_character"]],
      ["an answer over 256 KiB", [row({ answer: "é".repeat(128 * 1024 + 1) })], ["body /0/answer too_long"]],
      ["sample 0", [row({ sample: 0 })], ["body /0/sample too_small"]],
      [
        "a time without offset",
        [row({ answeredAt: "2025-05-01T10:00:00" })],
        ["body /0/answeredAt bad_format"],
      ],
      [
        "a citation without url",
        [row({ citations: [{ title: "x" }] })],
        ["body /0/citations/0/url required"],
      ],
      ["101 citations", [row(), row({ citations: pages(101) })], ["body /1/citations too_many"]],
      [
        "50,001 citations in all",
        [...Array(500).fill(row({ citations: pages(100) })), row({ citations: pages(1) })],
        ["body /500/citations too_many"],
      ],
      [
        "the same sample twice",
        [row({ sample: 2 }), row({ prompt: "x?" }), row({ prompt: "BEST  crm?", sample: 2 })],
        ["body /2/sample repeated"],
      ],
      [
        "several wrong rows",
        [row({ sample: 0 }), row(), row({ provider: "x" })],
        ["body /0/sample too_small", "body /2/provider not_allowed"],
      ],
    ] as const) {
      test(`an import with ${what} is 400 that names the row, and nothing is kept`, async () => {
        const path = await fresh();
        const answer = await me.call("POST", path, rows);
        assert.deepEqual(issuesOf(answer), issues);
        assert.equal(await reports(), 0);
        if (what === "the same sample twice") assert.match(answer.text, /Rows 1 and 3/);
      });
    }

    test("a refusal names as many rows as it may, however much is wrong with each", async () => {
      const path = await fresh();
      for (const wrong of [
        row({ prompt: "", sample: 0 }),
        row({ sample: 1, answeredAt: "2999-01-01T00:00:00Z" }),
      ]) {
        const { error } = await me.call("POST", path, Array(51).fill(wrong));
        const { issues } = error.details as { issues: { row: number }[] };
        assert.deepEqual(
          issues.map(({ row }) => row),
          Array.from({ length: 50 }, (_, at) => at + 1),
        );
      }
    });

    test("absent samples are numbered in the order of the rows, around those that are given", async () => {
      const path = await fresh();
      const rows = [
        row({ answer: "a" }),
        row({ answer: "b", sample: 2 }),
        row({ answer: "c" }),
        row({ answer: "d", provider: "claude" }),
        row({ answer: "e", prompt: " Best  CRM? " }),
      ];
      const answer = await me.call<SummaryView>("POST", path, rows);
      assert.equal(answer.status, 201, answer.text);
      const found = await rowsOf(answer);
      const sampleOf = async (provider: string, sample: number) =>
        (
          await me.call<ProviderAnswerView>(
            "GET",
            `/v1/reports/${answer.data.id}/provider-answer?promptKey=${found[0]!.prompt_key}&provider=${provider}&sample=${sample}`,
          )
        ).data.answer_text;
      assert.deepEqual(
        [
          await sampleOf("chatgpt", 1),
          await sampleOf("chatgpt", 2),
          await sampleOf("chatgpt", 3),
          await sampleOf("chatgpt", 4),
          await sampleOf("claude", 1),
        ],
        ["a", "b", "c", "e", "d"],
      );
    });

    test("an answer is stored untouched; an empty one is an answer that names nobody", async () => {
      const path = await fresh();
      const texts = [
        "\ufeff\u00a0e\u0301 \t\u0007\r\n👩‍👩‍👧 \u2028 <b>Acme</b>  ",
        "",
        '\\u0000 "quoted"',
        "é".repeat(128 * 1024),
      ];
      const answer = await me.call<SummaryView>(
        "POST",
        path,
        texts.map((answer) => row({ answer })),
      );
      assert.equal(answer.status, 201, answer.text.slice(0, 300));
      const { data } = await me.call<FullView>(
        "GET",
        `/v1/reports/${answer.data.id}?view=full&answer_detail=full`,
      );
      assert.deepEqual(
        data.prompts[0]!.answers.map(({ answer_text }) => answer_text),
        texts,
      );
      assert.deepEqual([answer.data.metrics.answers, answer.data.metrics.mentions], [4, 1]);
      const { blank, refusal } = (await rowsOf(answer))[1]!;
      assert.deepEqual([blank, refusal], [true, false], "empty is no refusal");
    });

    test("an empty title is an absent one; addresses are normalised and told apart", async () => {
      const path = await fresh();
      const citations = [
        { url: "https://www.acme.example/a?utm_source=x&id=1#top", title: "" },
        { url: "https://bolt.example/b", title: "Bolt" },
        { url: "not an address" },
      ];
      const answer = await me.call<SummaryView>("POST", path, [row({ citations })]);
      const [{ citations: read, searched }] = (await rowsOf(answer)) as [RawView["rows"][number]];
      assert.equal(searched, true);
      assert.deepEqual(
        read.map(({ url, domain, source_type, cited }) => [url, domain, source_type, cited]),
        [
          ["https://www.acme.example/a?id=1", "acme.example", "owned", true],
          ["https://bolt.example/b", "bolt.example", "competitor", true],
        ],
      );
      const { data } = await me.call<FullView>(
        "GET",
        `/v1/reports/${answer.data.id}?view=full&answer_detail=full`,
      );
      assert.deepEqual(data.sources.urls.map(({ title }) => title).sort(), ["Bolt", null]);
      assert.equal(answer.data.metrics.citation_rate, 1);
    });

    test("an unknown field of a row is reported with its place", async () => {
      const path = await fresh();
      const answer = await me.call("POST", path, [row(), row({ modell: "gpt" })]);
      assert.equal(answer.status, 201);
      assert.deepEqual(
        answer.meta.warnings?.map(({ path, did_you_mean }) => [path, did_you_mean]),
        [
          ["/1/modell", "model"],
          [null, undefined],
        ],
      );
    });

    for (const door of doors) {
      test(`${door.name}: rows that do not say when they were answered are counted in a warning`, async () => {
        const projectId = (await fresh()).split("/")[3]!;
        const token = await door.token(me);
        const dated = row({ answeredAt: "2025-05-01T10:00:00Z" });
        const imported = (rows: unknown[]) =>
          door.call(app().app.door, token, "import_answers", { projectId, rows });
        assert.deepEqual(warningsOf(await imported([dated])), []);
        const answer = await imported([dated, row({ answered_at: "2025-05-01T10:00:00Z" })]);
        assert.deepEqual(
          answer.meta.warnings?.map(({ path, did_you_mean }) => [path, did_you_mean]),
          [
            ["/1/answered_at", "answeredAt"],
            [null, undefined],
          ],
        );
        assert.match(answer.meta.warnings?.[1]?.message ?? "", /^1 of 2 rows .*answered now\.$/);
      });
    }

    for (const door of doors) {
      test(`${door.name}: a time or an id in the wrong format is told the format with an example`, async () => {
        const projectId = (await fresh()).split("/")[3]!;
        const token = await door.token(me);
        const imported = async (input: Record<string, unknown>) =>
          (await door.call(app().app.door, token, "import_answers", input)).error.details?.issues;
        const says = "a date and time such as 2026-11-23T09:30:00Z";
        assert.partialDeepStrictEqual(
          await imported({ projectId, rows: [row({ answeredAt: "yesterday" })] }),
          [{ path: "/0/answeredAt", message: `Must be ${says}.`, expected: says }],
        );
        assert.partialDeepStrictEqual(await imported({ projectId: "mine", rows: [row()] }), [
          { message: "Must be an id such as 0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13, not a name." },
        ]);
      });

      test(`${door.name}: importing the same answers again is done, with a warning that names the report there is`, async () => {
        const projectId = (await fresh()).split("/")[3]!;
        const token = await door.token(me);
        const imported = (rows: unknown[]) =>
          door.call<SummaryView>(app().app.door, token, "import_answers", { projectId, rows });
        const answeredAt = "2025-05-01T10:00:00Z";
        const rows = [row({ answeredAt }), row({ answeredAt, answer: "Bolt." })];
        const first = await imported(rows);
        assert.deepEqual(warningsOf(first), []);
        const again = await imported([rows[1]!, row({ answeredAt: "2025-05-01T12:00:00+02:00" })]);
        assert.deepEqual(
          again.meta.warnings?.map(({ code, message }) => [code, message.includes(first.data.id)]),
          [["ANSWERS_ALREADY_IMPORTED", true]],
        );
        assert.notEqual(again.data.id, first.data.id);
        assert.equal(again.data.metrics.answers, 2);
        for (const other of [
          [rows[0]!],
          [...rows, rows[0]!],
          [rows[0]!, row({ answeredAt, answer: "Bolt!" })],
          [rows[0]!, row({ answeredAt, answer: "Bolt.", provider: "claude" })],
          [rows[0]!, row({ answeredAt, answer: "Bolt.", model: "m" })],
        ])
          assert.deepEqual(warningsOf(await imported(other)), []);
      });
    }

    test("answers that are older than those of another report say that it stays the newest", async () => {
      const path = await fresh();
      const imported = (answeredAt: string) => me.call<SummaryView>("POST", path, [row({ answeredAt })]);
      const newest = await imported("2025-05-03T10:00:00Z");
      assert.deepEqual(warningsOf(newest), []);
      const { meta } = await imported("2025-05-01T10:00:00Z");
      assert.deepEqual(
        meta.warnings?.map(({ code, message }) => [code, message.includes(newest.data.id)]),
        [["NEWER_REPORT_EXISTS", true]],
      );
      assert.deepEqual(warningsOf(await imported("2025-05-04T10:00:00Z")), []);
    });

    test("the same answers in another project, or after their report was deleted, are not called repeated", async () => {
      const path = await fresh();
      const rows = [row({ answeredAt: "2025-05-01T10:00:00Z" })];
      const first = await me.call<SummaryView>("POST", path, rows);
      const { id } = await me.project();
      assert.deepEqual(warningsOf(await me.call("POST", `/v1/projects/${id}/imports`, rows)), []);
      assert.equal((await me.call("DELETE", `/v1/reports/${first.data.id}`)).status, 200);
      assert.deepEqual(warningsOf(await me.call("POST", path, rows)), []);
    });

    test("answers without a time are the same when they are imported again, and the command line says so", async () => {
      const projectId = (await fresh()).split("/")[3]!;
      const imported = () => app().app.operator.importAnswers({ projectId, rows: [row()] });
      const { id } = await imported();
      const { warnings } = await imported();
      assert.deepEqual(
        warnings.map(({ code }) => code),
        ["ANSWERED_AT_MISSING", "ANSWERS_ALREADY_IMPORTED"],
      );
      assert.ok(warnings[1]?.message.startsWith(`Report ${id} was made of the same answers.`));
    });

    test("the command line says the same warnings, each with its row, and prints the report's id alone", async () => {
      const projectId = (await fresh()).split("/")[3]!;
      const imported = await app().app.operator.importAnswers({
        projectId,
        rows: [row(), row({ answered_at: "2025-05-01T10:00:00Z" })],
      });
      assert.deepEqual(
        imported.warnings.map(({ path, did_you_mean }) => [path, did_you_mean]),
        [
          ["/1/answered_at", "answeredAt"],
          [null, undefined],
        ],
      );
    });

    test("2,000 rows are taken in one import, 2,001 are not, in either form", async () => {
      const path = await fresh();
      const rows = Array.from({ length: 2001 }, (_, at) =>
        row({ prompt: `prompt ${at % 50}?`, answer: at % 2 ? "Acme." : "Bolt." }),
      );
      const answer = await me.call<SummaryView>("POST", path, rows.slice(1));
      assert.equal(answer.status, 201, answer.text.slice(0, 300));
      const { answers, prompts, appearance_rate } = answer.data.metrics;
      assert.deepEqual(
        { answers, prompts, appearance_rate },
        { answers: 2000, prompts: 50, appearance_rate: 0.5 },
      );
      assert.deepEqual(issuesOf(await me.call("POST", path, rows)), ["body  too_many"]);
      const lines = rows.map((row) => JSON.stringify(row)).join("\n");
      assert.deepEqual(
        issuesOf(await me.call("POST", path, lines, { headers: { "content-type": "application/x-ndjson" } })),
        ["body  too_many"],
      );
    });

    test("an import may have 8 MiB, more is 413 and nothing is kept", async () => {
      const path = await fresh();
      const of = (bytes: number) => {
        const rows = Array.from({ length: 40 }, (_, at) => row({ prompt: `p${at}?`, answer: "" }));
        const each = Math.floor((bytes - JSON.stringify(rows).length) / 40);
        return JSON.stringify(rows.map((row) => ({ ...row, answer: "x".repeat(each) })));
      };
      const most = 8 * 1024 * 1024;
      assert.equal((await me.call("POST", path, of(most))).status, 201);
      const { status, error } = await me.call("POST", path, of(most + 4096));
      assert.deepEqual([status, error.code, error.details?.limit_bytes], [413, "PAYLOAD_TOO_LARGE", most]);
      assert.equal(await reports(), 1);
    });

    test("others are answered while the answers of a large import are read", async () => {
      const path = await fresh();
      const rows = Array.from({ length: 400 }, (_, at) =>
        row({ prompt: `p${at}?`, answer: "Bolt ".repeat(800) }),
      );
      let stored = false;
      const imported = me.call<SummaryView>("POST", path, rows).finally(() => {
        stored = true;
      });
      for (let times = 0; times < 5; times++) assert.equal((await me.call("GET", "/v1/engines")).status, 200);
      assert.equal(stored, false);
      assert.equal((await imported).status, 201);
    });

    test("a name that an answer repeats without end is counted to the last, and shown 250 times", async () => {
      const path = await fresh();
      const answer = await me.call<SummaryView>("POST", path, [
        row({ answer: "Acme. ".repeat(1000) + "acme.example/Acme ".repeat(300) }),
      ]);
      const [{ mentions, not_counted }] = (await rowsOf(answer)) as [RawView["rows"][number]];
      assert.deepEqual(
        mentions.map(({ name, mention_count, evidence }) => [name, mention_count, evidence.length]),
        [["Acme", 1000, 250]],
      );
      assert.equal(not_counted.length, 250);
    });

    test("an import does not count among the analyses that may run at once", async () => {
      const path = await fresh();
      const answers = await Promise.all([1, 2, 3, 4].map(() => me.call("POST", path, [row()])));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 201, 201, 201],
      );
    });
  },
);
