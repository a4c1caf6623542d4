import assert from "node:assert/strict";
import { test } from "node:test";
import { promptKey } from "../../src/domain/project/prompt.ts";
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
      assert.deepEqual((await me.call("GET", path)).data, renamed.data);
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
  },
);
