import assert from "node:assert/strict";
import { test } from "node:test";
import type { Static } from "typebox";
import { parseCsv } from "../../scripts/csv.ts";
import { promptKey } from "../../src/reader/prompt.ts";
import type { ComparisonView } from "../../src/server/reports/comparison/comparison-view.ts";
import type { FullView } from "../../src/server/reports/figures/full-view.ts";
import type { RawView } from "../../src/server/reports/rows/raw-view.ts";
import type { TrendsView } from "../../src/server/reports/trends/trend-view.ts";
import type { ErrorBody } from "../doors.ts";
import { onAnyStore } from "../start-app.ts";

interface Tags {
  tags: { tag: string; prompt_count: number }[];
  prompts: { prompt_key: string; tags: string[] }[];
}
interface Prompts {
  prompts: { prompt: string; tags: string[] }[];
}
const rowsOf = (...prompts: string[]) =>
  prompts.map((prompt) => ({ prompt, provider: "chatgpt", answer: "Acme is good." }));
const codesOf = ({ details }: ErrorBody) =>
  (details as { issues: { path: string; code: string }[] }).issues.map(({ path, code }) => [path, code]);

onAnyStore(
  () => ({ engines: { chatgpt: () => "Acme is good." } }),
  (app) => {
    test("prompts are saved with tags, and keep them in a list that does not name them", async () => {
      const me = await app().member();
      const { id } = await me.project({
        prompts: [{ prompt: "best crm?", tags: ["CRM", " crm ", "For  teams"] }, "good crm?"],
      });
      const path = `/v1/projects/${id}/prompts`;
      const list = async () =>
        (await me.call<Prompts>("GET", path)).data.prompts.map(({ prompt, tags }) => [prompt, tags]);
      assert.deepEqual(await list(), [
        ["best crm?", ["CRM", "For teams"]],
        ["good crm?", []],
      ]);
      await me.call("PUT", path, { prompts: ["good crm?", { prompt: "best crm?", intent: "comparison" }] });
      assert.deepEqual((await list())[1], ["best crm?", ["CRM", "For teams"]]);
      await me.call("PUT", path, { prompts: [{ prompt: "cheap crm?", tags: ["crm"] }] });
      assert.deepEqual(await list(), [["cheap crm?", ["CRM"]]]);
      await me.call("PUT", path, { prompts: [{ prompt: "best crm?", tags: [] }] });
      assert.deepEqual(await list(), [["best crm?", []]]);
    });

    test("many prompts are tagged at once, also those that are only in reports", async () => {
      const me = await app().member();
      const { id } = await me.project({ prompts: ["best crm?"] });
      await me.call("POST", `/v1/projects/${id}/imports`, rowsOf("one?", "two?"));
      const keys = ["best crm?", "one?", "two?"].map(promptKey);
      const path = `/v1/projects/${id}/tags`;
      const change = async (body: object) => me.call<Tags>("PATCH", path, body);
      assert.deepEqual((await change({ promptKeys: keys, add: ["Sales", "EU"] })).data.tags, [
        { tag: "EU", prompt_count: 3 },
        { tag: "Sales", prompt_count: 3 },
      ]);
      const renamed = await change({ promptKeys: keys.slice(1), remove: ["sales"], add: ["Selling"] });
      assert.deepEqual(renamed.data.tags, [
        { tag: "EU", prompt_count: 3 },
        { tag: "Selling", prompt_count: 2 },
        { tag: "Sales", prompt_count: 1 },
      ]);
      const { tags, prompts } = (await me.call<Tags>("GET", path)).data;
      assert.deepEqual(tags, renamed.data.tags);
      assert.deepEqual(prompts.slice(1), renamed.data.prompts);
      assert.deepEqual(prompts[0]!.tags, ["Sales", "EU"]);
      const pages = [await me.call<Tags>("GET", `${path}?limit=2`)];
      const cursor = pages[0]!.meta.pagination!.next_cursor!;
      pages.push(await me.call<Tags>("GET", `${path}?limit=2&cursor=${cursor}`));
      assert.deepEqual(
        pages.flatMap(({ data }) => data.prompts),
        prompts,
      );
      assert.equal(pages[1]!.meta.pagination!.next_cursor, null);
    });

    test("a project has at most 200 tags, whichever way they come", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const texts = Array.from({ length: 21 }, (_, at) => `prompt ${at}?`);
      const tagged = (count: number) =>
        texts.map((prompt, at) => ({
          prompt,
          tags: Array.from({ length: at < count ? 10 : 0 }, (_, tag) => `tag ${at} ${tag}`),
        }));
      const put = (count: number) => me.call("PUT", `/v1/projects/${id}/prompts`, { prompts: tagged(count) });
      assert.deepEqual(codesOf((await put(21)).error), [["/prompts", "too_many"]]);
      assert.equal((await put(20)).status, 200);
      const add = (tag: string) =>
        me.call("PATCH", `/v1/projects/${id}/tags`, { promptKeys: [promptKey(texts[20]!)], add: [tag] });
      const more = await add("one more");
      assert.deepEqual(codesOf(more.error), [["/add", "too_many"]]);
      assert.match(more.error.message, /at most 200 tags, and this one would have 201/);
      assert.equal((await add("TAG 0 0")).status, 200);
    });

    test("tags that cannot be stored are refused, each with its place, and nothing is changed", async () => {
      const me = await app().member();
      const { id } = await me.project({ prompts: ["best crm?"] });
      const promptKeys = [promptKey("best crm?")];
      const many = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`);
      const change = async (body: object) => me.call("PATCH", `/v1/projects/${id}/tags`, body);
      for (const [body, codes] of [
        [{ promptKeys, add: many(11) }, [["/add", "too_many"]]],
        [{ promptKeys, add: ["x".repeat(41)] }, [["/add/0", "too_long"]]],
        [{ promptKeys, add: ["a", "a\u202eb"] }, [["/add/1", "not_shown"]]],
        [{ promptKeys: [promptKey("nobody's?")], add: ["a"] }, [["/promptKeys/0", "unknown_prompt"]]],
      ] as const) {
        const { status, error } = await change(body);
        assert.deepEqual([status, codesOf(error)], [400, codes]);
      }
      assert.equal((await change({ promptKeys, add: many(10) })).status, 200);
      assert.deepEqual(codesOf((await change({ promptKeys, add: ["one more"] })).error), [
        ["/add", "too_many"],
      ]);
      const listed = await me.call<Prompts>("GET", `/v1/projects/${id}/prompts`);
      assert.equal(listed.data.prompts[0]!.tags.length, 10);
      const saved = await me.call("PUT", `/v1/projects/${id}/prompts`, {
        prompts: [{ prompt: "best crm?", tags: ["a\u200bb"] }],
      });
      assert.deepEqual(codesOf(saved.error), [["/prompts/0/tags/0", "not_shown"]]);
    });

    test("a project of somebody else can neither be tagged nor its tags read", async () => {
      const { id } = await (await app().member()).project({ prompts: ["best crm?"] });
      const other = await app().member();
      const change = { promptKeys: [promptKey("best crm?")], add: ["CRM"] };
      assert.equal((await other.call("PATCH", `/v1/projects/${id}/tags`, change)).status, 404);
      assert.equal((await other.call("GET", `/v1/projects/${id}/tags`)).status, 404);
    });

    const answersTo = (prompts: readonly string[], second = false) =>
      prompts.flatMap((prompt, at) =>
        ["chatgpt", "claude", "gemini"].map((provider, each) => ({
          ...{ prompt, provider, answeredAt: second ? "2026-01-12T09:00:00Z" : "2026-01-05T09:00:00Z" },
          answer: (at + each + Number(second)) % 3 === 0 ? "1. Acme\n2. Bolt" : "1. Bolt\n2. Cube",
        })),
      );
    const kettles = ["kettle one?", "kettle two?", "kettle three?", "kettle four?"];
    const others = ["lamp one?", "lamp two?", "lamp three?"];
    const brands = { competitors: ["Bolt", "Cube"] };

    /** A project whose kettles are tagged after two imports, and one that only ever asked about kettles. */
    async function twoProjects() {
      const me = await app().member();
      const [{ id: whole }, { id: part }] = [await me.project(brands), await me.project(brands)];
      for (const second of [false, true]) {
        await me.call("POST", `/v1/projects/${whole}/imports`, answersTo([...kettles, ...others], second));
        await me.call("POST", `/v1/projects/${part}/imports`, answersTo(kettles, second));
      }
      const tag = { promptKeys: kettles.map(promptKey), add: ["Kettles"] };
      await me.call("PATCH", `/v1/projects/${whole}/tags`, tag);
      await me.call("PATCH", `/v1/projects/${whole}/tags`, {
        promptKeys: others.map(promptKey),
        add: ["Lamps"],
      });
      const latest = async <V>(id: string, query = "") =>
        me.call<V>("GET", `/v1/reports/latest?projectId=${id}${query}`);
      return { me, whole, part, latest };
    }

    test("a report filtered by a tag is the report that would have asked its prompts alone", async () => {
      const { whole, part, latest } = await twoProjects();
      for (const view of ["summary", "full"]) {
        const filtered = (await latest<FullView>(whole, `&view=${view}&tag=kettles`)).data;
        const alone = (await latest<FullView>(part, `&view=${view}`)).data;
        for (const name of [
          ...[
            "headline",
            "metrics",
            "grade",
            "stability",
            "previous",
            "standing",
            "providers",
            "competitors",
          ],
          ...["winning_prompts", "losing_prompts", "top_sources", "sources", "noise", "gaps", "also_named"],
        ] as (keyof FullView)[])
          assert.deepEqual(filtered[name], alone[name], `${view} ${name}`);
        assert.deepEqual(
          { ...filtered.change, compared_with: null, compared_with_reading: null },
          { ...alone.change, compared_with: null, compared_with_reading: null },
        );
        if (view === "summary") continue;
        const figures = ({ trends }: FullView) => trends.map(({ report_id: _, ...point }) => point);
        assert.deepEqual(figures(filtered), figures(alone));
        assert.deepEqual(
          filtered.prompts.map(({ prompt, tags }) => [prompt, tags]),
          kettles.map((prompt) => [prompt, ["Kettles"]]),
        );
      }
    });

    test("the full view has the figures of each tag, and how its prompts differ from the others", async () => {
      const { whole, latest } = await twoProjects();
      const { by_tag: byTag } = (await latest<FullView>(whole, "&view=full")).data;
      assert.deepEqual(
        byTag.map(({ tag, prompts, answers }) => [tag, prompts, answers]),
        [
          ["Kettles", 4, 12],
          ["Lamps", 3, 9],
        ],
      );
      for (const { tag, lead, ...metrics } of byTag) {
        assert.deepEqual(metrics, (await latest<FullView>(whole, `&tag=${tag}`)).data.metrics);
        assert.ok(lead!.appearance_rate_ci![0] <= lead!.appearance_rate);
        assert.equal(lead!.appearance_rate_beyond_noise, false);
      }
    });

    test("two reports are compared over the prompts of a tag as two that had asked them alone", async () => {
      const { me, whole, part, latest } = await twoProjects();
      const compared = async (id: string, query: string) => {
        const report = (await latest<FullView>(id)).data.id;
        const { data } = await me.call<Static<typeof ComparisonView>>(
          "GET",
          `/v1/reports/${report}/compare${query}`,
        );
        return JSON.parse(
          JSON.stringify(data).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id"),
        );
      };
      assert.deepEqual(await compared(whole, "?tag=Kettles"), await compared(part, ""));
    });

    test("trends, rows and exports of a tag have its prompts alone", async () => {
      const { me, whole, part, latest } = await twoProjects();
      const trend = async (id: string, query: string) => {
        const path = `/v1/projects/${id}/visibility-trends?timeframe=12m${query}`;
        const { data } = await me.call<TrendsView>("GET", path);
        const { direction, appearance_rate_delta } = data.change;
        return {
          points: data.points.map(({ report_id: _, ...point }) => point),
          ...{ competitors: data.competitors, direction, appearance_rate_delta },
        };
      };
      assert.deepEqual(await trend(whole, "&tag=Kettles"), await trend(part, ""));
      const { id, rows } = (await latest<RawView>(whole, "&view=raw&tag=Kettles")).data;
      assert.deepEqual(
        [rows.length, new Set(rows.map(({ tags }) => tags.join()))],
        [12, new Set(["Kettles"])],
      );
      const csv = await me.call("GET", `/v1/reports/${id}/export?format=csv&tag=KETTLES`);
      const exported = parseCsv(csv.text);
      assert.deepEqual(
        [exported.length, new Set(exported.map(({ reading, tags }) => `${reading} ${tags}`))],
        [12, new Set(["1 Kettles"])],
      );
    });

    test("a tag that no prompt has is refused everywhere; one that a report lacks has no figures, and a warning", async () => {
      const { me, whole, latest } = await twoProjects();
      const { id } = (await latest<FullView>(whole)).data;
      for (const path of [
        ...["", "&view=full", "&view=raw"].map((view) => `/v1/reports/${id}?tag=Sofas${view}`),
        `/v1/reports/${id}/export?tag=Sofas`,
        `/v1/projects/${whole}/visibility-trends?tag=Sofas`,
        `/v1/reports/${id}/compare?tag=Sofas`,
      ]) {
        const { status, error } = await me.call("GET", path);
        assert.deepEqual([status, codesOf(error)], [400, [["/tag", "unknown_tag"]]], path);
      }
      await me.call("PUT", `/v1/projects/${whole}/prompts`, {
        prompts: [{ prompt: "sofa?", tags: ["Sofas"] }],
      });
      for (const view of ["", "&view=full", "&view=raw"]) {
        const { data, meta } = await me.call<FullView>("GET", `/v1/reports/${id}?tag=Sofas${view}`);
        assert.deepEqual(
          meta.warnings?.map(({ code }) => code),
          ["TAG_WITHOUT_ANSWERS"],
          view,
        );
        if (view !== "&view=raw")
          assert.deepEqual([data.metrics.answers, data.metrics.appearance_rate], [0, null]);
      }
    });
  },
);
