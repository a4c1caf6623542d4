// Read from the vendors' price pages on 20 November 2026.

interface Price {
  /** The models whose names begin so; the longest that fits counts. */
  prefix: string;
  /** USD per million tokens. */
  input: number;
  output: number;
  /** USD per search call. */
  search: number;
  /** Where a longer prompt makes the whole request dearer. */
  long?: { aboveInputTokens: number; input: number; output: number };
}

const openai = { search: 0.01 };
const anthropic = { search: 0.01 };
const google = { search: 0.014 };
const xai = { search: 0.005 };
const perplexity = { search: 0.0025 };
const unsearched = { search: 0 };

const overTwoFor = (aboveInputTokens: number, input: number, output: number) => ({
  long: { aboveInputTokens, input, output },
});

const prices: readonly Price[] = [
  { prefix: "gpt-6-astra", input: 10, output: 50, ...openai, ...overTwoFor(272_000, 20, 75) },
  { prefix: "gpt-6.1-sol", input: 2, output: 10, ...openai, ...overTwoFor(272_000, 4, 15) },
  { prefix: "gpt-6.1-terra", input: 1, output: 5, ...openai, ...overTwoFor(272_000, 2, 7.5) },
  { prefix: "gpt-6-sol", input: 2, output: 10, ...openai, ...overTwoFor(272_000, 4, 15) },
  { prefix: "gpt-6-luna", input: 0.1, output: 0.5, ...openai, ...overTwoFor(272_000, 0.2, 0.75) },
  { prefix: "gpt-5.6-sol", input: 5, output: 30, ...openai, ...overTwoFor(272_000, 10, 45) },
  { prefix: "gpt-5.6-terra", input: 2, output: 12, ...openai, ...overTwoFor(272_000, 4, 18) },
  { prefix: "gpt-5.6-luna", input: 0.2, output: 1.2, ...openai, ...overTwoFor(272_000, 0.4, 1.8) },
  { prefix: "gpt-5.4-mini", input: 0.75, output: 4.5, ...openai },
  { prefix: "claude-fable-5", input: 10, output: 50, ...anthropic },
  { prefix: "claude-opus-5-5", input: 4, output: 20, ...anthropic },
  { prefix: "claude-opus-5", input: 5, output: 25, ...anthropic },
  { prefix: "claude-sonnet-5", input: 2, output: 10, ...anthropic },
  { prefix: "claude-sonnet-4", input: 3, output: 15, ...anthropic },
  { prefix: "claude-haiku-5-5", input: 0.1, output: 0.5, ...anthropic, ...overTwoFor(100_000, 0.5, 2.5) },
  { prefix: "claude-haiku-4-5", input: 1, output: 5, ...anthropic },
  { prefix: "gemini-3.8-flash", input: 0.75, output: 3.75, ...google },
  { prefix: "gemini-3.7-flash", input: 0.75, output: 3.75, ...google },
  { prefix: "gemini-3.6-flash", input: 1.5, output: 7.5, ...google },
  { prefix: "perplexity/sonar", input: 0.25, output: 2.5, ...perplexity },
  // Sonar chat completions bill one request fee, the low search context's.
  { prefix: "sonar", input: 1, output: 1, search: 0.005 },
  { prefix: "sonar-pro", input: 3, output: 15, search: 0.006 },
  { prefix: "grok-4.7", input: 2, output: 6, ...xai, ...overTwoFor(200_000, 4, 12) },
  { prefix: "grok-4.6", input: 2, output: 6, ...xai, ...overTwoFor(200_000, 4, 12) },
  { prefix: "grok-4.5", input: 2, output: 6, ...xai, ...overTwoFor(200_000, 4, 12) },
  { prefix: "grok-4.3", input: 1.25, output: 2.5, ...xai, ...overTwoFor(200_000, 2.5, 5) },
  { prefix: "mistral-medium", input: 1.5, output: 7.5, ...unsearched },
  { prefix: "mistral-large-4", input: 1.36, output: 4.18, ...unsearched },
  // The peak rate; outside Beijing working hours it is half.
  { prefix: "deepseek-flash", input: 0.3, output: 1.2, ...unsearched },
  { prefix: "deepseek-v4-flash", input: 0.3, output: 1.2, ...unsearched },
  { prefix: "deepseek-v4-pro", input: 1.32, output: 3.96, ...unsearched },
];

export interface Used {
  inputTokens: number | null;
  outputTokens: number | null;
  searches: number | null;
}

/** USD for what one answer used, at list price without discounts; null where the model or its tokens are unknown. */
export function priceOf(model: string, used: Used): number | null {
  const price = priceFor(model);
  if (!price || used.inputTokens === null || used.outputTokens === null) return null;
  const rate = price.long && used.inputTokens > price.long.aboveInputTokens ? price.long : price;
  const tokens = (used.inputTokens * rate.input + used.outputTokens * rate.output) / 1e6;
  return tokens + (used.searches ?? 0) * price.search;
}

function priceFor(model: string): Price | undefined {
  const fitting = prices.filter(({ prefix }) => model.startsWith(prefix));
  return fitting.sort((a, b) => b.prefix.length - a.prefix.length)[0];
}

/** What an answer may use at most in practice; pages that a search reads are billed as input. */
const searchedAtMost: Used = { inputTokens: 40_000, outputTokens: 3_000, searches: 4 };
const unsearchedAtMost: Used = { inputTokens: 1_000, outputTokens: 3_000, searches: 0 };
/** For a model that the table does not know: the dearest answer that is likely. */
const unknownUsd = 0.25;

/** An upper estimate of one answer's cost in USD, to reserve before the call. */
export function estimateOf(model: string, searches: boolean): number {
  return priceOf(model, searches ? searchedAtMost : unsearchedAtMost) ?? unknownUsd;
}
