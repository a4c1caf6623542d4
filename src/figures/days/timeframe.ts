import { dayMs } from "./calendar.ts";

/** How far back to look. */
export const timeframes = ["7d", "30d", "90d", "12m"] as const;
export type Timeframe = (typeof timeframes)[number];

/** When a timeframe ending now began; twelve months ago is the same day of the previous year, in UTC. */
export function timeframeStart(timeframe: Timeframe, now: Date): Date {
  if (timeframe !== "12m") return new Date(now.getTime() - Number.parseInt(timeframe, 10) * dayMs);
  const start = new Date(now);
  start.setUTCFullYear(now.getUTCFullYear() - 1);
  // 29 February becomes 28 February in a common year.
  if (start.getUTCMonth() !== now.getUTCMonth()) start.setUTCDate(0);
  return start;
}

/** The timeframe in words: "the last 30 days". */
export const timeframeInWords = (timeframe: Timeframe): string => `the last ${lengthInWords(timeframe)}`;

/** Its length: "30 days". */
export const lengthInWords = (timeframe: Timeframe): string =>
  timeframe === "12m" ? "12 months" : `${Number.parseInt(timeframe, 10)} days`;
