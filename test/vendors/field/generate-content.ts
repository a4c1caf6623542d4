import { type FieldRow, fails, says } from "./row.ts";

const by = ["gemini"] as const;

const usageMetadata = { promptTokenCount: 1_200, candidatesTokenCount: 200, thoughtsTokenCount: 100 };
const named = "I would buy a Northwind, then a Smeg.";
const thought = { text: "Northwind or Fellow?", thought: true };

const ended = (finishReason: unknown, ...parts: unknown[]) => ({
  candidates: [{ index: 0, content: { role: "model", parts }, finishReason }],
  ...{ usageMetadata, modelVersion: "gemini-3.8-flash" },
});
const bare = (finishReason: string) => ({ candidates: [{ index: 0, finishReason }], usageMetadata });

const row = (what: string, body: unknown, right: FieldRow["right"]): FieldRow => ({ what, by, body, right });

const withheld = ["SAFETY", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII"];
const broken = [
  "MALFORMED_FUNCTION_CALL",
  "UNEXPECTED_TOOL_CALL",
  "TOO_MANY_TOOL_CALLS",
  "MISSING_THOUGHT_SIGNATURE",
  "MALFORMED_RESPONSE",
];

/** Google's generateContent. */
export const generateContentRows: readonly FieldRow[] = [
  ...broken.map((reason) => row(reason, bare(reason), fails("no_answer", "tokens"))),
  row(
    "MALFORMED_FUNCTION_CALL behind a text",
    ended(broken[0], { text: "Northwind is" }),
    fails("no_answer", "tokens"),
  ),
  ...withheld.map((reason) => row(reason, bare(reason), says("", { refusal: true }))),
  row(
    "SAFETY behind a sentence",
    ended("SAFETY", { text: "Smeg is one. The" }),
    says("Smeg is one. The", { refusal: true, truncated: true }),
  ),
  row(
    "RECITATION in a name",
    ended("RECITATION", { text: "Smeg, or Northwind" }),
    says("Smeg, or Northwind", { names: ["Smeg"], truncated: true }),
  ),
  row(
    "IMAGE_RECITATION behind a text",
    ended("IMAGE_RECITATION", { text: "Smeg is" }),
    says("Smeg is", { truncated: true }),
  ),
  row("RECITATION without a word", bare("RECITATION"), fails("no_answer", "tokens")),
  row("OTHER without a word", bare("OTHER"), fails("no_answer", "tokens")),
  row("LANGUAGE behind a text", ended("LANGUAGE", { text: "Smeg is" }), says("Smeg is", { truncated: true })),
  row("MAX_TOKENS without content", bare("MAX_TOKENS"), fails("cut_short", "tokens")),
  row("MAX_TOKENS in the thought", ended("MAX_TOKENS", thought), fails("cut_short", "tokens")),
  row("MAX_TOKENS in a text", ended("MAX_TOKENS", { text: "Smeg is" }), says("Smeg is", { truncated: true })),
  row("a thought alone", ended("STOP", thought), fails("no_answer", "tokens")),
  row("a thought before an answer", ended("STOP", thought, { text: named }), says(named)),
  row("a blank that ended normally", ended("STOP", { text: "" }), says("", { blank: true })),
  row(
    "content without parts",
    { candidates: [{ content: { role: "model" }, finishReason: "STOP" }], usageMetadata },
    says("", { blank: true }),
  ),
  row(
    "FINISH_REASON_UNSPECIFIED without a word",
    bare("FINISH_REASON_UNSPECIFIED"),
    fails("no_answer", "tokens"),
  ),
  row(
    "a call of a function alone",
    ended("STOP", { functionCall: { name: "f", args: {} } }),
    fails("no_answer", "tokens"),
  ),
  row(
    "talk before a call of a function",
    ended("STOP", { text: "Let me look at Fellow." }, { functionCall: { name: "f", args: {} } }),
    fails("no_answer", "tokens"),
  ),
  row(
    "talk before code",
    ended(
      "STOP",
      { text: "Let me count what testers say about Fellow kettles." },
      { executableCode: { language: "PYTHON", code: "print(1)" } },
      { codeExecutionResult: { outcome: "OUTCOME_OK", output: "Fellow" } },
      { text: "Northwind leads." },
    ),
    says("Northwind leads."),
  ),
  row(
    "code without an answer",
    ended("STOP", { executableCode: { language: "PYTHON", code: "1" } }),
    says("", { blank: true }),
  ),
  row(
    "a sentence in two parts",
    ended("STOP", { text: "Buy a Northwind" }, { text: ", then a Smeg." }),
    says("Buy a Northwind, then a Smeg."),
  ),
  row(
    "a blocked prompt",
    { promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata },
    says("", { refusal: true }),
  ),
  row(
    "a blocked prompt beside null",
    { candidates: null, promptFeedback: { blockReason: "OTHER" } },
    says("", { refusal: true }),
  ),
  row(
    "feedback without a block",
    { promptFeedback: { safetyRatings: [] }, usageMetadata },
    fails("no_answer", "tokens"),
  ),
  row("tokens and nothing else", { usageMetadata }, fails("no_answer", "tokens")),
  row(
    "an error in a 200",
    { error: { code: 503, status: "UNAVAILABLE", message: "…" } },
    fails("unavailable", "nothing"),
  ),
  row(
    "an error in a list in a 200",
    [{ error: { code: 429, status: "RESOURCE_EXHAUSTED" } }],
    fails("rate_limited", "nothing"),
  ),
  row(
    "a picture alone",
    ended("STOP", { inlineData: { mimeType: "image/png", data: "" } }),
    fails("bad_answer", "tokens"),
  ),
  // Reports of SDKs and gateways.
  row(
    "fields with underscores (ADK 1193)",
    {
      candidates: [{ content: { role: "model", parts: [{ text: named }] }, finish_reason: "STOP" }],
      ...{ usage_metadata: { prompt_token_count: 12, candidates_token_count: 30 }, model_version: "gemini" },
    },
    says(named),
  ),
  row(
    "MAX_TOKENS with underscores (any-llm 1202)",
    {
      candidates: [{ content: { parts: null }, finish_reason: "MAX_TOKENS" }],
      usage_metadata: { prompt_token_count: 12, thoughts_token_count: 30 },
    },
    fails("cut_short", "tokens"),
  ),
  row(
    "a blocked prompt with underscores",
    {
      prompt_feedback: { block_reason: "SAFETY" },
      usage_metadata: { prompt_token_count: 12 },
    },
    says("", { refusal: true }),
  ),
  row(
    "the number of a reason (google-generativeai)",
    {
      candidates: [{ content: { parts: [{ text: "Buy a Smeg or a Northwind" }] }, finish_reason: 2 }],
      usageMetadata,
    },
    says("Buy a Smeg or a Northwind", { names: ["Smeg"], truncated: true }),
  ),
  row(
    "content without parts that ended normally (OpenClaw 130550)",
    { candidates: [{ content: { role: "model" }, finishReason: "STOP" }], usageMetadata },
    says("", { blank: true }),
  ),
  row(
    "queries without a source (.NET SDK 230, ADK 3287)",
    {
      candidates: [
        {
          content: { role: "model", parts: [{ text: named }] },
          finishReason: "STOP",
          groundingMetadata: { webSearchQueries: ["kettles"], searchEntryPoint: { renderedContent: "<a>" } },
        },
      ],
      usageMetadata,
    },
    says(named, { searched: false }),
  ),
  row(
    "an empty first candidate before a full one",
    {
      candidates: [
        { index: 0, finishReason: "STOP" },
        { index: 1, content: { parts: [{ text: named }] }, finishReason: "STOP" },
      ],
      usageMetadata,
    },
    says(named),
  ),
];
