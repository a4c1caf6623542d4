import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { providerOf, type Script, startVendor, type Vendor } from "../../../../test/vendors/vendor.ts";
import { type EngineAnswer, EngineError, type Question } from "../engine.ts";
import { buildEngines } from "../index.ts";

// What only one vendor does; what all share is in adapters.test.ts.

const question: Question = { prompt: "Which is best?", sample: 1, country: "de", language: "de", brands: [] };

async function at(
  t: TestContext,
  vendor: Vendor,
  script: Parameters<typeof startVendor>[1],
  model: string | null = null,
) {
  const server = await startVendor(vendor, script);
  t.after(() => server.close());
  const provider = providerOf(vendor);
  const settings = { provider, apiKey: "sk-test", baseUrl: server.url, model };
  const engine = buildEngines([settings], { timeoutMs: 5_000 }).get(provider);
  assert.ok(engine);
  return {
    server,
    engine,
    ask: (): Promise<EngineAnswer> => engine.ask(question, new AbortController().signal),
  };
}

async function kindAt(t: TestContext, vendor: Vendor, script: Script): Promise<EngineError> {
  const { ask } = await at(t, vendor, script);
  const error = await ask().then(
    () => assert.fail("answered"),
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof EngineError);
  return error;
}

test("openai: searches where the project is and asks for the pages a search met", async (t) => {
  const { ask, server } = await at(t, "openai", {});
  await ask();
  const { body, headers } = server.requests[0]!;

  assert.deepEqual(body.tools, [
    { type: "web_search", user_location: { type: "approximate", country: "DE" } },
  ]);
  assert.deepEqual(body.include, ["web_search_call.action.sources"]);
  assert.equal(body.store, false);
  assert.equal(headers.authorization, "Bearer sk-test");
});

test("openai: a refusal is an answer with its words", async (t) => {
  const content = [{ type: "refusal", refusal: "I can't help with that." }];
  const { ask } = await at(t, "openai", {
    raw: { status: "completed", output: [{ type: "message", content }] },
  });
  const { text, searched, costUsd } = await ask();
  assert.deepEqual(
    { text, searched, costUsd },
    { text: "I can't help with that.", searched: false, costUsd: null },
  );
});

test("openai: an answer cut by the content filter is an answer", async (t) => {
  const raw = { status: "incomplete", incomplete_details: { reason: "content_filter" }, output: [] };
  const { ask } = await at(t, "openai", { raw });
  assert.equal((await ask()).text, "");
});

test("openai: what the model says between its searches is no part of the final answer", async (t) => {
  const message = (phase: string, text: string) => ({
    type: "message",
    phase,
    content: [{ type: "output_text", text, annotations: [] }],
  });
  const output = [message("commentary", "Let me look at Acme."), message("final_answer", "Bolt.")];
  const { ask } = await at(t, "openai", { raw: { status: "completed", output } });
  assert.equal((await ask()).text, "Bolt.");
});

test("openai: the mark of a citation is widened to the sentence it supports", async (t) => {
  const text = "Bose is softer. Sony is lightest. ([rtings.com](https://rtings.com/a))";
  const at_ = text.indexOf("(");
  const annotation = {
    type: "url_citation",
    url: "https://rtings.com/a",
    title: "R",
    start_index: at_,
    end_index: text.length,
  };
  const output = [{ type: "message", content: [{ type: "output_text", text, annotations: [annotation] }] }];
  const { ask } = await at(t, "openai", { raw: { status: "completed", output } });
  const [citation] = (await ask()).citations;
  assert.equal(text.slice(citation?.span?.start, citation?.span?.end), text.slice("Bose is softer. ".length));
});

for (const [code, kind] of [
  ["server_error", "unavailable"],
  ["rate_limit_exceeded", "rate_limited"],
  ["invalid_prompt", "refused"],
  ["__proto__", "unavailable"],
] as const) {
  test(`openai: a run that failed with ${code} is ${kind}`, async (t) => {
    const raw = { status: "failed", error: { code, message: "words" }, output: [] };
    assert.equal((await kindAt(t, "openai", { raw })).kind, kind);
  });
}

test("openai: an account without credit is refused, not asked again", async (t) => {
  const body = { error: { code: "insufficient_quota", type: "insufficient_quota", message: "words" } };
  assert.equal((await kindAt(t, "openai", { fault: { status: 429, body } })).kind, "refused");
});

test("anthropic: a paused turn is taken up again and read as one answer", async (t) => {
  const turn = (text: string, stop_reason: string) => ({
    model: "claude-sonnet-5-5",
    content: [
      { type: "thinking", thinking: "hm", signature: "s" },
      { type: "text", text, citations: [{ url: `https://${text.length}.example/`, title: text }] },
    ],
    stop_reason,
    usage: { input_tokens: 100, output_tokens: 10, server_tool_use: { web_search_requests: 2 } },
  });
  const { ask, server } = await at(t, "anthropic", (_request, number) => ({
    raw: number === 1 ? turn("First, ", "pause_turn") : turn("then.", "end_turn"),
  }));
  const answer = await ask();

  assert.equal(answer.text, "First, then.");
  assert.deepEqual(
    answer.citations.map(({ span }) => answer.text.slice(span?.start, span?.end)),
    ["First, ", "then."],
  );
  assert.deepEqual([answer.inputTokens, answer.outputTokens, answer.searches], [200, 20, 4]);
  const messages = server.requests[1]?.body.messages as { role: string }[];
  assert.deepEqual(
    messages.map(({ role }) => role),
    ["user", "assistant"],
  );
});

test("anthropic: a turn that is paused without end is read after five", async (t) => {
  const raw = { content: [{ type: "text", text: "." }], stop_reason: "pause_turn", usage: {} };
  const { ask, server } = await at(t, "anthropic", { raw });
  const { text, truncated } = await ask();
  assert.deepEqual([text, truncated], [".....", true]);
  assert.equal(server.count(), 5);
});

test("anthropic: a refusal without words is an answer", async (t) => {
  const { ask } = await at(t, "anthropic", { raw: { content: [], stop_reason: "refusal", usage: {} } });
  assert.equal((await ask()).text, "");
});

test("anthropic: a search that failed leaves the answer", async (t) => {
  const failed = { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" };
  const content = [
    { type: "web_search_tool_result", tool_use_id: "1", content: failed },
    { type: "text", text: "From memory: Acme.", citations: null },
  ];
  const { ask } = await at(t, "anthropic", { raw: { content, stop_reason: "end_turn", usage: {} } });
  const { text, citations } = await ask();
  assert.deepEqual({ text, citations }, { text: "From memory: Acme.", citations: [] });
});

test("gemini: a blocked prompt is an answer without text", async (t) => {
  const { ask } = await at(t, "gemini", { raw: { promptFeedback: { blockReason: "SAFETY" } } });
  assert.equal((await ask()).text, "");
});

test("gemini: a candidate stopped for safety is an answer", async (t) => {
  const { ask } = await at(t, "gemini", { raw: { candidates: [{ finishReason: "SAFETY" }] } });
  assert.equal((await ask()).text, "");
});

test("gemini: a page hidden behind Google's redirect counts for its own site", async (t) => {
  const url = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZIYQ";
  const { ask } = await at(t, "gemini", {
    answer: "Sony.",
    sources: [{ url, title: "sony.com", at: [0, 5] }],
  });
  const [citation] = (await ask()).citations;
  assert.deepEqual(citation, {
    url: "https://sony.com/",
    title: "sony.com",
    cited: true,
    span: { start: 0, end: 5 },
  });
});

test("gemini: a wrong key is told from a wrong request by its reason", async (t) => {
  const details = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }];
  const body = { error: { code: 400, status: "INVALID_ARGUMENT", message: "words", details } };
  assert.equal((await kindAt(t, "gemini", { fault: { status: 400, body } })).kind, "bad_key");
});

test("gemini: waits as long as RetryInfo says", async (t) => {
  const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "12.5s" }];
  const body = { error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "words", details } };
  const { kind, retryAfterMs } = await kindAt(t, "gemini", { fault: { status: 429, body } });
  assert.deepEqual({ kind, retryAfterMs }, { kind: "rate_limited", retryAfterMs: 12_500 });
});

test("perplexity: the bill is the vendor's own", async (t) => {
  const { ask } = await at(t, "perplexity", { answer: "Sony." });
  assert.equal((await ask()).costUsd, 0.00355);
});

test("perplexity: a number in brackets that no source has is text", async (t) => {
  const { ask } = await at(t, "perplexity", { answer: "Since [1984] Sony.[9]", sources: [] });
  assert.deepEqual((await ask()).citations, []);
});

test("perplexity: a server with the former API only is asked over that", async (t) => {
  const { ask, server } = await at(t, "sonar", { answer: "Sony." });
  const { text, model } = await ask();
  assert.deepEqual({ text, model }, { text: "Sony.", model: "sonar" });
  assert.deepEqual(
    server.requests.map(({ path }) => path),
    ["/v1/responses", "/chat/completions"],
  );
});

test("perplexity: a model of the former API is asked over that at once", async (t) => {
  const { ask, server } = await at(t, "sonar", { answer: "Sony." }, "sonar-pro");
  assert.equal((await ask()).model, "sonar-pro");
  assert.equal(server.requests.length, 1);
});

test("xai: the bill is the vendor's own", async (t) => {
  const { ask } = await at(t, "xai", { answer: "Sony." });
  assert.equal((await ask()).costUsd, 0.0037756);
});

test("mistral: text in chunks is one text, thoughts are left out", async (t) => {
  const content = [
    { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
    { type: "text", text: "Acme, " },
    { type: "text", text: "then Bolt." },
  ];
  const { ask } = await at(t, "mistral", { raw: { choices: [{ message: { content } }] } });
  assert.equal((await ask()).text, "Acme, then Bolt.");
});

test("local: without a model the first one listed is asked, for nothing, and named from then on", async (t) => {
  const { ask, server, engine } = await at(t, "local", { answer: "Acme." });
  assert.equal(engine.model, null);
  const { model, costUsd } = await ask();
  assert.equal(engine.model, "llama-first");
  assert.deepEqual({ model, costUsd }, { model: "llama-first", costUsd: 0 });
  assert.equal(server.requests.at(-1)?.body.model, "llama-first");
});

test("local: a server that does not say which model answered has answered with the one it was asked for", async (t) => {
  const { ask } = await at(t, "local", { raw: { choices: [{ message: { content: "Acme." } }] } });
  assert.equal((await ask()).model, "llama-first");
});

test("local: a model by name is asked directly", async (t) => {
  const { ask, server } = await at(t, "local", { answer: "Acme." }, "qwen");
  assert.equal((await ask()).model, "qwen");
  assert.equal(server.requests.length, 1);
});

test("local: a model that reaches its limit twice before a word is not asked a third time", async (t) => {
  const raw = {
    choices: [{ finish_reason: "length", message: { content: "" } }],
    usage: { completion_tokens: 9 },
  };
  const { engine } = await at(t, "local", { raw });
  const failureOf = (asked: Question) =>
    engine.ask(asked, new AbortController().signal).then(
      () => assert.fail("answered"),
      ({ kind, retryable }: EngineError) => [kind, retryable],
    );
  assert.deepEqual(await failureOf(question), ["cut_short", true]);
  assert.deepEqual(await failureOf({ ...question, roomier: true }), ["cut_short", false]);
});

test("local: a server that does not give more room has none", async (t) => {
  const { engine } = await at(t, "local", { fault: { status: 400 } });
  const asked = engine.ask({ ...question, roomier: true }, new AbortController().signal);
  await assert.rejects(asked, (error) => error instanceof EngineError && error.kind === "cut_short");
});

test("local: what came in the place of a text is said by its kind, never by what it holds", async (t) => {
  const content = [{ type: "image_url", image_url: { url: "https://secret.example/" } }];
  const { came } = await kindAt(t, "local", {
    raw: { choices: [{ finish_reason: "stop", message: { content } }] },
  });
  assert.equal(came, "an object of the type image_url");
});

test("anthropic: the turns before one that fails are billed", async (t) => {
  const turn = { content: [{ type: "text", text: "Let me look." }], stop_reason: "pause_turn", usage: {} };
  const { ask } = await at(t, "anthropic", (_request, number) =>
    number === 1 ? { raw: turn } : { fault: { status: 500 } },
  );
  await assert.rejects(ask(), ({ kind, costUsd }: EngineError) => kind === "unavailable" && costUsd === null);
});

test("local: thoughts in front of the answer are stored with it, and alone they are a failed call", async (t) => {
  const answer = "<think>\nAcme? No.\n</think>\n\nBolt.";
  const { ask } = await at(t, "local", { answer });
  assert.equal((await ask()).text, answer);
  const thought = await at(t, "local", { answer: "<think>\nAcme? No." });
  await assert.rejects(thought.ask(), ({ kind }: EngineError) => kind === "no_answer");
});

test("local: citations that a gateway nests are read", async (t) => {
  const url_citation = { url: "https://a.example/", title: "A", start_index: 0, end_index: 5 };
  const message = { content: "Acme.", annotations: [{ type: "url_citation", url_citation }] };
  const { ask } = await at(t, "local", { raw: { choices: [{ message }] } });
  assert.deepEqual((await ask()).citations, [
    { url: "https://a.example/", title: "A", cited: true, span: { start: 0, end: 5 } },
  ]);
});
