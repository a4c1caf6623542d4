import { type FieldRow, fails, says } from "./row.ts";

const by = ["anthropic"] as const;

const usage = { input_tokens: 1_200, output_tokens: 300 };
const named = "I would buy a Northwind, then a Smeg.";
const text = (said: string, cited = false) => ({
  type: "text",
  text: said,
  citations: cited
    ? [{ type: "web_search_result_location", url: "https://tests.example/", title: "T" }]
    : null,
});
const thought = { type: "thinking", thinking: "Northwind or Fellow?", signature: "s" };
const hidden = { type: "thinking", thinking: "", signature: "s" };
const search = { type: "server_tool_use", id: "s", name: "web_search", input: { query: "best" } };
const result = { type: "web_search_tool_result", tool_use_id: "s", content: [] };

const turn = (stop_reason: unknown, ...content: unknown[]) => ({
  ...{ type: "message", role: "assistant", model: "claude-sonnet-5-5" },
  ...{ content, stop_reason, usage },
});

const row = (what: string, body: unknown, right: FieldRow["right"]): FieldRow => ({ what, by, body, right });

/** Anthropic's Messages API. */
export const messagesRows: readonly FieldRow[] = [
  row("a thought alone", turn("end_turn", thought), fails("no_answer", "tokens")),
  row("a thought that is left out, alone", turn("end_turn", hidden), fails("no_answer", "tokens")),
  row(
    "an encrypted thought alone",
    turn("end_turn", { type: "redacted_thinking", data: "e" }),
    fails("no_answer", "tokens"),
  ),
  row("a thought and an empty text", turn("end_turn", thought, text("")), fails("no_answer", "tokens")),
  row("max_tokens in the thought", turn("max_tokens", thought), fails("cut_short", "tokens")),
  row(
    "max_tokens in a name",
    turn("max_tokens", text("Smeg, or Northwind")),
    says("Smeg, or Northwind", { names: ["Smeg"], truncated: true }),
  ),
  row(
    "model_context_window_exceeded behind a text",
    turn("model_context_window_exceeded", text("Smeg is")),
    says("Smeg is", { truncated: true }),
  ),
  row(
    "model_context_window_exceeded without one",
    turn("model_context_window_exceeded"),
    fails("no_answer", "tokens"),
  ),
  row("a refusal without words", turn("refusal"), says("", { refusal: true })),
  row("a refusal after a thought", turn("refusal", thought), says("", { refusal: true })),
  row(
    "a refusal in the middle",
    turn("refusal", text("Smeg is one. The")),
    says("Smeg is one. The", { refusal: true, truncated: true }),
  ),
  row(
    "a call of a tool alone",
    turn("tool_use", { type: "tool_use", id: "t", name: "f", input: {} }),
    fails("no_answer", "tokens"),
  ),
  row(
    "talk before a call of a tool",
    turn("tool_use", text("Let me look at what testers say about Fellow."), {
      type: "tool_use",
      id: "t",
      name: "f",
    }),
    fails("no_answer", "tokens"),
  ),
  row("a blank that ended normally", turn("end_turn"), says("", { blank: true })),
  row("stop_sequence", turn("stop_sequence", text(named)), says(named)),
  row("a thought before an answer", turn("end_turn", thought, text(named)), says(named)),
  row(
    "talk before a search",
    turn(
      "end_turn",
      text("Let me look at what testers say about Fellow kettles."),
      search,
      result,
      text("Northwind leads."),
    ),
    says("Northwind leads."),
  ),
  row(
    "talk before each of two searches",
    turn(
      "end_turn",
      text("I'll look at Fellow."),
      search,
      result,
      text("Now Fellow's prices."),
      search,
      result,
      text(named),
    ),
    says(named),
  ),
  row(
    "a finding with its source between two searches",
    turn(
      "end_turn",
      text("I'll look."),
      search,
      result,
      text("Fellow leads the tests.", true),
      search,
      result,
      text(named),
    ),
    says(`Fellow leads the tests.\n\n${named}`),
  ),
  row(
    "one sentence in three blocks, for its sources",
    turn(
      "end_turn",
      search,
      result,
      text("Of these, "),
      text("Northwind boils fast", true),
      text(", and Smeg looks good."),
    ),
    says("Of these, Northwind boils fast, and Smeg looks good."),
  ),
  row(
    "blocks that end and begin a sentence",
    turn("end_turn", text("These are good kettles."), text("Northwind leads.", true)),
    says("These are good kettles. Northwind leads."),
  ),
  row(
    "blocks around a thought",
    turn("end_turn", text("Good kettles."), thought, text("Northwind leads.")),
    says("Good kettles.\n\nNorthwind leads."),
  ),
  row(
    "talk, a search, and nothing more",
    turn("end_turn", text("Let me look at Fellow."), search, result),
    fails("no_answer", "tokens"),
  ),
  row("no reason, without a word", turn(null), fails("no_answer", "tokens")),
  row("no reason, with an answer", turn(null, text(named)), says(named)),
  row(
    "an error in a 200",
    { type: "error", error: { type: "overloaded_error", message: "…" } },
    fails("rate_limited", "nothing"),
  ),
  row(
    "a wrong key in a 200",
    { type: "error", error: { type: "authentication_error", message: "…" } },
    fails("bad_key", "nothing"),
  ),
  row(
    "an error in a 200 that is the vendor's",
    { type: "error", error: { type: "api_error", message: "…" } },
    fails("unavailable", "nothing"),
  ),
  row(
    "a document in the place of a text",
    turn("end_turn", { type: "container_upload", file_id: "f" }),
    fails("bad_answer", "tokens"),
  ),
  row(
    "an answer after a search that failed",
    turn(
      "end_turn",
      search,
      { ...result, content: { type: "web_search_tool_result_error", error_code: "unavailable" } },
      text(named),
    ),
    says(named, { searched: false }),
  ),
  row(
    "an answer after a search too many",
    turn(
      "end_turn",
      search,
      { ...result, content: [{ type: "web_search_result", url: "https://tests.example/", title: "T" }] },
      { ...search, id: "t" },
      {
        ...{ ...result, tool_use_id: "t" },
        content: { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" },
      },
      text(named),
    ),
    says(named),
  ),
  row(
    "an answer after a search without a source",
    turn("end_turn", search, result, text(named)),
    says(named, { searched: false }),
  ),
  row("content that is a string", { ...turn("end_turn"), content: named }, says(named)),
];
