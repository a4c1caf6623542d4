import assert from "node:assert/strict";
import { test } from "node:test";
import { providers, vendorOf } from "../../reader/provider.ts";
import { buildEngines } from "./index.ts";

const none = { apiKey: null, baseUrl: null, model: null };
const options = { timeoutMs: 1_000 };

test("every provider is listed in order, with the reason where it cannot be asked", () => {
  const list = buildEngines([], options).list();

  assert.deepEqual(
    list.map(({ provider }) => provider),
    [...providers],
  );
  const reasons = new Map(list.map(({ provider, unavailableReason }) => [provider, unavailableReason]));
  for (const [provider, reason] of [
    ["chatgpt", "The server has no key for it (OPENAI_API_KEY); an organization can save its own."],
    ["gemini", "The server has no key for it (GEMINI_API_KEY); an organization can save its own."],
    ["grok", "The server has no key for it (XAI_API_KEY); an organization can save its own."],
    ["google_ai_mode", "No adapter: this assistant has no API; import its answers."],
    ["local", "The server has not set it up (LOCAL_LLM_URL)."],
    ["sandbox", null],
  ] as const)
    assert.equal(reasons.get(provider), reason);
  for (const provider of providers.filter(vendorOf))
    assert.equal(
      reasons.get(provider),
      `The server has no key for it (${vendorOf(provider)?.settings}_API_KEY); an organization can save its own.`,
    );
});

test("without any engine set up the sandbox is asked, with one it is not", () => {
  assert.deepEqual(buildEngines([], options).configured(), ["sandbox"]);
  const engines = buildEngines(
    [
      { ...none, provider: "local", baseUrl: "http://127.0.0.1:11434" },
      { ...none, provider: "chatgpt", apiKey: "sk" },
      { ...none, provider: "claude" },
    ],
    options,
  );
  assert.deepEqual(engines.configured(), ["chatgpt", "local"]);
  assert.ok(engines.get("sandbox"));
  assert.equal(engines.get("claude"), undefined);
});

test("a local model that is not named is not given a name", () => {
  const local = { ...none, provider: "local" as const, baseUrl: "http://127.0.0.1:11434" };
  const listed = (model: string | null) =>
    buildEngines([{ ...local, model }], options)
      .list()
      .find(({ provider }) => provider === "local");
  assert.deepEqual([listed(null)?.configured, listed(null)?.model], [true, null]);
  assert.equal(listed("qwen")?.model, "qwen");
});

test("model, concurrency and rate can be set", () => {
  const settings = {
    provider: "chatgpt" as const,
    apiKey: "sk",
    baseUrl: null,
    model: "gpt-6-luna",
    concurrency: 3,
    requestsPerMinute: 9,
  };
  const { model, concurrency, requestsPerMinute } = buildEngines([settings], options).get("chatgpt")!;
  assert.deepEqual([model, concurrency, requestsPerMinute], ["gpt-6-luna", 3, 9]);
});

test("every engine with a price can be reserved for, and none of them for nothing", () => {
  const keyed = providers.map((provider) => ({
    ...none,
    provider,
    apiKey: "sk",
    baseUrl: "http://127.0.0.1:1",
  }));
  const engines = buildEngines(keyed, options);
  for (const provider of engines.configured()) {
    const { estimateUsd, concurrency } = engines.get(provider)!;
    if (provider === "local") assert.equal(estimateUsd, 0);
    else assert.ok(estimateUsd > 0 && estimateUsd < 0.25 && concurrency >= 20, `${provider}: ${estimateUsd}`);
  }
});

test("a key never shows in a listing", () => {
  const engines = buildEngines([{ ...none, provider: "chatgpt", apiKey: "sk-secret" }], options);
  assert.ok(!JSON.stringify([engines.list(), engines.get("chatgpt")]).includes("sk-secret"));
});
