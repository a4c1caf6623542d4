import { createHash } from "node:crypto";
import { Cron } from "croner";
import type { Schedule } from "./project.ts";

/** The hour of the project's local time in which scheduled runs begin: the report is ready when work starts. */
export const runHour = 6;

/** Weekly runs are on Mondays. */
const weekday = 1;

export interface ScheduleTerms {
  schedule: Schedule;
  /** IANA name of its time zone. */
  timezone: string;
  projectId: string;
  /** Whether to spread projects over the hour; otherwise all of them start on the hour. */
  spread: boolean;
}

/**
 * When a project runs next: its first run time strictly after `after`, or null if it has no schedule. Every day or week
 * has exactly one run time, even where clocks change; a time that a day skips becomes the first one after the gap.
 */
export function nextRun({ schedule, timezone, projectId, spread }: ScheduleTerms, after: Date): Date | null {
  if (schedule === "off") return null;
  const second = spread ? secondOfHour(projectId) : 0;
  const days = schedule === "weekly" ? weekday : "*";
  return new Cron(`${second % 60} ${Math.floor(second / 60)} ${runHour} * * ${days}`, { timezone }).nextRun(
    after,
  );
}

/** The second of the hour in which a project begins, 0-3599: fixed per project and evenly spread. */
export function secondOfHour(projectId: string): number {
  return createHash("sha256").update(projectId).digest().readUInt32BE() % 3_600;
}
