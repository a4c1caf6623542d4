import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { test } from "node:test";
import { sql } from "kysely";
import type { Static } from "typebox";
import type { CompetitorDetailView } from "../../src/server/reports/competitor/competitor-view.ts";
import { type Answer, issuesOf } from "../doors.ts";
import { hanging } from "../fake-engines.ts";
import { type Member, onAnyStore } from "../start-app.ts";

type Detail = Static<typeof CompetitorDetailView>;

const now = "2026-03-05T10:00:00.000Z";

interface Given {
  prompt: string;
  answer: string;
  provider?: string;
  answeredAt?: string;
  citations?: { url: string }[];
}

const measured = async (me: Member, projectId: string, rows: readonly Given[]) => {
  const given = rows.map((row) => ({ provider: "chatgpt", answeredAt: "2026-03-01T09:00:00Z", ...row }));
  const answer = await me.call<{ id: string }>("POST", `/v1/projects/${projectId}/imports`, given);
  assert.equal(answer.status, 201, answer.text);
  return answer.data.id;
};

const rows: Given[] = [
  {
    prompt: "first?",
    answer: "Bolt, then Acme.",
    citations: [{ url: "https://news.example/a" }, { url: "https://bolt.example/" }],
  },
  { prompt: "first?", answer: "Bolt.", provider: "claude", citations: [{ url: "https://news.example/b" }] },
  { prompt: "second?", answer: "Acme." },
  { prompt: "third?", answer: "Cube.", citations: [{ url: "https://other.example/" }] },
];

const odd = [
  "AC/DC",
  "100%2F",
  "C++ Tools",
  "Nestlé",
  "👩‍🚀 Space",
  "שלום",
  "latest",
  "..",
  "x".repeat(120),
  "北京",
  ".NET",
  "A(B",
];

onAnyStore(
  () => ({ engines: { chatgpt: hanging() }, now: () => new Date(now) }),
  (app) => {
    const someone = async (terms: Record<string, unknown> = {}, given: readonly Given[] = rows) => {
      const me = await app().member();
      const { id } = await me.project(terms);
      if (given.length > 0) await measured(me, id, given);
      const of = (segment: string, query = "") =>
        me.call<Detail>("GET", `/v1/projects/${id}/competitors/${segment}${query}`);
      return { me, id, of };
    };

    test("contract/helper-routes: a rival is shown beside the brand, over the same answers", async () => {
      const { of, id } = await someone();
      const { status, data } = await of("Bolt");
      assert.equal(status, 200);
      assert.deepEqual(
        [data.project_id, data.name, data.slug, data.domain, data.timeframe],
        [id, "Bolt", "bolt", "bolt.example", "30d"],
      );
      assert.deepEqual(
        [
          data.metrics.answers,
          data.metrics.mentions,
          data.brand_metrics.answers,
          data.brand_metrics.mentions,
        ],
        [4, 2, 4, 2],
      );
      // Bolt: (100 + 100)/4; Acme: (63.1 + 100)/4.
      assert.deepEqual(
        [data.metrics.visibility_score, data.brand_metrics.visibility_score, data.visibility_gap],
        [50, 40.8, 9.2],
      );
      assert.deepEqual(data.threat, {
        level: "medium",
        level_range: null,
        score: 52.3,
        basis: { mention_share: 0.5, visibility_gap: 9.2 },
      });
    });

    test("contract/helper-routes: it says which prompts the rival wins, in whose answers, and which sources stand beside it, with counts", async () => {
      // Twelve times each, so that who is ahead is no chance.
      const { of } = await someone({}, Array.from({ length: 12 }, () => rows).flat());
      const { data } = await of("Bolt");
      assert.deepEqual(
        data.prompts_won.map(
          ({ prompt, answers, mentions, competitor_mentions, competitor_appearance_rate }) => [
            prompt,
            answers,
            mentions,
            competitor_mentions,
            competitor_appearance_rate,
          ],
        ),
        [["first?", 24, 12, 24, 1]],
      );
      assert.deepEqual(
        data.prompts_lost.map(({ prompt }) => prompt),
        ["second?"],
      );
      assert.deepEqual(
        data.by_provider.map(({ provider, answers, mentions, visibility_gap }) => [
          provider,
          answers,
          mentions,
          visibility_gap,
        ]),
        [
          ["chatgpt", 36, 12, -21],
          ["claude", 12, 12, 100],
        ],
      );
      assert.deepEqual(
        data.top_cited_domains.map(({ domain, citations, citation_share, source_type }) => [
          domain,
          citations,
          citation_share,
          source_type,
        ]),
        [
          ["news.example", 24, 0.6667, "editorial"],
          ["bolt.example", 12, 0.3333, "competitor"],
        ],
      );
    });

    test("a rival that no answer names has figures of zero, and no prompts or sources of its own", async () => {
      const { of } = await someone({ competitors: [{ name: "Dune" }] });
      const { data } = await of("dune");
      assert.deepEqual(
        [data.metrics.mentions, data.metrics.appearance_rate, data.threat?.level],
        [0, 0, "low"],
      );
      assert.deepEqual([data.prompts_won, data.top_cited_domains], [[], []]);
    });

    test("a rival is found by name, slug and domain, in any case and normal form", async () => {
      const { of } = await someone({ competitors: [{ name: "Nestlé Waters", domain: "nestle.example" }] });
      for (const segment of [
        "Nestl%C3%A9%20Waters",
        "Nestle%CC%81%20Waters",
        "NESTL%C3%89%20WATERS",
        "nestle-waters",
        "nestle.example",
        "NESTLE.example",
      ])
        assert.equal((await of(segment)).data.name, "Nestlé Waters", segment);
    });

    test("whom the project does not track is 404, the brand itself too", async () => {
      const { of, me } = await someone();
      for (const segment of [
        "Zeta",
        "Acme",
        "acme.example",
        "bol",
        "example",
        "constructor",
        "__proto__",
        "%20bolt%20x",
      ])
        assert.deepEqual(
          [(await of(segment)).status, (await of(segment)).error.code],
          [404, "COMPETITOR_NOT_FOUND"],
          segment,
        );
      const missing = await me.call("GET", `/v1/projects/${randomUUID()}/competitors/Bolt`);
      assert.equal(missing.error.code, "PROJECT_NOT_FOUND");
    });

    test("contract/http-details: a segment is decoded once: a slash stays in it, a doubly encoded one is literal, a plus is a plus", async () => {
      const { me, id } = await someone({ competitors: odd.map((name) => ({ name })) });
      const get = await rawly(await app().address(), me.key);
      for (const name of odd) {
        const path = `/v1/projects/${id}/competitors/${encodeURIComponent(name).replaceAll(".", "%2e")}`;
        const { status, body } = await get(path);
        assert.deepEqual([status, body.data?.name], [200, name], path);
      }
      for (const [segment, name] of [
        ["C++%20Tools", "C++ Tools"],
        ["..", ".."],
        ["100%252F", "100%2F"],
        ["%41%43%2f%44%43", "AC/DC"],
      ]) {
        const { status, body } = await get(`/v1/projects/${id}/competitors/${segment}`);
        assert.deepEqual([status, body.data?.name], [200, name], segment);
      }
      for (const segment of ["100%2F", "C%20%20%20Tools", "AC/DC", "C++%2520Tools", ""])
        assert.equal((await get(`/v1/projects/${id}/competitors/${segment}`)).status, 404, segment);
    });

    test("contract/http-details: what is not percent-encoded UTF-8, or not text, is 400, never 500", async () => {
      const { me, id } = await someone();
      const get = await rawly(await app().address(), me.key);
      for (const segment of [
        "%zz",
        "%",
        "%2",
        "%ff",
        "%c0%af",
        "%ed%a0%80",
        "%f8%88%80%80%80",
        "%00",
        "Bolt%00",
        "a%07",
        "%1b%5b2J",
        "%7f",
        "x".repeat(254),
        "%20",
      ]) {
        const { status, body } = await get(`/v1/projects/${id}/competitors/${segment}`);
        assert.deepEqual([status, body.error?.code], [400, "VALIDATION_ERROR"], segment);
      }
    });

    test("an unknown timeframe is 400; one in which nothing was measured shows the newest report before it, and says so", async () => {
      const { of } = await someone({}, [
        { prompt: "first?", answer: "Bolt.", answeredAt: "2025-12-01T00:00:00Z" },
      ]);
      assert.deepEqual(issuesOf(await of("Bolt", "?timeframe=1d")), ["query /timeframe not_allowed"]);
      const codes = async (query: string): Promise<string[]> => {
        const answer: Answer = await of("Bolt", query);
        assert.equal(answer.status, 200);
        return (answer.meta.warnings ?? []).map(({ code }) => code);
      };
      assert.deepEqual(await codes("?timeframe=30d"), ["OUTSIDE_TIMEFRAME"]);
      assert.deepEqual(await codes("?timeframe=12m"), []);
    });

    test("without a completed report it is not ready; a run under way is named", async () => {
      const { of, me, id } = await someone({}, []);
      assert.deepEqual(
        [(await of("Bolt")).error.code, (await of("Bolt")).error.details],
        ["REPORT_NOT_READY", undefined],
      );
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck, claude: stuck });
      const { data } = await me.call<{ id: string }>(
        "POST",
        "/v1/analyze/project",
        { projectId: id },
        { headers: { prefer: "wait=0" } },
      );
      const { report_id, status } = (await of("Bolt")).error.details as { report_id: string; status: string };
      assert.deepEqual([report_id, status], [data.id, "processing"]);
      stuck.release("Acme.");
      await app().settle();
    });

    test("a rival added after the report is not ready until the answers are read for it", async () => {
      const { of, me, id } = await someone({ competitors: [{ name: "Bolt" }] });
      await me.call("PATCH", `/v1/projects/${id}`, { competitors: [{ name: "Bolt" }, { name: "Cube" }] });
      const early = await of("cube");
      assert.ok(early.status === 200 || early.error.code === "REPORT_NOT_READY", early.text);
      await app().settle();
      assert.deepEqual((await of("cube")).data.metrics.mentions, 1);
    });

    test("a report that was stored without the details of rivals gets them from its answers", async () => {
      const { of, me, id } = await someone();
      const kept = (await of("Bolt")).data;
      const other = await measured(
        me,
        id,
        rows.map((row) => ({ ...row, answeredAt: "2026-03-02T09:00:00Z" })),
      );
      await sql`update report_readings set scored = (scored::jsonb - 'rivals')::json where report_id = ${other}`.execute(
        app().db,
      );
      const { data } = await of("Bolt");
      assert.equal(data.report_id, other);
      assert.deepEqual({ ...data, report_id: kept.report_id, measured_at: kept.measured_at }, kept);
    });
  },
);

interface Raw {
  status: number | undefined;
  body: { data?: { name: string }; error?: { code: string } };
}

/** Requests whose path goes out as it is written; ordinary clients resolve dots before they ask. */
async function rawly(address: string, key: string): Promise<(path: string) => Promise<Raw>> {
  const { hostname: host, port } = new URL(address);
  const headers = { authorization: `Bearer ${key}`, connection: "close" };
  return (path) =>
    new Promise((resolve, reject) => {
      request({ host, port, path, headers }, async (response) => {
        const parts = await response.toArray();
        resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(parts).toString()) });
      })
        .once("error", reject)
        .end();
    });
}
