import { dayMs } from "../../../figures/days/calendar.ts";

const [minuteMs, hourMs] = [60_000, 3_600_000];

/** Pauses after exports that failed; the last one repeats. Source: docs/contract/bucket.md. */
const pausesMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs];

/** A bucket that has failed for so long is turned off. */
const failingMs = 5 * dayMs;

/** When a bucket is tried again whose export has just failed. `failures`: those before it. `random`: between 0 and 1. */
export const triedAgainAt = (failures: number, now: Date, random: () => number): Date =>
  new Date(now.getTime() + (pausesMs[failures] ?? pausesMs.at(-1)!) * (1 + random() / 10));

export const hasFailedLong = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= failingMs;
