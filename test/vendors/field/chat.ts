import { type FieldRow, fails, says } from "./row.ts";

const by = ["local", "mistral", "deepseek", "sonar"] as const;

const usage = { prompt_tokens: 1_200, completion_tokens: 300, total_tokens: 1_500 };
const toolCall = { id: "c1", type: "function", function: { name: "web_search", arguments: "{}" } };
const named = "I would buy a Northwind, then a Smeg.";

const ended = (finish_reason: unknown, message: object, more: object = {}) => ({
  choices: [{ index: 0, finish_reason, message: { role: "assistant", ...message }, ...more }],
  usage,
});

const row = (what: string, body: unknown, right: FieldRow["right"]): FieldRow => ({ what, by, body, right });

/** Chat Completions: of vendors, and of OpenRouter, Groq, vLLM, llama.cpp, Ollama, LM Studio and gateways in their place. */
export const chatRows: readonly FieldRow[] = [
  // Why it ended.
  row("length without a word", ended("length", { content: "" }), fails("cut_short", "tokens")),
  row("length, content null", ended("length", { content: null }), fails("cut_short", "tokens")),
  row(
    "length after thoughts alone (vLLM)",
    ended("length", { content: null, reasoning_content: "Northwind or Smeg? Let me" }),
    fails("cut_short", "tokens"),
  ),
  row(
    "length in a name",
    ended("length", { content: "Buy a Smeg or a Northwind" }),
    says("Buy a Smeg or a Northwind", { names: ["Smeg"], truncated: true }),
  ),
  row(
    "length in half a name",
    ended("length", { content: "Smeg is fine, and so is North" }),
    says("Smeg is fine, and so is North", { truncated: true }),
  ),
  row("model_length (Mistral)", ended("model_length", { content: named }), says(named, { truncated: true })),
  row(
    "max_tokens, as a gateway says",
    ended("max_tokens", { content: `${named} A` }),
    says(`${named} A`, { truncated: true }),
  ),
  row(
    "MAX_TOKENS, as a gateway to Gemini says",
    ended("MAX_TOKENS", { content: "" }),
    fails("cut_short", "tokens"),
  ),
  row(
    "an error behind half a text (OpenRouter)",
    ended("error", { content: "I would buy a Northwi" }),
    fails("no_answer", "tokens"),
  ),
  row(
    "a choice with the provider's error (OpenRouter)",
    ended(
      "error",
      { content: "I would buy a Northwind" },
      { error: { code: 502, message: "Provider returned error" } },
    ),
    fails("unavailable", "tokens"),
  ),
  row(
    "a choice with the provider's rate limit (OpenRouter)",
    ended("error", { content: "" }, { error: { code: 429, message: "…" } }),
    fails("rate_limited", "tokens"),
  ),
  row(
    "insufficient_system_resource (DeepSeek)",
    ended("insufficient_system_resource", { content: "Northwind is" }),
    fails("no_answer", "tokens"),
  ),
  row("network_error (Z.ai)", ended("network_error", { content: "" }), fails("no_answer", "tokens")),
  row("abort (vLLM)", ended("abort", { content: "Smeg" }), fails("no_answer", "tokens")),
  row("load (Ollama)", ended("load", { content: "" }), fails("no_answer", "tokens")),
  row(
    "MALFORMED_FUNCTION_CALL through a gateway",
    ended("MALFORMED_FUNCTION_CALL", { content: null }),
    fails("no_answer", "tokens"),
  ),
  row(
    "malformed_function_call in lower case",
    ended("malformed_function_call", { content: "" }),
    fails("no_answer", "tokens"),
  ),
  row(
    "a call of a tool without text",
    ended("tool_calls", { content: null, tool_calls: [toolCall] }),
    fails("no_answer", "tokens"),
  ),
  row(
    "talk before a call of a tool",
    ended("tool_calls", { content: "Let me look at what testers say about Fellow.", tool_calls: [toolCall] }),
    fails("no_answer", "tokens"),
  ),
  row(
    "a call that ends with stop (Ollama)",
    ended("stop", { content: "", tool_calls: [toolCall] }),
    fails("no_answer", "tokens"),
  ),
  row(
    "a call as it was once",
    ended("function_call", { content: null, function_call: { name: "f" } }),
    fails("no_answer", "tokens"),
  ),
  row(
    "tool_calls without a call, with an answer (vLLM)",
    ended("tool_calls", { content: named, tool_calls: [] }),
    says(named),
  ),
  row("stop with an empty list of calls", ended("stop", { content: named, tool_calls: [] }), says(named)),
  row(
    "the vendor's error under stop (OpenRouter)",
    ended("stop", { content: "Buy a Nort" }, { native_finish_reason: "network_error" }),
    fails("no_answer", "tokens"),
  ),
  row(
    "the vendor's limit under stop (OpenRouter)",
    ended("stop", { content: "Buy a Smeg or a Northwind" }, { native_finish_reason: "MAX_TOKENS" }),
    says("Buy a Smeg or a Northwind", { names: ["Smeg"], truncated: true }),
  ),
  row(
    "the vendor's own word for stop (OpenRouter)",
    ended("stop", { content: named }, { native_finish_reason: "completed" }),
    says(named),
  ),
  row(
    "a text and its call in two choices (Copilot)",
    {
      choices: [
        { finish_reason: "tool_calls", message: { content: "Let me look at Fellow." } },
        { finish_reason: "tool_calls", message: { tool_calls: [toolCall] } },
      ],
      usage,
    },
    fails("no_answer", "tokens"),
  ),
  row(
    "a call in the list behind a text (LiteLLM)",
    ended("stop", {
      content: [
        { type: "text", text: "Let me look at Fellow." },
        { type: "tool_use", id: "a" },
      ],
    }),
    fails("no_answer", "tokens"),
  ),
  row(
    "a search in the list before the answer (LangChain)",
    ended("stop", {
      content: [
        { type: "text", text: "Let me look at Fellow." },
        { type: "web_search_call" },
        { type: "text", text: named },
      ],
    }),
    says(named),
  ),
  row(
    "the question beside the answer",
    ended("stop", {
      content: [
        { type: "input_text", text: "Is Fellow good?" },
        { type: "output_text", text: named },
      ],
    }),
    says(named),
  ),
  row(
    "pictures without a word (OpenRouter)",
    ended("stop", { content: "", images: [{ type: "image_url", image_url: { url: "data:," } }] }),
    fails("bad_answer", "tokens"),
  ),
  row("what a voice says", ended("stop", { content: null, audio: { transcript: named } }), says(named)),
  row(
    "modelUnloaded (LM Studio)",
    ended("modelUnloaded", { content: "Buy a Nort" }),
    fails("no_answer", "tokens"),
  ),
  row(
    "userStopped (LM Studio)",
    ended("userStopped", { content: "Smeg is" }),
    says("Smeg is", { truncated: true }),
  ),
  row("eosFound (LM Studio)", ended("eosFound", { content: "" }), says("", { blank: true })),
  row("normal (Baidu)", ended("normal", { content: "" }), says("", { blank: true })),
  row("ERROR_LIMIT (Cohere)", ended("ERROR_LIMIT", { content: "" }), fails("cut_short", "tokens")),
  row("rate_limit_exceeded", ended("rate_limit_exceeded", { content: "" }), fails("no_answer", "tokens")),
  row(
    "a recitation's filter (Google)",
    ended("content_filter: RECITATION", { content: "Smeg is" }),
    says("Smeg is", { truncated: true }),
  ),
  row(
    "a refusal beside an empty text",
    ended("stop", { content: "", refusal: "I can't help with that." }),
    says("I can't help with that.", { refusal: true }),
  ),
  row("no reason, with an answer", ended(null, { content: named }), says(named)),
  row("no reason, without a word", ended(null, { content: "" }), fails("no_answer", "tokens")),
  row("a word that nobody documents, with an answer", ended("eos_reached", { content: named }), says(named)),
  row(
    "a word that nobody documents, without a word",
    ended("eos_reached", { content: "" }),
    fails("no_answer", "tokens"),
  ),
  // Who declines has answered, and who says nothing too.
  row("a blank that ended normally", ended("stop", { content: "" }), says("", { blank: true })),
  row("null that ended normally", ended("stop", { content: null }), says("", { blank: true })),
  row("line ends alone", ended("stop", { content: "\n\n" }), says("\n\n", { blank: true })),
  row("an empty list", ended("stop", { content: [] }), says("", { blank: true })),
  row(
    "content_filter without a word",
    ended("content_filter", { content: null }),
    says("", { refusal: true }),
  ),
  row(
    "content_filter behind a sentence",
    ended("content_filter", { content: "Smeg is one. The" }),
    says("Smeg is one. The", { refusal: true, truncated: true }),
  ),
  row("sensitive (Z.ai)", ended("sensitive", { content: "" }), says("", { refusal: true })),
  row("SAFETY through a gateway", ended("SAFETY", { content: null }), says("", { refusal: true })),
  row(
    "a refusal beside content",
    ended("stop", { content: null, refusal: "I can't help with that." }),
    says("I can't help with that.", { refusal: true }),
  ),
  row("a refusal that is null", ended("stop", { content: named, refusal: null }), says(named)),
  // Thoughts beside the answer.
  row(
    "thoughts beside an answer (DeepSeek)",
    ended("stop", { content: "Buy a Smeg.", reasoning_content: "Northwind? Fellow?" }),
    says("Buy a Smeg."),
  ),
  row(
    "thoughts alone with stop (LM Studio)",
    ended("stop", { content: "", reasoning_content: "Northwind or Smeg?" }),
    fails("no_answer", "tokens"),
  ),
  row(
    "thoughts alone in `reasoning` (Ollama, OpenRouter)",
    ended("stop", { content: "", reasoning: "Northwind or Smeg?" }),
    fails("no_answer", "tokens"),
  ),
  row(
    "thoughts alone in `reasoning_details` (OpenRouter)",
    ended("stop", { content: null, reasoning_details: [{ type: "reasoning.text", text: "Northwind" }] }),
    fails("no_answer", "tokens"),
  ),
  row(
    "thoughts alone in `thinking`",
    ended("stop", { content: "", thinking: "Smeg" }),
    fails("no_answer", "tokens"),
  ),
  row(
    "empty thoughts and a blank",
    ended("stop", { content: "", reasoning_content: "" }),
    says("", { blank: true }),
  ),
  row(
    "thinking and text in a list (Magistral)",
    ended("stop", {
      content: [
        { type: "thinking", thinking: [{ type: "text", text: "Northwind? Fellow?" }] },
        { type: "text", text: "Buy a Smeg." },
      ],
    }),
    says("Buy a Smeg."),
  ),
  row(
    "thinking alone in a list (Magistral)",
    ended("stop", { content: [{ type: "thinking", thinking: [{ type: "text", text: "Northwind?" }] }] }),
    fails("no_answer", "tokens"),
  ),
  row(
    "reasoning and text in a list (Databricks)",
    ended("stop", {
      content: [
        { type: "reasoning", summary: [{ type: "summary_text", text: "Northwind?" }] },
        { type: "text", text: "Buy a Smeg." },
      ],
    }),
    says("Buy a Smeg."),
  ),
  // Content in other shapes.
  row(
    "output_text in a list",
    ended("stop", { content: [{ type: "output_text", text: named }] }),
    says(named),
  ),
  row(
    "strings in a list",
    ended("stop", { content: ["Buy a Northwind", ", then a Smeg."] }),
    says("Buy a Northwind, then a Smeg."),
  ),
  row("a part without a type", ended("stop", { content: [{ text: named }] }), says(named)),
  row("a part by itself", ended("stop", { content: { type: "text", text: named } }), says(named)),
  row(
    "a value within a text",
    ended("stop", { content: [{ type: "text", text: { value: named, annotations: [] } }] }),
    says(named),
  ),
  row("parts within content", ended("stop", { content: { parts: [{ text: named }] } }), says(named)),
  row(
    "references between chunks of a sentence (Mistral)",
    ended("stop", {
      content: [
        { type: "text", text: "Northwind boils fast" },
        { type: "reference", reference_ids: [1] },
        { type: "text", text: ", Smeg looks good." },
      ],
    }),
    says("Northwind boils fast, Smeg looks good."),
  ),
  row(
    "chunks that end and begin a sentence",
    ended("stop", {
      content: [
        { type: "text", text: "These are good kettles." },
        { type: "text", text: "Northwind leads." },
      ],
    }),
    says("These are good kettles. Northwind leads."),
  ),
  row(
    "a refusal in a list",
    ended("stop", { content: [{ type: "refusal", refusal: "I can't help with that." }] }),
    says("I can't help with that.", { refusal: true }),
  ),
  row(
    "a picture alone",
    ended("stop", { content: [{ type: "image_url", image_url: { url: "data:," } }] }),
    fails("bad_answer", "tokens"),
  ),
  row(
    "a delta in the place of the message",
    { choices: [{ finish_reason: "stop", delta: { content: named } }], usage },
    says(named),
  ),
  row(
    "a text in the place of the message",
    { choices: [{ finish_reason: "stop", text: named }], usage },
    says(named),
  ),
  row("a number", ended("stop", { content: 7 }), fails("bad_answer", "unknown")),
  row("no choices", { choices: [], usage }, fails("bad_answer", "unknown")),
  row("choices null", { id: null, choices: null }, fails("bad_answer", "unknown")),
  row(
    "a stream that nobody asked for",
    'data: {"choices":[{"delta":{"content":"Northwind"}}]}\n\n',
    fails("bad_answer", "unknown"),
  ),
  // A status inside a 200.
  row(
    "an error of 401 (OpenRouter)",
    { error: { code: 401, message: "User not found." } },
    fails("bad_key", "nothing"),
  ),
  row(
    "an error of 402 (OpenRouter)",
    { error: { code: 402, message: "…" } },
    fails("refused", "nothing", "no_credit"),
  ),
  row(
    "an error of 429 (OpenRouter)",
    { error: { code: 429, message: "…" } },
    fails("rate_limited", "nothing"),
  ),
  row(
    "an error of 502 beside null (OpenRouter)",
    { choices: null, error: { code: 502 } },
    fails("unavailable", "nothing"),
  ),
  row("a code in digits", { error: { code: "503", message: "…" } }, fails("unavailable", "nothing")),
  row(
    "insufficient_quota",
    { error: { type: "insufficient_quota", code: "insufficient_quota" } },
    fails("refused", "nothing", "no_credit"),
  ),
  row(
    "invalid_api_key",
    { error: { type: "invalid_request_error", code: "invalid_api_key" } },
    fails("bad_key", "nothing"),
  ),
  row("an error in words (Ollama)", { error: "model 'x' not found" }, fails("unavailable", "nothing")),
  row(
    "an error object of vLLM",
    { object: "error", type: "NotFoundError", code: 404, message: "…" },
    fails("refused", "nothing", "no_model"),
  ),
  row(
    "a status beside a message (a gateway)",
    { status: 429, msg: "…", body: null },
    fails("rate_limited", "nothing"),
  ),
  row(
    "success false (Cloudflare)",
    { success: false, errors: [{ code: 10_000, message: "…" }] },
    fails("unavailable", "nothing"),
  ),
  // Reports of gateways and SDKs.
  row(
    "an empty first choice before a full one (llm-client 21)",
    {
      choices: [
        { index: 0, finish_reason: null, message: { role: "assistant", content: "" } },
        { index: 1, finish_reason: "stop", message: { role: "assistant", content: named } },
      ],
      usage,
    },
    says(named),
  ),
  row(
    "a choice without a message before a full one (llm-client 21)",
    { choices: [{ index: 0 }, { index: 1, finish_reason: "stop", message: { content: named } }], usage },
    says(named),
  ),
  row(
    "a blank and a filtered choice (OmniRoute 4942)",
    {
      choices: [
        { finish_reason: "content_filter", message: { content: "" } },
        { finish_reason: "content_filter", message: { content: null } },
      ],
      usage,
    },
    says("", { refusal: true }),
  ),
  row(
    "a message that is a string",
    { choices: [{ finish_reason: "stop", message: named }], usage },
    says(named),
  ),
  row("an empty reason (Perplexity, Together)", ended("", { content: named }), says(named)),
  row(
    "thoughts by Google's mark through a gateway (AIClient2API 646)",
    ended("stop", { content: [{ thought: true, text: "Northwind? Fellow?" }, { text: "Buy a Smeg." }] }),
    says("Buy a Smeg."),
  ),
  row(
    "a message without choices (Ollama)",
    { model: "m", message: { role: "assistant", content: named }, done: true, done_reason: "stop" },
    says(named),
  ),
  row(
    "an agent's step without an answer (Qwen 197)",
    ended("stop", {
      content: 'Thought: I need facts.\nAction: search\nAction Input: {"q": "Northwind"}\nObserv',
    }),
    fails("no_answer", "tokens"),
  ),
  row(
    "choices of which one is a text (Bedrock through a gateway)",
    { choices: [null, { finish_reason: "stop", message: { content: named } }], usage },
    says(named),
  ),
  row(
    "a call in a channel that is left (TensorRT-LLM 9256)",
    ended("stop", { content: '<|channel|>commentary<|message|>{\n  "q": "Northwind"\n}<|end|>' }),
    fails("no_answer", "tokens"),
  ),
  row(
    "a thought in a channel, and nothing more (AFM 121)",
    ended("stop", { content: "<|channel|>analysis<|message|>The user asks for a Northwind." }),
    fails("no_answer", "tokens"),
  ),
  row(
    "a list of texts before a call (Spacebot 304)",
    ended("function_call", {
      content: [{ type: "output_text", text: "Let me look at Fellow." }],
      function_call: { name: "reply", arguments: "{}" },
    }),
    fails("no_answer", "tokens"),
  ),
  row(
    "a list of texts that failed (OpenCompany 1779)",
    ended("failed", { content: [{ type: "text", text: "Buy a Nort" }] }),
    fails("no_answer", "tokens"),
  ),
  row(
    "null beside null with stop (vLLM 41902)",
    ended("stop", { content: null, reasoning: null }),
    says("", { blank: true }),
  ),
  row(
    "an unknown part between known ones (AI SDK 13703)",
    ended("stop", {
      content: [
        { type: "thinking", thinking: [{ type: "text", text: "Northwind" }] },
        { type: "audio_marker", at: 1 },
        { type: "text", text: "Buy a Smeg." },
      ],
    }),
    says("Buy a Smeg."),
  ),
  row(
    "length in thoughts beside an empty text (Skillgrade 22)",
    ended("length", { content: "", reasoning_content: "Northwind" }),
    fails("cut_short", "tokens"),
  ),
];
