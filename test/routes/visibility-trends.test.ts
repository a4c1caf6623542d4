import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sql } from "kysely";
import { up } from "../../src/server/db/migrations/before-organizations/0003-trends.ts";
import type { FullView } from "../../src/server/reports/figures/full-view.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import type { TrendsView } from "../../src/server/reports/trends/trend-view.ts";
import { type Answer, issuesOf } from "../doors.ts";
import { always } from "../fake-engines.ts";
import { insertHistory } from "../history.ts";
import { type Member, onAnyStore } from "../start-app.ts";

const now = "2026-03-05T10:00:00.000Z";
const hour = 3_600_000;
const ago = (days: number) => new Date(Date.parse(now) - days * 24 * hour).toISOString();

interface Run {
  at: string;
  /** How many of the two answers to each of six prompts name Acme first, then Bolt. */
  named: number;
  prompts?: number;
  provider?: string;
  model?: string;
}

/** A report of answers given at that time. */
async function measured(
  me: Member,
  projectId: string,
  { at, named, prompts = 6, provider = "chatgpt", model = "m-1" }: Run,
) {
  const rows = Array.from({ length: prompts * 2 }, (_, index) => ({
    prompt: `question ${Math.floor(index / 2)}?`,
    provider,
    model,
    answer: index % 2 < named ? "Acme, then Bolt." : "Cube.",
    answeredAt: at,
  }));
  const answer = await me.call<SummaryView>("POST", `/v1/projects/${projectId}/imports`, rows);
  assert.equal(answer.status, 201, answer.text);
  return answer.data.id;
}

const kindsOf = ({ data }: Answer<TrendsView>) => data.markers.map(({ kind }) => kind);
const codesOf = ({ meta }: Answer) => (meta.warnings ?? []).map(({ code }) => code);
const datesOf = ({ data }: Answer<TrendsView>) => data.points.map(({ at }) => at);

onAnyStore(
  () => ({ engines: { chatgpt: always("Acme.") }, now: () => new Date(now) }),
  (app) => {
    const someone = async (terms: Record<string, unknown> = {}) => {
      const me = await app().member();
      const { id } = await me.project(terms);
      const trends = (query = "") =>
        me.call<TrendsView>("GET", `/v1/projects/${id}/visibility-trends${query}`);
      return { me, id, trends, run: (run: Run) => measured(me, id, run) };
    };

    test("contract/helper-routes: a project has three series: its score, its appearance rate, and those of every tracked rival", async () => {
      const { trends, run, id } = await someone();
      const ids = [await run({ at: ago(2), named: 1 }), await run({ at: ago(1), named: 2 })];
      const { status, data } = await trends();
      assert.equal(status, 200);
      assert.deepEqual(
        [data.project_id, data.brand, data.timeframe, data.interval],
        [id, "Acme", "30d", "run"],
      );
      assert.deepEqual(
        data.points.map((point) => [
          point.at,
          point.report_id,
          point.visibility_score,
          point.appearance_rate,
          point.answers,
          point.prompts,
        ]),
        [
          [ago(2), ids[0], 50, 0.5, 12, 6],
          [ago(1), ids[1], 100, 1, 12, 6],
        ],
      );
      for (const { appearance_rate_ci: ci, appearance_rate } of data.points)
        assert.ok(ci && ci[0] < ci[1] && ci[0] <= appearance_rate! && appearance_rate! <= ci[1]);
      assert.deepEqual(
        data.competitors.map(({ name, points }) => [
          name,
          ...points.map(({ at, visibility_score, appearance_rate }) => [
            at,
            visibility_score,
            appearance_rate,
          ]),
        ]),
        [
          ["Bolt", [ago(2), 31.5, 0.5], [ago(1), 63.1, 1]],
          ["Cube", [ago(2), 50, 0.5], [ago(1), 0, 0]],
        ],
      );
    });

    test("a lasting rise is a shift, in every timeframe that it was found in, beside what was done before it", async () => {
      const { me, id, trends, run } = await someone();
      for (let week = 10; week >= 4; week -= 1) await run({ at: ago(7 * week), named: 1 });
      for (const days of [21, 14, 7]) await run({ at: ago(days), named: 2 });
      const { data: full } = await me.call<FullView>(
        "GET",
        `/v1/reports/${(await trends()).data.points.at(-1)!.report_id}?view=full`,
      );
      const promptKeys = full.prompts.slice(0, 2).map(({ prompt_key }) => prompt_key);
      const done = { at: ago(25), title: "A page about kettles", promptKeys };
      assert.equal((await me.call("POST", `/v1/projects/${id}/interventions`, done)).status, 201);
      const { data } = await trends();
      assert.deepEqual(
        data.shifts.map(({ direction, since, appearance_rate_before, appearance_rate_after }) => [
          ...[direction, since, appearance_rate_before, appearance_rate_after],
        ]),
        [["up", ago(21), 0.5, 1]],
      );
      assert.deepEqual(
        data.interventions.map(({ at, title, verdict }) => [at, title, verdict]),
        [[ago(25), "A page about kettles", "none_seen"]],
      );
      assert.match(data.interventions[0]!.sentence, /^No effect beyond noise so far\./);
      const { data: week } = await trends("?timeframe=7d");
      assert.deepEqual([week.shifts, week.interventions], [[], []], "both were earlier");
      assert.deepEqual((await trends("?timeframe=90d&interval=week")).data.shifts, data.shifts);
    });

    test("contract/helper-routes: no rank and no position is in it, and it says that they are withheld", async () => {
      const { trends, run } = await someone();
      await run({ at: ago(1), named: 1 });
      const { data, text } = await trends();
      assert.deepEqual(data.withheld, ["rank_trend"]);
      assert.deepEqual(
        [...text.matchAll(/"([^"]*(?:rank|position)[^"]*)":/g)].map(([, key]) => key),
        [],
      );
    });

    test("a project without a completed report has no points, and that is no error", async () => {
      const { trends } = await someone();
      const answer = await trends();
      assert.equal(answer.status, 200);
      const { points, markers, breaks, competitors, change } = answer.data;
      assert.deepEqual([points, markers, breaks], [[], [], []]);
      assert.deepEqual(competitors, [
        { name: "Bolt", points: [] },
        { name: "Cube", points: [] },
      ]);
      assert.deepEqual(
        [change.direction, change.compared_with, change.appearance_rate_delta],
        ["insufficient_data", null, null],
      );
    });

    for (const [query, path] of [
      ["timeframe=1y", "timeframe"],
      ["timeframe=30D", "timeframe"],
      ["timeframe=", "timeframe"],
      ["timeframe=30d&timeframe=7d", "timeframe"],
      ["interval=hour", "interval"],
      ["interval=RUN", "interval"],
      ["compareWith=last", "compareWith"],
    ] as const) {
      test(`${query} is 400 that names ${path}`, async () => {
        const { trends } = await someone();
        const answer = await trends(`?${query}`);
        assert.equal(answer.status, 400);
        assert.match(issuesOf(answer)[0]!, new RegExp(`^query /${path} `));
      });
    }

    test("an unknown project, and another's, is 404", async () => {
      const { me } = await someone();
      const other = await someone();
      for (const id of [randomUUID(), other.id])
        assert.equal(
          (await me.call("GET", `/v1/projects/${id}/visibility-trends`)).error.code,
          "PROJECT_NOT_FOUND",
        );
    });

    test("a timeframe holds the runs from its beginning to now", async () => {
      const { trends, run } = await someone();
      for (const days of [1, 8, 31, 91, 364, 366]) await run({ at: ago(days), named: 1 });
      for (const [timeframe, points] of [
        ["7d", 1],
        ["30d", 2],
        ["90d", 3],
        ["12m", 5],
      ] as const)
        assert.equal((await trends(`?timeframe=${timeframe}`)).data.points.length, points, timeframe);
      assert.equal((await trends()).data.points.length, 2, "30 days unless said otherwise");
    });

    test("a timeframe in which nothing was measured shows the newest report before it, and says so", async () => {
      const { trends, run } = await someone();
      await run({ at: ago(400), named: 1 });
      await run({ at: ago(200), named: 1 });
      for (const interval of ["run", "day", "week"]) {
        const answer = await trends(`?timeframe=7d&interval=${interval}`);
        assert.deepEqual(datesOf(answer), [ago(200)], interval);
        assert.deepEqual(codesOf(answer), ["OUTSIDE_TIMEFRAME"]);
      }
      assert.deepEqual(codesOf(await trends("?timeframe=12m")), []);
    });

    test("by day it is the newest run of each day of the project's own calendar; days without one are a break", async () => {
      // In Kiritimati (UTC+14) the day begins at 10:00 UTC.
      const { trends, run } = await someone({ timezone: "Pacific/Kiritimati" });
      const times = [
        "2026-02-20T09:00:00.000Z",
        "2026-02-20T11:00:00.000Z",
        "2026-02-21T09:30:00.000Z",
        "2026-02-24T12:00:00.000Z",
      ];
      for (const at of times) await run({ at, named: 1 });
      const answer = await trends("?interval=day");
      assert.deepEqual(datesOf(answer), [times[0], times[2], times[3]]);
      assert.deepEqual(answer.data.breaks, [{ after: times[2], before: times[3], missing: 3 }]);
      assert.deepEqual((await trends("?interval=run")).data.breaks, []);
    });

    test("by week it is the newest run of each week from Monday", async () => {
      const { trends, run } = await someone();
      // Sunday, Monday, Wednesday, and two weeks on.
      const times = [
        "2026-02-08T23:59:59.999Z",
        "2026-02-09T00:00:00.000Z",
        "2026-02-11T09:00:00.000Z",
        "2026-02-24T09:00:00.000Z",
      ];
      for (const at of times) await run({ at, named: 1 });
      const answer = await trends("?interval=week");
      assert.deepEqual(datesOf(answer), [times[0], times[2], times[3]]);
      assert.deepEqual(answer.data.breaks, [{ after: times[2], before: times[3], missing: 1 }]);
    });

    test("answers dated ahead of the clock are shown", async () => {
      const { trends, run } = await someone();
      const ahead = ["2026-03-05T12:00:00.000Z", "2026-03-06T09:00:00.000Z"];
      for (const at of ahead) await run({ at, named: 1 });
      for (const [interval, dates] of [
        ["run", ahead],
        ["day", ahead.slice(1)],
        ["week", ahead.slice(1)],
      ] as const)
        assert.deepEqual(datesOf(await trends(`?interval=${interval}`)), dates, interval);
    });

    test("where prompts, assistants or models changed there is a marker; where answers changed there is none", async () => {
      const { trends, run } = await someone();
      await run({ at: ago(6), named: 1 });
      await run({ at: ago(5), named: 2 });
      await run({ at: ago(4), named: 1, prompts: 5 });
      await run({ at: ago(3), named: 1, prompts: 5, provider: "claude" });
      const last = await run({ at: ago(2), named: 1, prompts: 5, provider: "claude", model: "m-2" });
      const answer = await trends("?kinds=all");
      assert.deepEqual(kindsOf(answer), ["prompts_changed", "providers_changed", "model_changed"]);
      assert.deepEqual(answer.data.markers.at(-1), { at: ago(2), report_id: last, kind: "model_changed" });
    });

    test("a report of other assistants, or of one prompt, is no neighbour: the series and the change go on with the last of the kind", async () => {
      const { me, id, trends, run } = await someone();
      const three = async (at: string, named: number) => {
        const rows = ["chatgpt", "claude", "gemini"].flatMap((provider) =>
          Array.from({ length: 12 }, (_, index) => ({
            ...{ prompt: `question ${Math.floor(index / 2)}?`, provider, model: "m-1", answeredAt: at },
            answer: index % 2 < named ? "Acme, then Bolt." : "Cube.",
            citations: [{ url: `https://${provider}.example/` }],
          })),
        );
        return (await me.call<SummaryView>("POST", `/v1/projects/${id}/imports`, rows)).data.id;
      };
      const first = await three(ago(9), 1);
      const alone = await run({ at: ago(8), named: 2 });
      await run({ at: ago(7), named: 2, prompts: 1 });
      const last = await three(ago(6), 1);

      const answer = await trends();
      assert.deepEqual(
        answer.data.points.map(({ report_id }) => report_id),
        [first, last],
      );
      assert.deepEqual([kindsOf(answer), answer.data.change.compared_with], [[], first]);
      assert.deepEqual(codesOf(answer), ["OTHER_KINDS_LEFT_OUT"]);
      for (const interval of ["run", "day"])
        assert.equal((await trends(`?kinds=all&interval=${interval}`)).data.points.length, 4);
      const { data: full } = await me.call<FullView>("GET", `/v1/reports/${last}?view=full`);
      assert.deepEqual(
        [full.previous?.answers, full.change?.compared_with, full.trends.map(({ report_id }) => report_id)],
        [36, first, [first, last]],
      );
      // Asked for by name, unlike reports are compared over what both have, and what one lacks is not lost.
      const named = `/v1/reports/${last}/compare?with=${alone}`;
      const { data: compared } = await me.call<{
        sources_gained: object[];
        sources_lost: object[];
        also_named: object[];
      }>("GET", named);
      assert.deepEqual(
        [compared.sources_gained.length, compared.sources_lost.length, compared.also_named.length],
        [1, 0, 0],
      );
    });

    test("a change beyond the noise is up, against the previous report or against the first when asked", async () => {
      const { trends, run } = await someone();
      const first = await run({ at: ago(3), named: 0 });
      const before = await run({ at: ago(2), named: 2 });
      await run({ at: ago(1), named: 2 });
      const previous = (await trends()).data.change;
      assert.deepEqual(
        [previous.direction, previous.compared_with, previous.appearance_rate_delta],
        ["flat", before, 0],
      );
      const { change } = (await trends("?compareWith=first")).data;
      assert.deepEqual(
        [change.direction, change.compared_with, change.prompts, change.appearance_rate_delta],
        ["up", first, 6, 1],
      );
      assert.ok(change.appearance_rate_delta_ci![0] > 0);
      const recent = (await trends("?timeframe=7d&compareWith=first&interval=day")).data.change;
      assert.equal(recent.compared_with, first);
    });

    test("the first of the timeframe is not compared with itself", async () => {
      const { trends, run } = await someone();
      const before = await run({ at: ago(20), named: 0 });
      await run({ at: ago(1), named: 2 });
      assert.equal(
        (await trends("?timeframe=7d")).data.change.compared_with,
        before,
        "the one before may lie before it",
      );
      const { change } = (await trends("?timeframe=7d&compareWith=first")).data;
      assert.deepEqual([change.direction, change.compared_with], ["insufficient_data", null]);
    });

    test("a change of models is set aside: it is the answer, not a rise", async () => {
      const { trends, run } = await someone();
      await run({ at: ago(2), named: 0 });
      await run({ at: ago(1), named: 2, model: "m-2" });
      const { change } = (await trends()).data;
      assert.deepEqual([change.direction, change.appearance_rate_delta], ["model_changed", null]);
    });

    test("ad hoc runs are in no trend", async () => {
      const { me, id, trends, run } = await someone();
      await me.call("POST", "/v1/analyze/custom", { projectId: id, brand: "Bolt", prompts: ["other?"] });
      assert.deepEqual(datesOf(await trends()), []);
      await run({ at: ago(1), named: 1 });
      assert.deepEqual(datesOf(await trends()), [ago(1)]);
    });

    test("made-up answers are shown as such, and not at all once there are real ones", async () => {
      const { me, id, trends, run } = await someone({ providers: ["sandbox"] });
      await me.call("POST", "/v1/analyze/project", { projectId: id });
      const made = await trends();
      assert.equal(made.data.points.length, 1);
      assert.deepEqual(codesOf(made), ["SANDBOX_ANSWERS"]);
      const real = await run({ at: ago(9), named: 1 });
      const answer = await trends("?timeframe=90d");
      assert.deepEqual(
        answer.data.points.map(({ report_id }) => report_id),
        [real],
      );
      assert.deepEqual(codesOf(answer), []);
    });

    test("a series follows what is re-read, added and deleted", async () => {
      const { me, id, trends, run } = await someone();
      const first = await run({ at: ago(2), named: 1 });
      const rates = async () => (await trends()).data.points.map(({ appearance_rate }) => appearance_rate);
      assert.deepEqual(await rates(), [0.5]);
      const second = await run({ at: ago(1), named: 2 });
      assert.deepEqual(await rates(), [0.5, 1]);
      await me.call("PATCH", `/v1/projects/${id}`, {
        brandAliases: ["Cube"],
        competitors: [{ name: "Bolt" }],
      });
      await app().settle();
      assert.deepEqual(await rates(), [1, 1]);
      assert.deepEqual(
        (await trends()).data.competitors.map(({ name }) => name),
        ["Bolt"],
      );
      await me.call("PATCH", `/v1/projects/${id}`, {
        brand: "Bolt",
        brandAliases: [],
        competitors: [{ name: "Acme" }],
      });
      await app().settle();
      const { brand, competitors } = (await trends()).data;
      assert.deepEqual([brand, competitors[0]?.name, await rates()], ["Bolt", "Acme", [0.5, 1]]);
      await me.call("DELETE", `/v1/reports/${second}`);
      assert.deepEqual(
        (await trends()).data.points.map(({ report_id }) => report_id),
        [first],
      );
      await me.call("DELETE", `/v1/reports/${first}`);
      assert.deepEqual(await rates(), []);
    });

    test("a rival added later has a line over the old answers too, once they are read again", async () => {
      const { me, id, trends, run } = await someone({ competitors: [{ name: "Bolt" }] });
      await run({ at: ago(1), named: 1 });
      await me.call("PATCH", `/v1/projects/${id}`, { competitors: [{ name: "Bolt" }, { name: "Cube" }] });
      const before = (await trends()).data.competitors.find(({ name }) => name === "Cube");
      assert.ok(before, "it is tracked from now on");
      await app().settle();
      const { competitors } = (await trends()).data;
      assert.deepEqual(
        competitors.map(({ name, points }) => [name, points.length]),
        [
          ["Cube", 1],
          ["Bolt", 1],
        ],
      );
    });

    test("what did not change is 304, and what did is not", async () => {
      const { me, id, trends, run } = await someone();
      await run({ at: ago(2), named: 1 });
      const path = `/v1/projects/${id}/visibility-trends`;
      const { headers } = await trends();
      const again = () => me.call("GET", path, undefined, { headers: { "if-none-match": headers.etag! } });
      assert.equal((await again()).status, 304);
      await run({ at: ago(1), named: 1 });
      assert.equal((await again()).status, 200);
    });

    test("more runs than one answer holds: the newest 500, said so; by day all of the time is there", async () => {
      const { id, trends, run } = await someone();
      const reportId = await run({ at: ago(0.01), named: 1 });
      await insertHistory(app().db, {
        projectId: id,
        reportId,
        copies: 600,
        newest: new Date(ago(1)),
        hoursApart: 6,
      });
      const answer = await trends("?timeframe=12m");
      assert.equal(answer.data.points.length, 500);
      assert.deepEqual(codesOf(answer), ["POINTS_LEFT_OUT"]);
      assert.equal(answer.data.points.at(-1)?.report_id, reportId);
      assert.ok(answer.data.points.every(({ at }, index, all) => index === 0 || all[index - 1]!.at < at));
      const byDay = await trends("?timeframe=12m&interval=day");
      assert.deepEqual([byDay.data.points.length, codesOf(byDay), byDay.data.breaks], [152, [], []]);
    });

    test("a store that was written before the series existed keeps every point, told apart as new ones are", async () => {
      const { db } = app();
      const { trends, run, id } = await someone();
      await run({ at: ago(2), named: 1 });
      await run({ at: ago(1), named: 1, prompts: 5 });
      const points = () =>
        db.selectFrom("trend_points").where("project_id", "=", id).selectAll().orderBy("report_id").execute();
      const before = await points();
      await sql`alter table trend_points drop column brand, drop column method_version, drop column reading`.execute(
        db,
      );
      await sql`update trend_points set point = point - 'surfaces' - 'promptSet'`.execute(db);
      await sql`create index trend_points_in_time on trend_points (project_id, source, sandbox, measured_at desc)`.execute(
        db,
      );
      await up(db as never);
      assert.deepEqual(await points(), before);
      assert.deepEqual(kindsOf(await trends()), ["prompts_changed"]);
    });
  },
);
