import assert from "node:assert/strict";
import { test } from "node:test";
import type { Static } from "typebox";
import { pending } from "../../src/reader/answer.ts";
import { promptKey } from "../../src/reader/prompt.ts";
import { EngineError } from "../../src/server/engines/engine.ts";
import type { ComparisonView } from "../../src/server/reports/comparison/comparison-view.ts";
import type { FullView } from "../../src/server/reports/figures/full-view.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import type { RawView } from "../../src/server/reports/rows/raw-view.ts";
import { doors, issuesOf, warningsOf } from "../doors.ts";
import { type Answering, hanging } from "../fake-engines.ts";
import { type Member, onEachStore } from "../start-app.ts";

const prompts = Array.from({ length: 8 }, (_, at) => `best crm number ${at}?`);
const said = (prompt: string): string => (/[0246]\?/.test(prompt) ? "Acme, then Bolt." : "Bolt is good.");

/** Answers at once but for questions from this one on, which wait until they are let go. */
function holding(from: number) {
  const stuck = hanging();
  const answering: Answering = async (question, signal) => {
    const { prompt } = question;
    if (Number(/\d/.exec(prompt)![0]) >= from && (await stuck(question, signal)) === "refused")
      throw new EngineError("refused");
    return said(prompt);
  };
  return { answering, answer: () => stuck.release(), fail: () => stuck.release("refused") };
}

onEachStore(
  () => ({ engines: { chatgpt: ({ prompt }) => said(prompt), claude: ({ prompt }) => said(prompt) } }),
  (app) => {
    const answered = async (reportId: string, count: number) => {
      const have = async () =>
        (
          await app()
            .db.selectFrom("asks")
            .where("report_id", "=", reportId)
            .where("status", "=", "ok")
            .select("ordinal")
            .execute()
        ).length;
      for (let looks = 0; looks < 1_000 && (await have()) < count; looks += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
    };

    /** A summary with figures: on a busy machine a request does not wait for them for ever. */
    const known = async (
      run: { read<View>(query?: string): Promise<View> },
      query: string,
    ): Promise<SummaryView> => {
      let view = await run.read<SummaryView>(query);
      for (let reads = 0; reads < 20 && view.metrics.answers === 0; reads += 1)
        view = await run.read<SummaryView>(query);
      return view;
    };

    /** A run of which ChatGPT has answered everything and Claude the first prompts. */
    const running = async ({ from, terms = {} }: { from: number; terms?: object }) => {
      const claude = holding(from);
      app().engines.say({ chatgpt: ({ prompt }) => said(prompt), claude: claude.answering });
      const me = await app().member();
      const project = await me.project({ providers: ["chatgpt", "claude"], prompts, ...terms });
      const { data } = await me.call<SummaryView>(
        ...(["POST", "/v1/analyze/project", { projectId: project.id }] as const),
        { headers: { prefer: "wait=0" } },
      );
      const read = async <View>(query = "") =>
        (await me.call<View>("GET", `/v1/reports/${data.id}${query}`)).data;
      await answered(data.id, prompts.length + from);
      return { me, id: data.id, projectId: project.id, claude, read };
    };
    const ended = async (
      run: Pick<Awaited<ReturnType<typeof running>>, "claude" | "read">,
      how: "answer" | "fail" = "answer",
    ) => {
      run.claude[how]();
      await app().settle();
      return run.read<SummaryView>();
    };

    test("while a report is made, every view is of the answers so far and says so", async () => {
      const run = await running({ from: 2 });
      const { me, id, read } = run;
      let summary = await read<SummaryView>();
      // Figures so far are made once a second at most: the response to the request may have had some.
      for (let looks = 0; looks < 1_000 && summary.answers_in < 10; looks += 1) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        summary = await read<SummaryView>();
      }
      const full = await read<FullView>("?view=full");
      const raw = await read<RawView>("?view=raw");
      for (const view of [summary, full, raw])
        assert.deepEqual(
          [view.status, view.provisional, view.answers_in, view.answers_asked],
          ["processing", true, 10, 16],
        );
      assert.equal(raw.rows.length, 10);
      // Claude has named it in one of two answers, ChatGPT in four of eight.
      assert.deepEqual([summary.metrics.answers, summary.metrics.appearance_rate], [10, 0.5]);
      assert.ok(summary.metrics.appearance_rate_ci);
      assert.deepEqual(
        summary.providers.map(({ provider, answers, appearance_rate }) => [
          provider,
          answers,
          appearance_rate,
        ]),
        [
          ["chatgpt", 8, 0.5],
          ["claude", 2, 0.5],
        ],
      );
      assert.match(summary.headline, /^So far, 10 of 16 calls: Acme is named in 50% of 10 answers /);
      assert.deepEqual(full.metrics, summary.metrics);
      assert.deepEqual(
        full.prompts.map(({ metrics, answers }) => [metrics.answers, answers.length]),
        prompts.map((_, at) => (at < 2 ? [2, 2] : [1, 1])),
      );
      for (const door of doors) {
        const shown = await door.call<SummaryView>(app().app.door, await door.token(me), "get_report", {
          reportId: id,
        });
        assert.deepEqual(shown.data, summary, door.name);
        if (door.name === "MCP") assert.match(shown.data.headline, /^So far, 10 of 16 calls/);
      }
      const last = await ended(run);
      assert.deepEqual([last.provisional, last.answers_in, last.answers_asked], [false, 16, 16]);
      assert.ok(!last.headline.startsWith("So far"));
    });

    test("what is judged, and what knows reports by their figures, waits for the end", async () => {
      const before = await running({ from: 8 });
      await ended(before);
      const run = await running({ from: 2 });
      const { me, id, projectId, read } = run;
      const [summary, full] = [await read<SummaryView>(), await read<FullView>("?view=full")];
      for (const { grade, standing, previous, change, stability } of [summary, full])
        assert.deepEqual([grade, standing, previous, change, stability], [null, null, null, null, null]);
      assert.deepEqual([summary.winning_prompts, summary.losing_prompts, full.gaps], [[], [], []]);
      assert.deepEqual([full.noise, full.by_tag, full.trends, full.interventions], [null, [], [], []]);
      assert.ok(summary.competitors.length > 0 && summary.competitors.every(({ lead }) => lead === null));
      const refused = async (path: string) => (await me.call("GET", path)).error.code;
      for (const path of [
        `/v1/reports/latest?projectId=${projectId}`,
        `/v1/reports/${id}/compare`,
        `/v1/projects/${projectId}/client-brief`,
      ])
        assert.equal(await refused(path), "REPORT_NOT_READY", path);
      const { data: trends } = await me.call<{ points: unknown[] }>(
        "GET",
        `/v1/projects/${projectId}/visibility-trends`,
      );
      assert.deepEqual(trends.points, []);
      assert.notEqual((await me.call("POST", `/v1/projects/${projectId}/share-links`, {})).status, 201);
      const { rows } = await read<RawView>("?view=raw");
      assert.equal(rows.length, 10);
      const last = await ended(run);
      assert.ok(last.grade && last.standing);
      const stored = await app()
        .db.selectFrom("part_figures")
        .where("report_id", "=", id)
        .where("kind", "<>", "judgement")
        .select("kind")
        .execute();
      assert.deepEqual(stored, [], "nothing provisional is stored");
    });

    test("the figures of some answers are those of a report that ended with the same answers", async () => {
      const run = await running({ from: 3 });
      const so = { summary: await run.read<SummaryView>(), full: await run.read<FullView>("?view=full") };
      const last = await ended(run, "fail");
      const full = await run.read<FullView>("?view=full");
      assert.deepEqual([last.status, last.progress.jobs_failed], ["partial", 5]);
      const failures = { answers_failed: 0, appearance_rate_bounds: null };
      const alike = ({ metrics, providers, competitors }: SummaryView | FullView) => ({
        metrics: { ...metrics, ...failures },
        providers: providers.map((each) => ({ ...each, ...failures })),
        competitors: competitors.map((each) => ({ ...each, ...failures, lead: null })),
      });
      assert.deepEqual(alike(so.summary), alike(last));
      assert.deepEqual(alike(so.full), alike(full));
      assert.deepEqual(so.summary.top_sources, last.top_sources);
      assert.deepEqual([last.answers_in, last.answers_asked], [11, 11], "a call that failed is in neither");
    });

    test("as long as one that is asked has not answered, there are figures by assistant alone", async () => {
      const run = await running({ from: 0 });
      const summary = await run.read<SummaryView>();
      assert.equal(
        summary.headline,
        "So far, 8 of 16 calls: Claude has not answered yet, so there are figures by assistant alone.",
      );
      assert.deepEqual([summary.metrics.answers, summary.metrics.appearance_rate], [8, null]);
      assert.deepEqual(
        summary.providers.map(({ provider, appearance_rate }) => [provider, appearance_rate]),
        [
          ["chatgpt", 0.5],
          ["claude", null],
        ],
      );
      await ended(run);
    });

    test("a report that is narrowed to a tag or an assistant is so while it is made, too", async () => {
      const run = await running({ from: 2 });
      const { me, projectId, id } = run;
      const promptKeys = prompts.slice(0, 4).map(promptKey);
      await me.call("PATCH", `/v1/projects/${projectId}/tags`, { promptKeys, add: ["Sales"] });
      const [tagged, claude, rows, nothing] = await Promise.all([
        known(run, "?tag=Sales"),
        known(run, "?provider=claude"),
        run.read<RawView>("?view=raw&tag=Sales"),
        me.call<SummaryView>("GET", `/v1/reports/${id}?provider=grok`),
      ]);
      assert.deepEqual([tagged.answers_in, tagged.answers_asked, tagged.metrics.answers], [6, 8, 6]);
      assert.deepEqual([claude.answers_in, claude.answers_asked, claude.metrics.answers], [2, 8, 2]);
      assert.match(claude.headline, /^So far, 2 of 8 calls: Acme is named in 50% of 2 answers/);
      assert.deepEqual([rows.rows.length, rows.answers_in, rows.answers_asked], [6, 6, 8]);
      assert.deepEqual([nothing.data.answers_asked, warningsOf(nothing)], [0, ["ASSISTANT_WITHOUT_ANSWERS"]]);
      assert.deepEqual(issuesOf(await me.call("GET", `/v1/reports/${id}?tag=None`)), [
        "query /tag unknown_tag",
      ]);
      const before = await run.read<SummaryView>("?provider=claude");
      await ended(run);
      const last = await run.read<SummaryView>("?provider=claude");
      assert.deepEqual(
        [before.provisional, last.provisional, last.answers_in, last.metrics.answers],
        [true, false, 8, 8],
      );
    });

    test("many who read one report at once are told the same, computed once", async () => {
      const run = await running({ from: 2 });
      const { parsing } = app().app.services;
      let computed = 0;
      const score = parsing.score;
      parsing.score = (request) => {
        // What is computed ahead of an ended report does not count.
        if (request.answers.some(({ errorCode }) => errorCode === pending)) computed += 1;
        return score(request);
      };
      try {
        const views = await Promise.all(Array.from({ length: 20 }, () => run.read<SummaryView>()));
        assert.deepEqual(new Set(views.map((view) => JSON.stringify(view))).size, 1);
        assert.equal(computed, 1);
        const again = await tagOf(run);
        assert.deepEqual(
          [(await tagOf(run, again.tag)).status, computed],
          [304, 1],
          "nothing is computed to find out",
        );
      } finally {
        parsing.score = score;
      }
      await ended(run);
    });

    test("a run that a person stopped says so, and no change is judged that they may have waited for", async () => {
      const { me, id: earlier, projectId, read, claude } = await running({ from: 8 });
      await ended({ claude, read });
      const second = holding(4);
      app().engines.say({ chatgpt: ({ prompt }) => said(prompt), claude: second.answering });
      const { data: run } = await me.call<SummaryView>(
        ...(["POST", "/v1/analyze/project", { projectId }] as const),
        { headers: { prefer: "wait=0" } },
      );
      await answered(run.id, 12);
      const { data } = await me.call<SummaryView>("POST", `/v1/reports/${run.id}/cancel`);
      assert.deepEqual(
        [data.status, data.stopped_because, data.failure?.code],
        ["partial", "person", "RUN_CANCELLED"],
      );
      assert.deepEqual([data.answers_in, data.answers_asked, data.provisional], [12, 12, false]);
      assert.match(data.headline, /; not compared with the previous report: a person stopped the run\.$/);
      const unjudged = (change: SummaryView["change"]) => [
        change?.direction,
        change?.unjudged_because,
        change?.appearance_rate_delta,
        change?.answers,
      ];
      assert.deepEqual(unjudged(data.change), ["insufficient_data", "stopped_by_person", null, 12]);
      const { data: compared } = await me.call<Static<typeof ComparisonView>>(
        "GET",
        `/v1/reports/${run.id}/compare?with=${earlier}`,
      );
      assert.deepEqual(compared.change, data.change);
      assert.ok(compared.providers.every(({ change }) => change?.unjudged_because === "stopped_by_person"));
      second.answer();
      await app().settle();
      app().engines.say({ chatgpt: ({ prompt }) => said(prompt), claude: ({ prompt }) => said(prompt) });
      const { data: next } = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });
      await app().settle();
      const whole = (await me.call<SummaryView>("GET", `/v1/reports/${next.id}`)).data;
      assert.deepEqual([whole.stopped_because, whole.change?.unjudged_because], [null, null]);
      assert.equal(whole.change?.direction, "flat");
      // The stopped run is nobody's measure, whichever side it is named on.
      assert.equal(whole.change?.compared_with, earlier);
      const { data: swapped } = await me.call<Static<typeof ComparisonView>>(
        "GET",
        `/v1/reports/${next.id}/compare?with=${run.id}`,
      );
      assert.equal(swapped.change.unjudged_because, "stopped_by_person");
    });

    const tagOf = async ({ me, id }: { me: Member; id: string }, tag?: string) => {
      const { status, headers } = await me.call("GET", `/v1/reports/${id}`, undefined, {
        headers: tag ? { "if-none-match": tag } : {},
      });
      return { status, tag: headers.etag as string };
    };

    test("who holds figures so far is not told that they hold what came after", async () => {
      const run = await running({ from: 2 });
      const { tag } = await tagOf(run);
      assert.equal((await tagOf(run, tag)).status, 304);
      await ended(run);
      const after = await tagOf(run, tag);
      assert.equal(after.status, 200);
      assert.notEqual(after.tag, tag);
      assert.equal((await tagOf(run, after.tag)).status, 304);
    });
  },
);
