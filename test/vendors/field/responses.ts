import { type FieldRow, fails, says } from "./row.ts";

const by = ["openai", "xai", "perplexity"] as const;

const usage = { input_tokens: 1_200, output_tokens: 300, total_tokens: 1_500 };
const named = "I would buy a Northwind, then a Smeg.";
const part = (text: unknown, annotations: unknown[] = []) => ({ type: "output_text", text, annotations });
const message = (text: string, more: object = {}) => ({
  type: "message",
  role: "assistant",
  content: [part(text)],
  ...more,
});
const search = { type: "web_search_call", status: "completed", action: { type: "search", query: "best" } };
const thought = { type: "reasoning", summary: [{ type: "summary_text", text: "Northwind or Fellow?" }] };
const hidden = { type: "reasoning", summary: [] };
const cite = (text: string) => ({
  type: "url_citation",
  url: "https://tests.example/",
  title: "Tests",
  start_index: 0,
  end_index: text.length,
});

const completed = (...output: unknown[]) => ({ status: "completed", error: null, output, usage });
const incomplete = (reason: unknown, ...output: unknown[]) => ({
  ...{ status: "incomplete", incomplete_details: { reason } },
  ...{ error: null, output, usage },
});

const row = (what: string, body: unknown, right: FieldRow["right"]): FieldRow => ({ what, by, body, right });

/** The Responses API of OpenAI, xAI and Perplexity. */
export const responsesRows: readonly FieldRow[] = [
  row(
    "max_output_tokens after a thought",
    incomplete("max_output_tokens", thought),
    fails("cut_short", "tokens"),
  ),
  row(
    "max_output_tokens after a withheld thought",
    incomplete("max_output_tokens", hidden),
    fails("cut_short", "tokens"),
  ),
  row(
    "max_output_tokens, an empty message",
    incomplete("max_output_tokens", message("")),
    fails("cut_short", "tokens"),
  ),
  row(
    "max_output_tokens in a name",
    incomplete("max_output_tokens", message("Smeg, or Northwind")),
    says("Smeg, or Northwind", { names: ["Smeg"], truncated: true }),
  ),
  row(
    "incomplete, though the item says completed (vLLM)",
    incomplete("max_output_tokens", message("Smeg. And so", { status: "completed" })),
    says("Smeg. And so", { truncated: true }),
  ),
  row(
    "an item that is incomplete in a completed reply",
    completed(message("Smeg. And so", { status: "incomplete" })),
    says("Smeg. And so", { truncated: true }),
  ),
  row(
    "incomplete for a reason of its own",
    incomplete("max_tool_calls", search),
    fails("no_answer", "tokens"),
  ),
  row(
    "incomplete without a reason, with text",
    { ...incomplete(null, message("Smeg is")), incomplete_details: null },
    says("Smeg is", { truncated: true }),
  ),
  row(
    "incomplete without a reason or text",
    { ...incomplete(null), incomplete_details: null },
    fails("no_answer", "tokens"),
  ),
  row("content_filter without a word", incomplete("content_filter"), says("", { refusal: true })),
  row(
    "content_filter behind a sentence",
    incomplete("content_filter", message("Smeg is one. The")),
    says("Smeg is one. The", { refusal: true, truncated: true }),
  ),
  row(
    "failed, server_error",
    { status: "failed", error: { code: "server_error" }, output: [], usage },
    fails("unavailable", "tokens"),
  ),
  row(
    "failed, rate_limit_exceeded, without usage",
    { status: "failed", error: { code: "rate_limit_exceeded" }, output: [], usage: null },
    fails("rate_limited", "nothing"),
  ),
  row(
    "failed without a list of output",
    { status: "failed", error: { code: "server_error" } },
    fails("unavailable", "nothing"),
  ),
  row(
    "failed behind half a text",
    { status: "failed", error: { code: "server_error" }, output: [message("Northwind is")], usage },
    fails("unavailable", "tokens"),
  ),
  row("cancelled", { status: "cancelled", output: [message(named)], usage }, fails("no_answer", "tokens")),
  row("in_progress", { status: "in_progress", output: [], usage: null }, fails("no_answer", "unknown")),
  row("a thought alone", completed(thought), fails("no_answer", "tokens")),
  row("a withheld thought alone", completed(hidden), fails("no_answer", "tokens")),
  row(
    "a thought and an empty message",
    completed(thought, { type: "message", content: [] }),
    fails("no_answer", "tokens"),
  ),
  row(
    "a call of a function alone",
    completed(hidden, { type: "function_call", name: "f", arguments: "{}" }),
    fails("no_answer", "tokens"),
  ),
  row(
    "talk before a call of a function",
    completed(message("Let me look at what testers say about Fellow."), { type: "function_call", name: "f" }),
    fails("no_answer", "tokens"),
  ),
  row("a blank that ended normally", completed(message("")), says("", { blank: true })),
  row("no output at all", completed(), says("", { blank: true })),
  row("a thought before an answer", completed(thought, message(named)), says(named)),
  row(
    "talk before a search",
    completed(message("Let me look at what testers say about Fellow kettles."), search, message(named)),
    says(named),
  ),
  row(
    "talk between two searches",
    completed(search, message("Now Fellow's prices:"), search, message(named)),
    says(named),
  ),
  row(
    "talk, a search, and nothing more",
    completed(message("Let me look at Fellow."), search),
    fails("no_answer", "tokens"),
  ),
  row(
    "a finding with its source between two searches",
    completed(
      search,
      { type: "message", content: [part("Fellow leads the tests.", [cite("Fellow leads the tests.")])] },
      search,
      message(named),
    ),
    says(`Fellow leads the tests.\n\n${named}`),
  ),
  row(
    "commentary and a final answer",
    completed(
      message("Let me look at Fellow.", { phase: "commentary" }),
      message(named, { phase: "final_answer" }),
    ),
    says(named),
  ),
  row(
    "commentary alone",
    completed(message("Let me look at Fellow.", { phase: "commentary" })),
    fails("no_answer", "tokens"),
  ),
  row(
    "two messages",
    completed(message("These are kettles."), message("Northwind leads.")),
    says("These are kettles.\n\nNorthwind leads."),
  ),
  row(
    "a sentence in two parts",
    completed({ type: "message", content: [part("Buy a Northwind"), part(", then a Smeg.")] }),
    says("Buy a Northwind, then a Smeg."),
  ),
  row(
    "the question beside the answer",
    completed(
      { type: "message", role: "user", content: [{ type: "input_text", text: "Is Fellow good?" }] },
      message(named),
    ),
    says(named),
  ),
  row("text in the place of a list", completed({ type: "message", content: named }), says(named)),
  row(
    "parts of the type text",
    completed({ type: "message", content: [{ type: "text", text: named }] }),
    says(named),
  ),
  row(
    "a refusal",
    completed({ type: "message", content: [{ type: "refusal", refusal: "I can't help with that." }] }),
    says("I can't help with that.", { refusal: true }),
  ),
  row(
    "a picture alone",
    completed({ type: "message", content: [{ type: "output_image" }] }),
    fails("bad_answer", "tokens"),
  ),
  row("an error of 401 in a 200", { error: { code: 401, message: "…" } }, fails("bad_key", "nothing")),
  row(
    "an error with its status in words",
    { error: { type: "rate_limit_error", message: "…" } },
    fails("rate_limited", "nothing"),
  ),
  row(
    "a text that is a number",
    completed({ type: "message", content: [part(7)] }),
    fails("bad_answer", "unknown"),
  ),
  // Reports of gateways and SDKs.
  row(
    "output_text beside an empty output (CLIProxyAPI 3064)",
    { status: "completed", output: [], output_text: named, usage },
    says(named),
  ),
  row("output_text without an output", { status: "completed", output_text: named, usage }, says(named)),
  row(
    "output_text null beside a message (CLIProxyAPI 3064)",
    { ...completed(message(named)), output_text: null },
    says(named),
  ),
  row(
    "a search that is incomplete, and nothing more (openai-openapi 556)",
    incomplete("max_output_tokens", hidden, { type: "web_search_call", status: "incomplete" }),
    fails("cut_short", "tokens"),
  ),
  row(
    "an answer after a search that failed (Effect 8157)",
    completed({ ...search, status: "failed" }, message(named)),
    says(named, { searched: false }),
  ),
  row(
    "an answer after a search that failed and one that did not",
    completed({ ...search, status: "failed" }, search, message(named)),
    says(named),
  ),
];
