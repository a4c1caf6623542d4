/** A fixed window opened by the first request. */
export interface LimitRule {
  limit: number;
  windowSeconds: number;
}

/** The classes of docs/limits.md: each route of a class has its own counter per user. */
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
  // Each may send a letter to a stranger.
  invite: { limit: 60, windowSeconds: 3_600 },
  import: { limit: 10, windowSeconds: 60 },
  // Each puts a question to a vendor, with whatever key is given.
  try_key: { limit: 5, windowSeconds: 600 },
  auth_fail: { limit: 30, windowSeconds: 60 },
  // What unidentified strangers may do: see docs/decisions/0013-strangers-at-the-door.md.
  // Wrong passwords from one address, which an office of 50 does not reach.
  sign_in: { limit: 100, windowSeconds: 900 },
  sign_in_account: { limit: 10, windowSeconds: 900 },
  sign_in_known: { limit: 30, windowSeconds: 900 },
  sign_up: { limit: 10, windowSeconds: 3_600 },
  // Entries in the log of an organization, of guesses of one kind at one account.
  sign_in_refused: { limit: 1, windowSeconds: 900 },
  // Letters of one kind to one inbox.
  reset_mail: { limit: 3, windowSeconds: 900 },
  accounts: { limit: 600, windowSeconds: 60 },
  oauth_register: { limit: 10, windowSeconds: 60 },
  oauth_register_near: { limit: 40, windowSeconds: 60 },
  oauth_register_all: { limit: 60, windowSeconds: 60 },
  oauth_document: { limit: 10, windowSeconds: 60 },
  oauth_document_all: { limit: 60, windowSeconds: 60 },
} as const satisfies Record<string, LimitRule>;

export type LimitClass = keyof typeof limitClasses;

/** The state of a counter after one request. */
export interface LimitState {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until the window closes, at least 1. */
  resetSeconds: number;
}

/** Counts requests exactly: of 10·N parallel ones, N are allowed. */
export interface Limiter {
  /** Takes one from the counter of (who, bucket); null if limits are turned off. */
  take(who: string, bucket: string, limitClass: LimitClass): Promise<LimitState | null>;
  /** Takes one back that was allowed and turned out not to be what the limit is for. */
  giveBack(who: string, bucket: string, limitClass: LimitClass): Promise<void>;
}

/** For what outsiders cannot reach, such as an operator's command. */
export const unlimited: Limiter = { take: async () => null, giveBack: async () => undefined };
