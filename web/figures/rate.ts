import * as words from "../../src/figures/figures-in-words.ts";

// Figures as the server's sentences state them; here they may be missing.

/** Ends of an interval; null if it is not known. */
export type Ends = readonly number[] | null | undefined;

/** As the API's types cannot say it: two ends, or nothing. */
export const intervalOf = (ends: Ends): [number, number] | null => {
  const [low, high] = ends ?? [];
  return low === undefined || high === undefined ? null : [low, high];
};

/** "73%". */
export const percent = (rate: number | null): string | null => (rate === null ? null : words.percent(rate));

/** "46–90%", "0–0.2%"; null if the interval is not known. */
export const percentRange = (ends: Ends): string | null => {
  const interval = intervalOf(ends);
  return interval && words.percentRange(interval);
};

/** What the rate of exactly these prompts may be, only their answers differing; null with too few mentions or misses. */
export const samePromptRange = ({
  same_prompts: figures,
}: {
  same_prompts: readonly { figure: string; interval_same_prompts: Ends }[];
}): Ends => figures.find(({ figure }) => figure === "appearance_rate")?.interval_same_prompts;

/** An index of 0 to 100: "54.1". */
export const index = (score: number | null): string | null =>
  score === null ? null : words.oneDecimal(score);

/** "34.8–72.0". */
export const indexRange = (ends: Ends): string | null => {
  const interval = intervalOf(ends);
  return interval && words.range(interval, "score");
};

/** Points between two rates, without a sign: 10 for -0.1042. */
export const points = (delta: number): number => Math.round(Math.abs(delta) * 100);
