import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { always } from "../../../../test/fake-engines.ts";
import { rpc } from "../../../../test/mcp.ts";
import { onEachStore } from "../../../../test/start-app.ts";
import { EngineError } from "../../engines/engine.ts";
import type { SummaryView } from "../../reports/report-view.ts";

const pauseMs = 40_000;
const busy = () => {
  throw new EngineError("rate_limited", { retryAfterMs: pauseMs });
};

onEachStore(
  () => ({ engines: { chatgpt: busy, claude: always("Acme.") } }),
  (app) => {
    test("a run whose assistant has asked for a pause says so, and until when, while it waits, in each view and to assistants", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const began = Date.now();
      const { data: run } = await me.call<SummaryView>(
        "POST",
        "/v1/analyze/project",
        { projectId },
        { headers: { prefer: "wait=0" } },
      );
      await app().settle();
      for (const view of ["summary", "full", "raw"]) {
        const { data } = await me.call<SummaryView>("GET", `/v1/reports/${run.id}?view=${view}`);
        assert.equal(data.status, "processing");
        assert.deepEqual(
          data.waiting?.map(({ provider, reason }) => [provider, reason]),
          [["chatgpt", "vendor_asked"]],
        );
        const until = Date.parse(data.waiting![0]!.until);
        assert.ok(until >= began + pauseMs && until <= Date.now() + pauseMs);
      }
      const params = { name: "get_report", arguments: { reportId: run.id } };
      const { result } = await rpc(
        app().app.door,
        { method: "tools/call", params },
        { token: await me.connector() },
      );
      assert.equal(
        (result as never as { structuredContent: { result: SummaryView } }).structuredContent.result.waiting
          ?.length,
        1,
      );

      const other = await app().member();
      const { data: next } = await other.call<SummaryView>("POST", "/v1/analyze/custom", {
        projectId: (await other.project({ providers: ["claude"] })).id,
        brand: "Acme",
        prompts: ["best crm?"],
      });
      assert.equal(next.terminal, true);
      assert.equal(next.waiting, undefined);

      await me.call("POST", `/v1/reports/${run.id}/cancel`);
      await app().settle();
      const { data: ended } = await me.call<SummaryView>("GET", `/v1/reports/${run.id}`);
      assert.equal(ended.terminal, true);
      assert.equal(ended.waiting, undefined);
      // When it is due, it would be found settled.
      await sql`delete from jobs.job where name = 'ask.chatgpt'`.execute(app().db);
    });
  },
);
