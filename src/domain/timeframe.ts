/** How far back a trend looks. Source: contract B12. */
export const timeframes = ["7d", "30d", "90d", "12m"] as const;
export type Timeframe = (typeof timeframes)[number];

const days: Record<Timeframe, number> = { "7d": 7, "30d": 30, "90d": 90, "12m": 365 };

const dayMs = 86_400_000;

/** The first instant of the timeframe that ends now. */
export const startOf = (timeframe: Timeframe, now: Date): Date =>
  new Date(now.getTime() - days[timeframe] * dayMs);
