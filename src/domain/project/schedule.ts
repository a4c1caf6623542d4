import { createHash } from "node:crypto";
import { Cron } from "croner";
import type { Schedule } from "./project.ts";

/** The hour, by the project's own clocks, in which scheduled runs begin: the report is there as the day's work starts. */
export const runHour = 6;

/** Weekly runs are on Mondays. */
const weekday = 1;

export interface ScheduleTerms {
  schedule: Schedule;
  /** IANA name. */
  timezone: string;
  projectId: string;
  /** Whether projects are spread over the hour; otherwise all of them begin with it. */
  spread: boolean;
}

/**
 * When a project runs next: the first of its times strictly after `after`, or null if it has no schedule. Each
 * day or week has exactly one time, also where clocks are put forward or back; a time that a day does not have is
 * the first one after the gap.
 */
export function nextRun({ schedule, timezone, projectId, spread }: ScheduleTerms, after: Date): Date | null {
  if (schedule === "off") return null;
  const second = spread ? secondOfHour(projectId) : 0;
  const days = schedule === "weekly" ? weekday : "*";
  return new Cron(`${second % 60} ${Math.floor(second / 60)} ${runHour} * * ${days}`, { timezone }).nextRun(
    after,
  );
}

/** Second of the hour in which a project begins, 0-3599: always the same, and evenly spread over projects. */
export function secondOfHour(projectId: string): number {
  return createHash("sha256").update(projectId).digest().readUInt32BE() % 3_600;
}
