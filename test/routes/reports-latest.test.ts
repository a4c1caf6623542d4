import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { FullView } from "../../src/server/reports/figures/full-view.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import { issuesOf } from "../doors.ts";
import { always, failing, hanging } from "../fake-engines.ts";
import { type Member, onAnyStore } from "../start-app.ts";

const latest = (query: Record<string, string>) => `/v1/reports/latest?${new URLSearchParams(query)}`;

onAnyStore(
  () => ({ engines: { chatgpt: always("Bolt, then Acme.") } }),
  (app) => {
    const analysed = async (me: Member) => {
      const { id: projectId } = await me.project();
      const { data } = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });
      return { projectId, main: data };
    };
    const custom = async (me: Member, projectId: string) =>
      (
        await me.call<SummaryView>("POST", "/v1/analyze/custom", {
          projectId,
          brand: "Acme",
          prompts: ["other?"],
        })
      ).data;

    test("contract/reports: REPORT_NOT_READY: a project without any report is 404, and so is one whose first run is under way", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const none = await me.call("GET", latest({ projectId }));
      assert.deepEqual(
        [none.status, none.error.code, none.error.details ?? null],
        [404, "REPORT_NOT_READY", null],
      );

      const stuck = hanging();
      app().engines.say({ chatgpt: stuck });
      const { data } = await me.call<SummaryView>(
        "POST",
        "/v1/analyze/project",
        { projectId },
        { headers: { prefer: "wait=0" } },
      );
      const running = await me.call("GET", latest({ projectId }));
      assert.deepEqual([running.status, running.error.code], [404, "REPORT_NOT_READY"]);
      assert.deepEqual(running.error.details, {
        report_id: data.id,
        status: "processing",
        next_actions: ["get_report"],
      });
      stuck.release("Acme.");
      await app().settle();
      assert.equal((await me.call<SummaryView>("GET", latest({ projectId }))).data.id, data.id);
    });

    test("contract/reports: a failed run is no completed report, and does not hide the one before it", async () => {
      const me = await app().member();
      const { projectId, main } = await analysed(me);
      app().engines.say({ chatgpt: failing("bad_key") });
      const { data: failed } = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });
      assert.equal(failed.status, "failed");
      assert.equal((await me.call<SummaryView>("GET", latest({ projectId }))).data.id, main.id);
    });

    test("contract/reports: GET /reports/latest needs a UUID projectId", async () => {
      const me = await app().member();
      assert.deepEqual(issuesOf(await me.call("GET", "/v1/reports/latest")), ["query /projectId required"]);
      assert.deepEqual(issuesOf(await me.call("GET", latest({ projectId: "acme" }))), [
        "query /projectId bad_format",
      ]);
      assert.deepEqual(issuesOf(await me.call("GET", "/v1/reports/latest?projectId=")), [
        "query /projectId empty",
      ]);
      const twice = `${latest({ projectId: randomUUID() })}&projectId=${randomUUID()}`;
      assert.deepEqual(issuesOf(await me.call("GET", twice)), ["query /projectId duplicate"]);
    });

    test("contract/reports: GET /reports/latest of an unknown project is 404", async () => {
      const me = await app().member();
      const { status, error } = await me.call("GET", latest({ projectId: randomUUID() }));
      assert.deepEqual([status, error.code], [404, "PROJECT_NOT_FOUND"]);
    });

    test("contract/reports: source is main unless custom is asked for; neither shows the other's", async () => {
      const me = await app().member();
      const { projectId, main } = await analysed(me);
      const adHoc = await custom(me, projectId);
      const of = async (query: Record<string, string>) =>
        (await me.call<SummaryView>("GET", latest({ projectId, ...query }))).data;
      assert.equal((await of({})).id, main.id);
      assert.deepEqual(await of({ source: "main" }), await of({}));
      assert.equal((await of({ source: "custom" })).id, adHoc.id);
      for (const source of ["both", "MAIN", "main "])
        assert.deepEqual(issuesOf(await me.call("GET", latest({ projectId, source }))), [
          "query /source not_allowed",
        ]);
    });

    test("contract/reports: a project with an ad hoc run only has no main report", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      await custom(me, projectId);
      assert.equal((await me.call("GET", latest({ projectId }))).error.code, "REPORT_NOT_READY");
      assert.equal((await me.call("GET", latest({ projectId, source: "custom" }))).status, 200);
    });

    test("contract/reports: view and answer_detail are as for a single report, and the default is the summary", async () => {
      const me = await app().member();
      const { projectId, main } = await analysed(me);
      for (const query of [
        {},
        { view: "summary" },
        { view: "raw" },
        { view: "full" },
        { view: "full", answer_detail: "full" },
      ] as Record<string, string>[]) {
        const { data, headers } = await me.call("GET", latest({ projectId, ...query }));
        const single = await me.call("GET", `/v1/reports/${main.id}?${new URLSearchParams(query)}`);
        assert.deepEqual(data, single.data);
        const again = { headers: { "if-none-match": String(headers.etag) } };
        assert.equal((await me.call("GET", latest({ projectId, ...query }), undefined, again)).status, 304);
      }
      for (const view of ["foo", "RAW", "raw,full"])
        assert.deepEqual(issuesOf(await me.call("GET", latest({ projectId, view }))), [
          "query /view not_allowed",
        ]);
      assert.deepEqual(issuesOf(await me.call("GET", latest({ projectId, answer_detail: "all" }))), [
        "query /answer_detail not_allowed",
      ]);
    });

    test("the newest report is the one whose answers are newest, not the one that was made last", async () => {
      const me = await app().member();
      const { projectId, main } = await analysed(me);
      const row = { prompt: "best crm?", provider: "chatgpt", answer: "Acme." };
      const { data: old } = await me.call<SummaryView>("POST", `/v1/projects/${projectId}/imports`, [
        { ...row, answeredAt: "2024-05-01T12:00:00+02:00" },
      ]);
      assert.equal(old.measured_at, "2024-05-01T10:00:00.000Z");
      const { data } = await me.call<SummaryView>("GET", latest({ projectId }));
      assert.equal(data.id, main.id);
      const { data: full } = await me.call<FullView>("GET", latest({ projectId, view: "full" }));
      assert.deepEqual(
        full.trends.map(({ report_id }) => report_id),
        [main.id],
        "an import of one prompt is of another kind than the run",
      );
      assert.equal(full.change, null);
    });
  },
);
