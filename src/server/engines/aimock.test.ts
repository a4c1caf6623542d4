import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LLMock } from "@copilotkit/aimock";
import type { Provider } from "../../reader/provider.ts";
import { EngineError } from "./engine.ts";
import { buildEngines } from "./index.ts";

// A vendor's format as somebody else reads its documentation. It has no citations, Agent API or Conversations API.
const spoken: readonly Provider[] = ["chatgpt", "claude", "gemini", "mistral", "deepseek", "grok", "local"];
const mock = new LLMock({ port: 0 });
const question = {
  prompt: "Which headphones are best?",
  sample: 1,
  country: "US",
  language: "en",
  brands: [],
};
const signal = new AbortController().signal;

before(() => mock.start());
after(() => mock.stop());

function engine(provider: Provider) {
  const settings = { provider, apiKey: "sk-test", baseUrl: `${mock.url}/v1`, model: "some-model" };
  const built = buildEngines([settings], { timeoutMs: 5_000 }).get(provider);
  assert.ok(built);
  return built;
}

for (const provider of spoken) {
  test(`${provider}: reads what an independent mock of its vendor answers`, async () => {
    mock.reset();
    mock.onMessage("headphones", { content: "Sony, then **Bose**." });
    const answer = await engine(provider).ask(question, signal);

    assert.equal(answer.text, "Sony, then **Bose**.");
    assert.equal(typeof answer.outputTokens, "number");
  });

  for (const [status, kind] of [
    [401, "bad_key"],
    [429, "rate_limited"],
    [500, "unavailable"],
  ] as const) {
    test(`${provider}: a mocked ${status} is ${kind}`, async () => {
      mock.reset();
      mock.nextRequestError(status, { message: "words of the vendor" });
      await assert.rejects(engine(provider).ask(question, signal), (error) => {
        assert.ok(error instanceof EngineError);
        assert.equal(error.kind, kind);
        assert.equal(error.message, kind);
        return true;
      });
    });
  }
}

test("chatgpt: a mocked web search is counted", async () => {
  mock.reset();
  mock.onMessage("headphones", { content: "Sony.", webSearches: ["best headphones"] });
  const answer = await engine("chatgpt").ask(question, signal);

  assert.equal(answer.searched, true);
  assert.equal(answer.searches, 1);
});
