/** A fixed window opened by the first request. */
export interface LimitRule {
  limit: number;
  windowSeconds: number;
}

/** The classes of docs/contract/limits-and-plans.md: each route of a class has its own counter per user. */
export const limitClasses = {
  read: { limit: 120, windowSeconds: 60 },
  analyze: { limit: 10, windowSeconds: 60 },
  content: { limit: 10, windowSeconds: 60 },
  readiness: { limit: 10, windowSeconds: 60 },
  suggest: { limit: 20, windowSeconds: 60 },
  share: { limit: 20, windowSeconds: 60 },
  publish: { limit: 10, windowSeconds: 60 },
  keys: { limit: 20, windowSeconds: 60 },
  write: { limit: 60, windowSeconds: 60 },
  import: { limit: 10, windowSeconds: 60 },
  auth_fail: { limit: 30, windowSeconds: 60 },
} as const satisfies Record<string, LimitRule>;

export type LimitClass = keyof typeof limitClasses;

/** What a counter says after one request was taken from it. */
export interface LimitState {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until the window closes, at least 1. */
  resetSeconds: number;
}

/** Counts requests exactly: of N·10 parallel ones, N are allowed. */
export interface Limiter {
  /** Takes one from the counter of (who, bucket); null where limits are switched off. */
  take(who: string, bucket: string, limitClass: LimitClass): Promise<LimitState | null>;
}
