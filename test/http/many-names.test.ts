import assert from "node:assert/strict";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { test } from "node:test";
import { onAnyStore } from "../start-app.ts";

/** Names of two letters, and prompts that are made of nothing else. */
const letters = [..."abcdefghijklmnopqrst"];
const pairs = letters.flatMap((one) => letters.map((two) => `${one.toUpperCase()}${two}`));
const prompts = Array.from({ length: 250 }, (_, at) => `${at} ${pairs.join(" ").slice(0, 480)}?`);

onAnyStore(
  () => ({}),
  (app) => {
    test("matching hundreds of names with hundreds of prompts leaves others turns", async () => {
      const me = await app().member();
      const headers = { authorization: `Bearer ${me.key}`, "content-type": "application/json" };
      const post = async (url: string, payload: object) =>
        (
          await app().app.door.inject({ method: "POST", url, headers, payload: JSON.stringify(payload) })
        ).json();
      const competitors = Array.from({ length: 19 }, (_, at) => ({
        name: pairs[at * 20]!,
        aliases: pairs.slice(at * 20 + 1, at * 20 + 20),
      }));
      const made = await post("/v1/projects", { name: "Names", brand: pairs[399], competitors, prompts });
      const delays = monitorEventLoopDelay({ resolution: 1 });
      delays.enable();
      const began = performance.now();
      const run = await post("/v1/analyze/project", { projectId: made.data.id, wait: 0 });
      const tookMs = performance.now() - began;
      delays.disable();
      assert.ok(run.data?.id, JSON.stringify(run).slice(0, 300));
      const longestMs = delays.max / 1e6;
      assert.ok(longestMs < Math.max(50, tookMs / 5), `held for ${longestMs} of ${tookMs} ms`);
    });
  },
);
