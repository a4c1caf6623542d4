import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { promptKey } from "../../src/reader/prompt.ts";
import { wholeOf } from "../../src/server/db/reach.ts";
import { pointsOver } from "../../src/server/reports/part/report-part.ts";
import { findReport } from "../../src/server/reports/reports.ts";
import { watchedPoints } from "../../src/server/reports/trends/trends.ts";
import { onAnyStore } from "../start-app.ts";

const prompts = ["best crm?", "good crm?", "cheap crm?", "fast crm?"];

onAnyStore(
  () => ({}),
  (app) => {
    /** Three reports of four prompts, which name the brand in three, two and one of them. */
    async function measured() {
      const me = await app().member();
      const { id } = await me.project({ prompts });
      for (const named of [3, 2, 1]) {
        const rows = prompts.map((prompt, at) => ({
          ...{ prompt, provider: "chatgpt", answer: at < named ? "Acme is good." : "Bolt is good." },
          answeredAt: new Date(Date.now() - named * 86_400_000).toISOString(),
        }));
        await me.call("POST", `/v1/projects/${id}/imports`, rows);
      }
      const tagged = (keys: string[], add: string[], remove: string[] = []) =>
        me.call("PATCH", `/v1/projects/${id}/tags`, { promptKeys: keys.map(promptKey), add, remove });
      const views = async (tag: string) => {
        const paths = [
          `/v1/reports/latest?projectId=${id}&tag=${tag}`,
          `/v1/reports/latest?projectId=${id}&view=full&part=trends&tag=${tag}`,
          `/v1/projects/${id}/visibility-trends?tag=${tag}`,
        ];
        return Promise.all(paths.map(async (path) => (await me.call<object>("GET", path)).data));
      };
      return { me, id, tagged, views };
    }
    const rowsOf = async (id: string) => {
      const { rows } = await sql<{ kind: string; part: string }>`
        select kind, part from part_figures where project_id = ${id}::uuid order by kind, part`.execute(
        app().db,
      );
      return rows.map(({ kind, part }) => `${kind} ${part}`.trim());
    };
    async function ahead(id: string, tag: string) {
      const part = JSON.stringify([tag, null]);
      const wanted = [`report ${part}`, `report ${part}`, ...Array(3).fill(`point ${part}`)];
      for (let looks = 0; looks < 600; looks += 1) {
        const rows = await rowsOf(id);
        if (rows.filter((row) => wanted.includes(row)).length === wanted.length) return;
        await delay(50);
      }
      throw new Error(`the figures of ${tag} are not computed ahead`);
    }

    test("what views by tag show is computed before somebody asks, and is what would be computed then", async () => {
      const { id, tagged, views } = await measured();
      const some = prompts.slice(0, 3);
      await tagged(some, ["Once", "Ahead"]);
      const atOnce = await views("once");
      await ahead(id, "ahead");
      await sql`delete from answer_readings where project_id = ${id}::uuid`.execute(app().db);
      assert.deepEqual(await views("ahead"), atOnce);
    });

    test("the series of a tag is of its own prompts and of the reports that there are", async () => {
      const { me, id } = await measured();
      const { db, app: running } = app();
      const { data: latest } = await me.call<{ id: string }>("GET", `/v1/reports/latest?projectId=${id}`);
      const report = await findReport(db, wholeOf(me.userId), latest.id);
      const series = await watchedPoints(db, report!);
      const part = { tagged: { tag: "Sales", promptKeys: prompts.slice(0, 2).map(promptKey) } };
      const parts = { db, parsing: running.services.parsing, warn: () => {} };
      const of = () => pointsOver(parts, id, series, part);
      const first = await of();
      assert.equal(first.length, 3);
      assert.deepEqual(await of(), first);
      const other = await pointsOver(parts, id, series, { provider: "chatgpt" });
      assert.deepEqual(
        [first, other].map((points) => points[0]!.point.prompts),
        [2, 4],
      );
      await me.call("DELETE", `/v1/reports/${series[0]!.reportId}`);
      assert.deepEqual(
        (await of()).map(({ reportId }) => reportId),
        series.slice(1).map(({ reportId }) => reportId),
      );
    });

    test("a tag that has come to be of other prompts is computed again, in place of what it was", async () => {
      const { me, id, tagged, views } = await measured();
      await tagged(prompts.slice(0, 2), ["Sales"]);
      await ahead(id, "sales");
      const of = async () =>
        ((await views("sales"))[0] as { metrics: { answers: number; mentions: number } }).metrics;
      assert.deepEqual([(await of()).answers, (await of()).mentions], [2, 1]);
      await tagged(prompts.slice(2), ["Sales"]);
      assert.deepEqual([(await of()).answers, (await of()).mentions], [4, 1]);
      const reports = await me.call<{ id: string }[]>("GET", `/v1/reports?projectId=${id}`);
      for (const report of reports.data) await me.call("DELETE", `/v1/reports/${report.id}`);
      assert.deepEqual(await rowsOf(id), []);
    });
  },
);
