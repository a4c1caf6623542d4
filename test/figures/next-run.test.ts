import assert from "node:assert/strict";
import { test } from "node:test";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import { onAnyStore } from "../start-app.ts";

type Figures = SummaryView["metrics"];

/** Weekly reports over ten prompts asked six times each; so many answers to each name the brand, one more on every other. */
const rowsOf = (named: number, weeksAgo: number) =>
  Array.from({ length: 10 }, (_, prompt) =>
    Array.from({ length: 6 }, (_, at) => ({
      ...{ prompt: `best crm number ${prompt}?`, provider: "chatgpt", sample: at + 1 },
      answer: at < named + (prompt % 2) ? "Acme is good, and Bolt." : "Bolt is good.",
      answeredAt: new Date(Date.now() - weeksAgo * 7 * 86_400_000).toISOString(),
    })),
  ).flat();

onAnyStore(
  () => ({}),
  (app) => {
    test("the next run is expected as far off as the project's own days move it, alike in every view", async () => {
      const me = await app().member();
      const expected = async (weeks: readonly number[]) => {
        const { id } = await me.project({ competitors: ["Bolt"] });
        for (const [at, named] of weeks.entries())
          await me.call("POST", `/v1/projects/${id}/imports`, rowsOf(named, weeks.length - at));
        const read = async <V>(path: string) => (await me.call<V>("GET", path)).data;
        const summary = await read<SummaryView>(`/v1/reports/latest?projectId=${id}`);
        const full = await read<{ metrics: Figures }>(`/v1/reports/latest?projectId=${id}&view=full`);
        const rival = await read<{ brand_metrics: Figures }>(
          `/v1/projects/${id}/competitors/bolt?timeframe=90d`,
        );
        const compared = await read<{ metrics: Figures }>(`/v1/reports/${summary.id}/compare`);
        const { same_prompts: again } = summary.metrics;
        for (const { same_prompts: other } of [full.metrics, rival.brand_metrics, compared.metrics])
          assert.deepEqual(other, again);
        const [low, high] = again.find(({ figure }) => figure === "appearance_rate")!.expected_next!;
        return high - low;
      };
      const quiet = await expected([3, 3, 3, 3, 3, 3, 3, 3]);
      const restless = await expected([3, 2, 4, 2, 3, 2, 4, 3]);
      assert.ok(restless > 1.1 * quiet, `${restless} is hardly wider than ${quiet}`);
    });
  },
);
