import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { promptKey } from "../../src/reader/prompt.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import { type Member, onEachStore } from "../start-app.ts";

const dayMs = 86_400_000;
const start = Date.now();
const prompts = Array.from({ length: 6 }, (_, at) => `Which pump is the best for case ${at}?`);

/** Two answers to each prompt, of which so many name the brand. */
const rowsAt = (daysAgo: number, named: number) =>
  [...prompts, ...prompts].map((prompt, at) => ({
    ...{ prompt, provider: at % 3 === 0 ? "claude" : "chatgpt", sample: at < prompts.length ? 1 : 2 },
    answer: at < named ? "Acme is quiet, then Bolt." : "Bolt is the quietest.",
    answeredAt: new Date(start - daysAgo * dayMs).toISOString(),
  }));

interface World {
  me: Member;
  id: string;
  take(daysAgo: number, named: number): Promise<string>;
}

onEachStore(
  () => ({ config: { rateLimitScale: 100 } }),
  (app) => {
    async function begun(): Promise<World> {
      const me = await app().member({ plan: "agency" });
      const { id } = await me.project({ competitors: ["Bolt", "Cube"], prompts });
      const take = async (daysAgo: number, named: number) => {
        const path = `/v1/projects/${id}/imports`;
        const { data, text } = await me.call<{ id: string }>("POST", path, rowsAt(daysAgo, named));
        assert.ok(data, text);
        return data.id;
      };
      return { me, id, take };
    }

    /** Everything that is said of these reports and their project, without the time at which it was put into words. */
    async function said({ me, id }: World, reports: readonly string[]): Promise<Record<string, unknown>> {
      const paths = [
        ...reports.flatMap((report) => [`/v1/reports/${report}`, `/v1/reports/${report}?view=full`]),
        `/v1/reports/${reports[0]}?provider=chatgpt`,
        `/v1/reports/${reports[0]}?view=full&provider=claude`,
        `/v1/reports/${reports[0]}/compare`,
        `/v1/reports/${reports[0]}/compare?provider=chatgpt`,
        `/v1/reports/latest?projectId=${id}&view=full`,
        `/v1/projects/${id}/visibility-trends`,
        `/v1/projects/${id}/client-brief`,
        `/v1/projects/${id}/competitors/Bolt`,
      ];
      const views: Record<string, unknown> = {};
      for (const path of paths) {
        const { data, error } = await me.call<{ generated_at?: string }>("GET", path);
        const { generated_at: _, ...view } = data ?? {};
        views[path] = data ? view : error?.code;
      }
      return views;
    }

    async function forget({ id }: World): Promise<void> {
      await sql`delete from part_figures where project_id = ${id}`.execute(app().db);
      await sql`update interventions set effect = null, effect_from = null where project_id = ${id}`.execute(
        app().db,
      );
    }

    /** Makes changes one after the other, and holds after each that what is read is what is made of nothing that was kept. */
    async function holds(
      world: World,
      reports: readonly string[],
      changes: Record<string, () => Promise<unknown>>,
    ): Promise<void> {
      let before = await said(world, reports);
      for (const [name, change] of Object.entries(changes)) {
        await change();
        await app().settle();
        const read = await said(world, reports);
        await forget(world);
        assert.deepEqual(read, await said(world, reports), name);
        assert.notDeepEqual(read, before, `${name} changes nothing`);
        before = read;
      }
    }

    test("what a report is found to say is kept, and read as it lies", async () => {
      const world = await begun();
      await world.take(9, 4);
      const report = await world.take(2, 9);
      const read = async () => (await world.me.call<SummaryView>("GET", `/v1/reports/${report}`)).data;
      const first = await read();
      await sql`
        update part_figures set figures = jsonb_set(figures::jsonb, '{headline}', '"As it lies."')::json
        where report_id = ${report} and kind = 'judgement' and part = ''`.execute(app().db);
      assert.deepEqual(await read(), { ...first, headline: "As it lies." });
      await world.take(5, 6);
      assert.notEqual((await read()).headline, "As it lies.");
    });

    test("every view is what it would be if nothing had been kept, whatever happens beside a report", async () => {
      const world = await begun();
      const { me, id, take } = world;
      for (const [at, daysAgo] of [61, 54, 47, 40, 33, 26].entries()) await take(daysAgo, 4 + (at % 2));
      const earlier = await take(12, 5);
      const newest = await take(5, 11);
      let between = "";
      let correction = "";
      let done = "";
      const [prompt] = prompts;
      await holds(world, [newest, earlier], {
        "an import dated between": async () => {
          between = await take(19, 9);
        },
        "all read again": async () => {
          const occurrence = {
            ...{ reportId: between, promptKey: promptKey(prompt!), provider: "claude", sample: 1 },
            ...{ start: 0, end: 4 },
          };
          const path = `/v1/projects/${id}/corrections`;
          const { data, text } = await me.call<{ id: string }>("POST", path, { kind: "not_us", occurrence });
          assert.ok(data, text);
          correction = data.id;
        },
        "and once more": () => me.call("DELETE", `/v1/projects/${id}/corrections/${correction}`),
        "a neighbour deleted": () => me.call("DELETE", `/v1/reports/${between}`),
        "another list of brands": () => me.call("PATCH", `/v1/projects/${id}`, { competitors: ["Bolt"] }),
        "an intervention": async () => {
          const at = new Date(start - 8 * dayMs).toISOString();
          const promptKeys = prompts.slice(0, 2).map(promptKey);
          const fields = { at, title: "New page", promptKeys };
          const path = `/v1/projects/${id}/interventions`;
          const { data, text } = await me.call<{ id: string }>("POST", path, fields);
          assert.ok(data, text);
          done = data.id;
        },
        "a report after it": () => take(3, 12),
        "its end": () => me.call("DELETE", `/v1/projects/${id}/interventions/${done}`),
        "rows that are kept no longer": async () => {
          await sql`update reports set rows_gone_at = now() where id = ${newest}`.execute(app().db);
          await sql`delete from asks where report_id = ${newest}`.execute(app().db);
        },
        "a neighbour alone read again": () =>
          me.call("PATCH", `/v1/projects/${id}`, { competitors: ["Bolt", "Cube"] }),
        "the previous report deleted": () => me.call("DELETE", `/v1/reports/${earlier}`),
      });
    });

    test("the same of the first real report after made-up ones", async () => {
      const world = await begun();
      const run = async () => {
        const { data } = await world.me.call<{ id: string }>("POST", "/v1/analyze/project", {
          projectId: world.id,
        });
        await app().settle();
        return data.id;
      };
      const madeUp = [await run(), await run()];
      let real = "";
      await holds(world, madeUp, {
        "the first real report": async () => {
          real = await world.take(3, 7);
        },
        "and its end": () => world.me.call("DELETE", `/v1/reports/${real}`),
      });
    });
  },
);
