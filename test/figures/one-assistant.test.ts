import assert from "node:assert/strict";
import { test } from "node:test";
import { promptKey } from "../../src/reader/prompt.ts";
import { onAnyStore } from "../start-app.ts";

const assistants = ["chatgpt", "claude"] as const;
const prompts = Array.from({ length: 8 }, (_, at) => `best crm number ${at}?`);
const first = prompts.slice(0, 5);

/** Claude names the brand to three prompts more in the second week, ChatGPT to all in both. */
const rowsOf = (week: number, providers: readonly string[], asked: readonly string[] = prompts) =>
  asked.flatMap((prompt, at) =>
    providers.flatMap((provider) =>
      [1, 2, 3].map((sample) => ({
        ...{ prompt, provider, sample, citations: [{ url: `https://${provider}-${at % 3}.example/` }] },
        answer: provider === "chatgpt" || at < 2 + 3 * week ? "Acme is good, and Bolt." : "Bolt is good.",
        answeredAt: new Date(Date.now() - (9 - 7 * week) * 86_400_000).toISOString(),
      })),
    ),
  );

onAnyStore(
  () => ({}),
  (app) => {
    const measured = async (providers: readonly string[], asked?: readonly string[]) => {
      const me = await app().member();
      const { id } = await me.project({ competitors: ["Bolt"] });
      for (const week of [0, 1]) {
        const rows = rowsOf(week, providers, asked);
        assert.equal((await me.call("POST", `/v1/projects/${id}/imports`, rows)).status, 201);
      }
      const promptKeys = first.map(promptKey);
      await me.call("PATCH", `/v1/projects/${id}/tags`, { promptKeys, add: ["Sales"] });
      const { data: reports } = await me.call<{ id: string }[]>("GET", `/v1/reports?projectId=${id}`);
      const all = async (terms: string) => {
        const read = async (path: string) =>
          (await me.call<Record<string, unknown>>("GET", `${path}${terms}`)).data;
        return {
          summary: await read(`/v1/reports/latest?projectId=${id}`),
          full: await read(`/v1/reports/latest?projectId=${id}&view=full`),
          brief: await read(`/v1/projects/${id}/client-brief?timeframe=90d`),
          rival: await read(`/v1/projects/${id}/competitors/bolt?timeframe=90d`),
          trends: await read(`/v1/projects/${id}/visibility-trends?timeframe=90d`),
          compare: await read(`/v1/reports/${reports[0]!.id}/compare?with=${reports[1]!.id}`),
        };
      };
      return all;
    };
    const figures = [
      "metrics",
      "competitors",
      "change",
      "headline",
      "grade",
      "standing",
      "providers",
      "winning_prompts",
    ];
    const lists = ["sources", "gaps", "prompts", "by_tag"];
    const comparison = ["change", "prompts_risen", "prompts_fallen", "providers", "competitors", "headline"];
    const pick = (from: Record<string, unknown>, names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, from[name]]));
    type Views = Awaited<ReturnType<Awaited<ReturnType<typeof measured>>>>;
    /** A brief over a part is called so. */
    const untitled = (name: string, value: unknown) =>
      name === "markdown" ? String(value).replace(/^# .*/, "") : value;
    /** What views say, but for ids and times, in which two projects differ. */
    const picked = ({ summary, full, brief, rival, trends, compare }: Views) => {
      const said = {
        ...{ summary: pick(summary, figures), full: pick(full, [...figures, ...lists]) },
        ...{ points: trends.points, change: trends.change, compare: pick(compare, comparison), brief, rival },
      };
      const own = [
        "part",
        "compared_with",
        "at",
        "report_id",
        "id",
        "project_id",
        "generated_at",
        "measured_at",
      ];
      return JSON.parse(
        JSON.stringify(said, (name, value) => (own.includes(name) ? undefined : untitled(name, value))),
      );
    };

    test("what is narrowed to an assistant is what a report that had asked it alone shows", async () => {
      const [both, alone] = [await measured(assistants), await measured(["claude"])];
      const narrowed = picked(await both("&provider=claude"));
      assert.deepEqual(narrowed, picked(await alone("")));
      for (const said of [narrowed.brief, narrowed.rival, narrowed.compare.change, narrowed.points[1]])
        assert.ok(said);
      const { metrics } = narrowed.summary as { metrics: { answers: number; mentions: number } };
      assert.deepEqual([metrics.answers, metrics.mentions], [24, 15]);
    });

    test("an assistant and a tag narrow together", async () => {
      const [both, alone] = [await measured(assistants), await measured(["claude"], first)];
      const narrowed = picked(await both("&provider=claude&tag=sales"));
      const { by_tag: _, ...full } = narrowed.full;
      const { by_tag: __, ...expected } = picked(await alone("")).full;
      assert.deepEqual(full, expected);
    });

    test("an assistant that was not asked has no figures, and it is said", async () => {
      const { me, id } = await (async () => {
        const me = await app().member();
        const { id } = await me.project();
        await me.call("POST", `/v1/projects/${id}/imports`, rowsOf(0, ["chatgpt"]));
        return { me, id };
      })();
      const { data, meta } = await me.call<{ metrics: { answers: number } }>(
        "GET",
        `/v1/reports/latest?projectId=${id}&provider=gemini`,
      );
      assert.equal(data.metrics.answers, 0);
      assert.deepEqual(
        (meta as { warnings: { code: string }[] }).warnings.map(({ code }) => code),
        ["ASSISTANT_WITHOUT_ANSWERS"],
      );
    });
  },
);
