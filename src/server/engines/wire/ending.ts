import { stringIn } from "./json.ts";

/** Why an answer ended, whichever vendor says so. */
export type Ending =
  /** The model was done. */
  | "complete"
  /** At its limit of length. */
  | "length"
  /** In the middle, for another reason. */
  | "cut"
  /** The model declined in its own words. */
  | "declined"
  /** A filter withheld the answer, or the rest of it. */
  | "filtered"
  /** The model waits for a tool that nobody runs. */
  | "calls"
  /** In an error. */
  | "failed"
  /** No reason, or one that no vendor documents. */
  | "unknown";

/** The words of all vendors in one table: none of them is used in two senses. */
const words: Record<Exclude<Ending, "unknown" | "declined">, string> = {
  complete:
    "stop end_turn stop_sequence completed complete eos eos_token end_of_turn stop_token finished done normal eos_found stop_string_found eos_token_found",
  length: "length max_tokens max_output_tokens model_length max_length token_limit error_limit",
  cut: "recitation other language pause_turn incomplete repetition model_context_window_exceeded context_length_exceeded user_stopped stopped compaction",
  filtered:
    "content_filter content_filtered refusal safety blocklist prohibited_content spii image_safety sensitive guardrail_intervened guardrails model_armor error_toxic",
  calls: "tool_calls tool_call tool_use function_call function_calls",
  failed:
    "error failed malformed_function_call malformed_tool_use malformed_response malformed_model_output unexpected_tool_call too_many_tool_calls missing_thought_signature no_image insufficient_system_resource network_error server_error abort aborted cancelled canceled interrupted timeout load unload model_unloaded",
};

const endings = new Map(
  Object.entries(words).flatMap(([ending, each]) => each.split(" ").map((word) => [word, ending as Ending])),
);

/** For words that are not in the table, as gateways and new versions have them: most of all, an error is no answer. */
const kinships: readonly [RegExp, Ending][] = [
  [/rate_limit|error|fail|abort|cancel|malformed|timeout|time_limit|unavailable|overload/, "failed"],
  [/tool|function/, "calls"],
  [/filter|safety|block|polic|prohibit|refus|guardrail|sensitive|moderat/, "filtered"],
  [/length|max|limit|trunc|context|budget/, "length"],
];

/** The one reading of why an answer ended: `finish_reason`, `stop_reason`, `finishReason` and `incomplete_details.reason`. */
export function endingOf(reason: unknown): Ending {
  const word = (stringIn(reason) ?? "")
    .slice(0, 100)
    .replace(/([a-z])(?=[A-Z])/g, "$1_")
    .toLowerCase()
    .replace(/[^a-z]+/g, "_")
    .replace(/^finish_reason_|^_|_$/g, "")
    .replace(/^(?:(?:content|function_call)_filter|image)_(?=recitation|other|language|malformed)/, "");
  return endings.get(word) ?? kinships.find(([sign]) => sign.test(word))?.[1] ?? "unknown";
}
