/** Ends of an interval; null if it is not known. */
export type Ends = readonly number[] | null | undefined;

/** Below so many answers a rate is said as a count. */
const fewAnswers = 30;

export const isFew = (answers: number): boolean => answers < fewAnswers;

/** Calls failed, so assistants weigh by what they were asked, and the rate is not the plain share of the answers. */
export const isWeighed = (rate: number, mentions: number, answers: number): boolean =>
  Math.abs(rate - mentions / answers) > 0.005;

/** "11 of 24" where answers are few and that is the rate, or else "46%". */
export const rateOrCount = (rate: number, mentions: number, answers: number): string =>
  isFew(answers) && !isWeighed(rate, mentions, answers)
    ? `${mentions} of ${answers}`
    : `${percentage(rate)}%`;

/** A whole percentage of a rate from 0 to 1; only all is 100, and only nothing is 0. */
export function percentage(rate: number): string {
  if (rate > 0 && rate < 0.005) return "<1";
  if (rate < 1 && rate >= 0.995) return ">99";
  return String(Math.round(rate * 100));
}

/** "73%". */
export const percent = (rate: number | null): string | null =>
  rate === null ? null : `${percentage(rate)}%`;

/** "46–90%", "0–0.2%"; null if the interval is not known. */
export const percentRange = (ends: Ends): string | null => {
  const [low, high] = ends ?? [];
  if (low === undefined || high === undefined) return null;
  return `${percentEnd(low)}–${percentEnd(high)}%`;
};

/** What the rate of exactly these prompts may be, only their answers differing; null with too few mentions or misses. */
export const samePromptRange = ({
  same_prompts: figures,
}: {
  same_prompts: readonly { figure: string; interval_same_prompts: Ends }[];
}): Ends => figures.find(({ figure }) => figure === "appearance_rate")?.interval_same_prompts;

const mostDecimals = 3;

/** An end of a range, in percent: only what is exactly 0 or all shows as 0 or 100. */
export function percentEnd(rate: number): string {
  const rounded = Math.round(rate * 100);
  if ((rounded !== 0 && rounded !== 100) || rate === 0 || rate === 1) return String(rounded);
  const distance = 100 * Math.min(rate, 1 - rate);
  const decimals = Math.min(mostDecimals, Math.max(1, Math.ceil(-Math.log10(distance))));
  return String(Number((100 * rate).toFixed(decimals)));
}

/** An index of 0 to 100: "54.1". */
export const index = (score: number | null): string | null => (score === null ? null : score.toFixed(1));

/** "34.8–72.0". */
export const indexRange = (ends: Ends): string | null => {
  const [low, high] = ends ?? [];
  return low === undefined || high === undefined ? null : `${low.toFixed(1)}–${high.toFixed(1)}`;
};

/** Points between two rates, without a sign: 10 for -0.1042. */
export const points = (delta: number): number => Math.round(Math.abs(delta) * 100);

/** Whether whole percentages of two rates lie as far apart as the points between them say; "<1" and ">99" do in any case. */
export const addUp = (before: number, after: number): boolean => {
  const apart = Number(percentage(after)) - Number(percentage(before));
  return Number.isNaN(apart) || Math.abs(apart) === points(after - before);
};

/** "21.6%". */
export const oneDecimal = (rate: number): string => `${(100 * rate).toFixed(1)}%`;

/** An end of a range of points, without a sign: only what is exactly 0 shows as 0. */
export const pointsEnd = (delta: number): string => {
  const size = 100 * Math.abs(delta);
  return size > 0 && size < 0.5 ? String(Number(size.toPrecision(1))) : String(Math.round(size));
};
