// Prices are in their vendors' adapters, as listed on the vendors' price pages on 20 November 2026.

/** A vendor's list price for its models. */
export interface Price {
  /** Applies to models whose names begin with this; the longest match counts. */
  prefix: string;
  /** USD per million tokens. */
  input: number;
  output: number;
  /** USD per search call; absent if the model does not search. */
  search?: number;
  /** For vendors where a longer prompt makes the whole request more expensive. */
  long?: { aboveInputTokens: number; input: number; output: number };
}

export const overTwoFor = (aboveInputTokens: number, input: number, output: number) => ({
  long: { aboveInputTokens, input, output },
});

export interface Used {
  inputTokens: number | null;
  outputTokens: number | null;
  searches: number | null;
}

/** USD for what one answer used, at list price without discounts; null if the model or its tokens are unknown. */
export function priceOf(prices: readonly Price[], model: string, used: Used): number | null {
  const price = priceFor(prices, model);
  if (!price || used.inputTokens === null || used.outputTokens === null) return null;
  const rate = price.long && used.inputTokens > price.long.aboveInputTokens ? price.long : price;
  const tokens = (used.inputTokens * rate.input + used.outputTokens * rate.output) / 1e6;
  return tokens + (used.searches ?? 0) * (price.search ?? 0);
}

function priceFor(prices: readonly Price[], model: string): Price | undefined {
  const fitting = prices.filter(({ prefix }) => model.startsWith(prefix));
  return fitting.sort((a, b) => b.prefix.length - a.prefix.length)[0];
}

/** The most that an answer uses in practice; pages that a search reads are billed as input. */
const searchedAtMost: Used = { inputTokens: 40_000, outputTokens: 3_000, searches: 4 };
const unsearchedAtMost: Used = { inputTokens: 1_000, outputTokens: 3_000, searches: 0 };
/** For a model without a price: the most expensive answer that is likely. */
const unknownUsd = 0.25;

/** An upper estimate of one answer's cost in USD, to reserve before the call. */
export function estimateOf(prices: readonly Price[], model: string, searches: boolean): number {
  return priceOf(prices, model, searches ? searchedAtMost : unsearchedAtMost) ?? unknownUsd;
}
