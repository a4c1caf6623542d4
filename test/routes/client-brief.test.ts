import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { routes } from "../../src/figures/brief/step.ts";
import { actions } from "../../src/server/actions.ts";
import { standardPlans } from "../../src/server/api/access/plan.ts";
import type { BriefView } from "../../src/server/reports/brief/brief-view.ts";
import { doors, issuesOf } from "../doors.ts";
import { always } from "../fake-engines.ts";
import { type Member, onAnyStore } from "../start-app.ts";

const now = "2026-03-05T10:00:00.000Z";

/** Routes of the contract that a step may name before this server has them. */
const planned = ["POST /v1/readiness", "POST /v1/projects/{projectId}/content-suggestions"];

test("contract/helper-routes: every route that a next action can name is a route of this API", () => {
  const known = new Set([...actions.map(({ http }) => http), ...planned]);
  for (const [action, route] of Object.entries(routes)) assert.ok(known.has(route), `${action}: ${route}`);
});

interface Run {
  at?: string;
  /** How many of the two answers to each of six prompts name Acme alone; the others Bolt alone. */
  named: number;
  prompts?: number;
}

async function measured(
  me: Member,
  projectId: string,
  { at = "2026-03-01T09:00:00Z", named, prompts = 6 }: Run,
) {
  const rows = Array.from({ length: prompts * 2 }, (_, index) => ({
    prompt: `question ${Math.floor(index / 2)}?`,
    provider: "chatgpt",
    model: "m-1",
    answer: index % 2 < named ? "Acme." : "Bolt.",
    answeredAt: at,
    citations: [{ url: "https://wiki.example/page" }],
  }));
  const answer = await me.call<{ id: string }>("POST", `/v1/projects/${projectId}/imports`, rows);
  assert.equal(answer.status, 201, answer.text);
  return answer.data.id;
}

onAnyStore(
  () => ({ engines: { chatgpt: always("Acme.") }, now: () => new Date(now) }),
  (app) => {
    const someone = async (terms: Record<string, unknown> = {}) => {
      const me = await app().member();
      const { id } = await me.project(terms);
      const brief = (query = "") => me.call<BriefView>("GET", `/v1/projects/${id}/client-brief${query}`);
      return { me, id, brief, run: (run: Run) => measured(me, id, run) };
    };

    test("contract/helper-routes: a brief holds the trend, the rival to watch, cited domains, lost prompts and three next actions", async () => {
      const { brief, run, id } = await someone();
      await run({ at: "2026-02-20T09:00:00Z", named: 2 });
      const reportId = await run({ named: 0 });
      const { status, data } = await brief();
      assert.equal(status, 200);
      assert.deepEqual(
        [data.project_id, data.brand, data.timeframe, data.report_id, data.measured_at, data.generated_at],
        [id, "Acme", "30d", reportId, "2026-03-01T09:00:00.000Z", now],
      );
      assert.deepEqual(data.trend, {
        direction: "down",
        visibility_score: 0,
        visibility_score_delta: -100,
        appearance_rate: 0,
        appearance_rate_delta: -1,
        sentence:
          "Acme is named in 0% of 12 answers to 6 prompts (95% interval 0–27% over prompts like these); down 100 points from the previous report over 6 common prompts, more than the noise.",
      });
      assert.deepEqual(data.competitor_signal, {
        name: "Bolt",
        threat_level: "high",
        level_range: ["high", "high"],
        visibility_gap: 100,
        sentence:
          "Bolt is named in 12 of 12 answers and Acme in 0: a high threat. Bolt is 100.0 points of visibility ahead of Acme, more than the noise (95% interval over prompts like these 78.6 to 100.0).",
      });
      assert.deepEqual(data.cited_domains, [
        {
          ...{ domain: "wiki.example", citations: 12, citations_total: 12, citation_share: 1 },
          ...{ citation_share_ci: [0.7305, 1], word_share_ci: null },
          ...{ source_type: "reference", word_share: null, word_share_answers: 0 },
        },
      ]);
      assert.equal(data.losing_prompts.length, 5);
      assert.deepEqual(
        data.next_actions.map(({ priority, action }) => [priority, action]),
        [
          [1, "close_gap"],
          [2, "become_citable"],
          [3, "study_competitor"],
        ],
      );
      assert.equal(
        data.next_actions[1]?.rationale,
        "None of 12 answers that searched the web cites a page of Acme's own.",
      );
    });

    test("a change within the noise is called so", async () => {
      const { brief, run } = await someone();
      await run({ at: "2026-02-20T09:00:00Z", named: 1 });
      await run({ named: 1 });
      const { trend } = (await brief()).data;
      assert.deepEqual([trend.direction, trend.appearance_rate_delta], ["flat", 0]);
      assert.match(
        trend.sentence,
        /; no change in how often it is named from the previous report over 6 common prompts, within the noise\.$/,
      );
    });

    test("what is not known is said to be not known: one report, no rival, no source", async () => {
      const { brief, me, id } = await someone({ competitors: [] });
      await me.call("POST", "/v1/analyze/project", { projectId: id });
      const { data } = await brief();
      assert.deepEqual([data.trend.direction, data.trend.appearance_rate_delta], ["insufficient_data", null]);
      assert.match(data.trend.sentence, /there is no earlier report to compare it with\.$/);
      assert.deepEqual([data.competitor_signal, data.cited_domains, data.losing_prompts], [null, [], []]);
      for (const says of [
        "No competitors are tracked.",
        "No answer cites a source.",
        "None: on no prompt is a competitor more visible than Acme",
      ])
        assert.ok(data.markdown.includes(says), says);
    });

    test("contract/helper-routes: there are three next actions where data is thin too, and they make it less thin", async () => {
      const { brief, me, id } = await someone({ competitors: [], providers: ["sandbox"] });
      await me.call("POST", "/v1/analyze/project", { projectId: id });
      const answer = await brief();
      assert.deepEqual(
        answer.data.next_actions.map(({ action, suggested_route }) => [action, suggested_route]),
        [
          ["connect_engine", "GET /v1/engines"],
          ["add_prompts", "PUT /v1/projects/{projectId}/prompts"],
          ["add_competitors", "PATCH /v1/projects/{projectId}"],
        ],
      );
      assert.deepEqual(
        answer.meta.warnings?.map(({ code }) => code),
        ["SANDBOX_ANSWERS"],
      );
      assert.match(
        answer.data.markdown,
        /> These answers were made up by the built-in sandbox; no real assistant was asked\./,
      );
    });

    test("the document says the same as the fields", async () => {
      const { brief, run } = await someone();
      await run({ named: 1 });
      const { markdown, trend, competitor_signal, cited_domains, losing_prompts, next_actions } = (
        await brief()
      ).data;
      assert.match(
        markdown,
        /^# Acme: what AI assistants say\n\n12 answers of ChatGPT to 6 prompts, imported\. The newest is from 1 March 2026\.\n/,
      );
      for (const text of [
        trend.sentence,
        competitor_signal!.sentence,
        ...cited_domains.map(({ domain, citations }) => `| ${domain} | ${citations} |`),
        ...losing_prompts.map(({ prompt, mentions, answers }) => `| ${prompt} | ${mentions} of ${answers} |`),
        ...next_actions.flatMap(({ title, rationale }) => [title, rationale]),
      ])
        assert.ok(markdown.replaceAll("\\", "").includes(text), text);
    });

    test("asked twice, a brief is the same and says when it was made; who has it gets 304 until something changes", async () => {
      const { brief, run, me, id } = await someone();
      await run({ named: 1 });
      const first = await brief();
      assert.equal((await brief()).text.split('"meta"')[0], first.text.split('"meta"')[0]);
      const again = () =>
        me.call("GET", `/v1/projects/${id}/client-brief`, undefined, {
          headers: { "if-none-match": first.headers.etag! },
        });
      assert.equal((await again()).status, 304);
      await me.call("PUT", `/v1/projects/${id}/prompts`, { prompts: [] });
      await me.call("PATCH", `/v1/projects/${id}`, { schedule: "daily" });
      assert.equal((await brief()).status, 200);
      await run({ at: "2026-03-02T09:00:00Z", named: 2 });
      assert.equal((await again()).status, 200);
    });

    test("a brief from before the timeframe says so, in a warning and in the document", async () => {
      const { brief, run } = await someone();
      await run({ at: "2026-01-05T09:00:00Z", named: 1 });
      const old = await brief("?timeframe=7d");
      assert.deepEqual(
        old.meta.warnings?.map(({ code }) => code),
        ["OUTSIDE_TIMEFRAME"],
      );
      assert.match(
        old.data.markdown,
        /Nothing was measured in the last 7 days; this is the newest earlier report\./,
      );
      assert.equal((await brief("?timeframe=90d")).meta.warnings, undefined);
      assert.deepEqual(issuesOf(await brief("?timeframe=14d")), ["query /timeframe not_allowed"]);
    });

    test("a project without a completed report has no brief yet, another's none at all", async () => {
      const { brief, me } = await someone();
      assert.deepEqual([(await brief()).status, (await brief()).error.code], [404, "REPORT_NOT_READY"]);
      const missing = await me.call("GET", `/v1/projects/${randomUUID()}/client-brief`);
      assert.equal(missing.error.code, "PROJECT_NOT_FOUND");
    });

    test("prompts and names are text in the document, whatever stands in them", async () => {
      const { brief, me, id } = await someone({ competitors: [{ name: "<img src=x>" }] });
      const row = {
        prompt: "[x](javascript:1) | a\n# b",
        provider: "chatgpt",
        answer: "It is <img src=x> no more.",
        answeredAt: "2026-03-01T09:00:00Z",
      };
      await me.call("POST", `/v1/projects/${id}/imports`, [row]);
      const { markdown } = (await brief()).data;
      assert.ok(markdown.includes("| \\[x\\](javascript:1) \\| a \\# b | 0 of 1 |"), markdown);
      assert.doesNotMatch(markdown, /(?<!\\)<img/);
    });
  },
);

onAnyStore(
  () => ({ config: { plans: standardPlans, plansOn: true } }),
  (app) => {
    for (const door of doors) {
      test(`contract/limits-and-plans: ${door.name}: the brief begins with the plan agency`, async () => {
        for (const plan of ["free", "starter", "growth", "agency", "enterprise"] as const) {
          const me = await app().member({ plan });
          const { id: projectId } = await me.project();
          const { status, error } = await door.call(
            app().app.door,
            await door.token(me),
            "get_client_brief",
            { projectId },
          );
          if (plan === "agency" || plan === "enterprise") {
            assert.deepEqual([status, error.code], [404, "REPORT_NOT_READY"], plan);
            continue;
          }
          assert.deepEqual([status, error.code], [403, "NO_ENTITLEMENT"], plan);
          const details = { feature: "client_workspaces", plan, required_plan: "agency", reason: "plan" };
          assert.deepEqual(error.details, details);
        }
      });
    }
  },
);
