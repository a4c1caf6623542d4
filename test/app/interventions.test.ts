import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sql } from "kysely";
import type { Static } from "typebox";
import type { BriefView } from "../../src/server/reports/brief/brief-view.ts";
import type { FullView } from "../../src/server/reports/figures/full-view.ts";
import type { InterventionView } from "../../src/server/reports/interventions/intervention-view.ts";
import { doneBetween } from "../../src/server/reports/interventions/interventions-with-effects.ts";
import { issuesOf } from "../doors.ts";
import { type Member, onAnyStore } from "../start-app.ts";

type Intervention = Static<typeof InterventionView>;

/** Ten prompts, ten answers each; `named` says how many of them name the brand. */
const answers = (day: number, named: (prompt: number) => number) =>
  Array.from({ length: 100 }, (_, at) => ({
    prompt: `which one for case ${at % 10}?`,
    provider: "chatgpt",
    sample: Math.floor(at / 10) + 1,
    answer: Math.floor(at / 10) < named(at % 10) ? "Acme is a good choice." : "Bolt is a good choice.",
    answeredAt: `2026-01-${String(day).padStart(2, "0")}T00:00:00Z`,
  }));

onAnyStore(
  () => ({}),
  (app) => {
    const measured = async (me: Member, days: [day: number, named: (prompt: number) => number][]) => {
      const { id } = await me.project();
      let report = "";
      for (const [day, named] of days)
        report = (await me.call<{ id: string }>("POST", `/v1/projects/${id}/imports`, answers(day, named)))
          .data.id;
      return { id, report };
    };
    const keysOf = async (me: Member, report: string, prompts: number[]) => {
      const { data } = await me.call<FullView>("GET", `/v1/reports/${report}?view=full`);
      return prompts.map(
        (at) => data.prompts.find(({ prompt }) => prompt.includes(`case ${at}?`))!.prompt_key,
      );
    };
    const note = (me: Member, id: string, body: object) =>
      me.call<Intervention>("POST", `/v1/projects/${id}/interventions`, body);

    test("what was done is noted, judged against the other prompts, listed and deleted", async () => {
      const me = await app().member();
      const { id, report } = await measured(me, [
        [1, () => 4],
        [2, () => 4],
        // What the prompts are chosen on: weak by chance, and not compared with.
        [3, (prompt) => (prompt < 3 ? 0 : 4)],
        [8, (prompt) => (prompt < 3 ? 9 : 4)],
        [9, (prompt) => (prompt < 3 ? 9 : 4)],
      ]);
      const promptKeys = await keysOf(me, report, [0, 1, 2]);
      const { status, data, text } = await note(me, id, {
        at: "2026-01-05T00:00:00Z",
        title: "A page about cases",
        promptKeys,
        url: "https://acme.example/cases",
        plan: { detect: 20 },
      });
      assert.equal(status, 201, text);
      assert.deepEqual(
        [data.effect.verdict, data.effect.appearance_rate_delta, data.effect.controls, data.plan],
        ["up", 0.5, 7, { detect: 20 }],
      );
      assert.deepEqual(
        [data.effect.reports_before, data.effect.reports_after, data.control_keys],
        [2, 2, null],
      );
      const { data: full } = await me.call<FullView>("GET", `/v1/reports/${report}?view=full`);
      assert.deepEqual(full.interventions, [data]);
      const list = await me.call<Intervention[]>("GET", `/v1/projects/${id}/interventions`);
      assert.deepEqual(list.data, [data]);
      const year = { from: new Date("2026-01-01T00:00:00Z"), to: "2026-12-31T00:00:00Z", most: 10 };
      const done = () => doneBetween(app().db, id, year);
      assert.equal((await done())[0]!.effect.delta, 0.5);
      await sql`update interventions set effect = jsonb_set(effect::jsonb, '{delta}', '0.25')::json
        where id = ${data.id}`.execute(app().db);
      assert.equal((await done())[0]!.effect.delta, 0.25, "kept, and read as it lies");
      await sql`update interventions set effect_from = 'other reports' where id = ${data.id}`.execute(
        app().db,
      );
      const { data: brief } = await me.call<BriefView>(
        "GET",
        `/v1/projects/${id}/client-brief?timeframe=12m`,
      );
      assert.deepEqual(
        brief.interventions.map(({ title, verdict }) => [title, verdict]),
        [["A page about cases", "up"]],
      );
      assert.match(
        brief.markdown,
        /## What was done\n\n- \*\*A page about cases\*\* \(5 January 2026\)\. Compared with how the other prompts moved, answers to its 3 prompts name the brand 50 points more often/,
      );
      const gone = await me.call("DELETE", `/v1/projects/${id}/interventions/${data.id}`);
      assert.equal(gone.status, 200);
      assert.deepEqual((await me.call("GET", `/v1/projects/${id}/interventions`)).data, []);
      const again = await me.call("DELETE", `/v1/projects/${id}/interventions/${data.id}`);
      assert.deepEqual([again.status, again.error.code], [404, "INTERVENTION_NOT_FOUND"]);
    });

    test("where an assistant lost more of its calls since, its effect cannot be told", async () => {
      const me = await app().member();
      const { id, report } = await measured(me, [
        [1, () => 4],
        [2, () => 4],
        [3, () => 4],
        [8, (prompt) => (prompt < 3 ? 9 : 4)],
      ]);
      // Imported answers are never failed calls.
      await sql`update trend_points set point = jsonb_set(point, '{providers,0,answersFailed}', '150')
        where project_id = ${id}::uuid and report_id = ${report}::uuid`.execute(app().db);
      const promptKeys = await keysOf(me, report, [0, 1, 2]);
      const { data } = await note(me, id, { at: "2026-01-05T00:00:00Z", title: "A page", promptKeys });
      assert.equal(data.effect.verdict, "failures_differ");
      const [low] = data.effect.appearance_rate_delta_ci!;
      assert.ok(data.effect.appearance_rate_delta === 0.5 && low! < 0);
    });

    test("half of the prompts are drawn by chance, and compared with the other half over all reports before", async () => {
      const me = await app().member();
      const { id, report } = await measured(me, [
        [1, () => 4],
        [2, () => 4],
      ]);
      const promptKeys = await keysOf(me, report, [0, 1, 2, 3, 4, 5, 6]);
      const at = new Date(Date.now() + 10 * 86_400_000).toISOString();
      const { status, data, text } = await note(me, id, {
        at,
        title: "Pages to write",
        promptKeys,
        randomHalf: true,
      });
      assert.equal(status, 201, text);
      assert.deepEqual([data.prompt_keys.length, data.control_keys!.length], [3, 4]);
      assert.deepEqual([...data.prompt_keys, ...data.control_keys!].toSorted(), promptKeys.toSorted());
      assert.deepEqual([data.effect.verdict, data.effect.reports_before], ["too_early", 2]);
      const refused = async (body: object) =>
        issuesOf(await note(me, id, { title: "x", randomHalf: true, ...body }));
      assert.deepEqual(await refused({ promptKeys: promptKeys.slice(2) }), ["body /promptKeys too_few"]);
      assert.deepEqual(await refused({ promptKeys, at: "2026-01-05T00:00:00Z" }), ["body /at too_small"]);
      const far = new Date(Date.now() + 100 * 86_400_000).toISOString();
      assert.deepEqual(await refused({ promptKeys, at: far }), ["body /at too_large"]);
    });

    test("too early, or without other prompts, it says so instead of a number", async () => {
      const me = await app().member();
      const { id, report } = await measured(me, [[1, () => 4]]);
      const promptKeys = await keysOf(me, report, [0]);
      const early = await note(me, id, { title: "Now", promptKeys });
      assert.deepEqual(
        [early.data.effect.verdict, early.data.effect.appearance_rate_delta, early.data.effect.power],
        ["too_early", null, null],
      );
      const all = await note(me, id, { title: "Everything", at: "2025-12-31T00:00:00Z" });
      assert.equal(all.data.effect.verdict, "no_earlier_reports");
    });

    test("pages go from the newest to the oldest", async () => {
      const me = await app().member();
      const { id } = await me.project();
      for (const day of [3, 1, 2])
        await note(me, id, { title: `Day ${day}`, at: `2026-01-0${day}T00:00:00Z` });
      const path = `/v1/projects/${id}/interventions?limit=2`;
      const first = await me.call<Intervention[]>("GET", path);
      const cursor = encodeURIComponent(first.meta.pagination!.next_cursor!);
      const second = await me.call<Intervention[]>("GET", `${path}&cursor=${cursor}`);
      assert.deepEqual(
        [...first.data, ...second.data].map(({ title }) => title),
        ["Day 3", "Day 2", "Day 1"],
      );
    });

    test("what cannot be is refused, and another's project is not there", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
      assert.deepEqual(issuesOf(await note(me, id, { title: "x", at: later })), ["body /at too_large"]);
      assert.equal(
        (await note(me, id, { title: "x", reportId: randomUUID() })).error.code,
        "REPORT_NOT_FOUND",
      );
      const stranger = await app().member();
      assert.equal((await note(stranger, id, { title: "x" })).error.code, "PROJECT_NOT_FOUND");
    });

    test("of many that are noted at once, no more are kept than a project has room for", async () => {
      const me = await app().member();
      const { id } = await me.project();
      await sql`
        insert into interventions (project_id, id, at, title, prompt_keys, created_at)
        select ${id}::uuid, gen_random_uuid(), now(), 'A page', '[]', now() from generate_series(1, 498)`.execute(
        app().db,
      );
      const noted = await Promise.all(
        Array.from({ length: 8 }, (_, at) => note(me, id, { title: `Page ${at}` })),
      );
      const count = (status: number) => noted.filter((one) => one.status === status).length;
      assert.deepEqual([count(201), count(400)], [2, 6]);
    });
  },
);
