/** One call that passed through `perform`. */
export interface Observed {
  action: string;
  door: string;
  status: number;
  seconds: number;
}

/** One finished call of an engine. */
export interface ObservedCall {
  provider: string;
  /** `answered`, `failed`, `again` (it will be retried) or `stopped`. */
  outcome: string;
  seconds: number;
  costUsd: number;
}

/** One ask that has settled: it is final. */
export interface ObservedSettled {
  provider: string;
  /** `answered`, or the code of its failure. */
  outcome: string;
}

/** How an attempt to sign in has ended, in words of ours. */
export interface ObservedSignIn {
  way: string;
  outcome: string;
}

/** What the store says when it is asked. */
export interface OperatingFigures {
  queues: { queue: string; due: number; oldestSeconds: number }[];
  overdueSchedules: number;
  spend: { spentUsd: number; reservedUsd: number; limitUsd: number };
}

/** The counts of one set of labels; one count more than bounds. */
export interface HistogramPoint {
  labels: Record<string, string | number>;
  bounds: number[];
  counts: number[];
  sum: number;
  count: number;
}

/** One metric with all its labels' values. */
export type MetricFamily = { name: string; help: string } & (
  | { kind: "counter" | "gauge"; points: { labels: Record<string, string | number>; value: number }[] }
  | { kind: "histogram"; points: HistogramPoint[] }
);
