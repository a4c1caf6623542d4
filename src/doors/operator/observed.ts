/** One call that passed through `perform`. */
export interface Observed {
  action: string;
  door: string;
  status: number;
  seconds: number;
}

/** One call of an engine that has ended. */
export interface ObservedCall {
  provider: string;
  /** `answered`, `failed`, `again` (it will be tried again) or `stopped`. */
  outcome: string;
  seconds: number;
  costUsd: number;
}

/** One ask that has settled: it is done with for good. */
export interface ObservedSettled {
  provider: string;
  /** `answered`, or the code of its failure. */
  outcome: string;
}

/** What the store says at the moment of asking. */
export interface OperatingFigures {
  queues: { queue: string; due: number; oldestSeconds: number }[];
  overdueSchedules: number;
  spend: { spentUsd: number; reservedUsd: number; limitUsd: number };
}
