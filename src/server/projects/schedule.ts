import { createHash } from "node:crypto";
import { Cron } from "croner";
import { dayMs } from "../../figures/days/calendar.ts";
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

interface NightTerms {
  hour: number;
  /** IANA name of the hour's time zone. */
  timezone: string;
  /** Whose night it is, which spreads those of one hour. */
  id: string;
  spread: boolean;
}

/** The next time strictly after `after` that this hour of the day comes: once every day, also where clocks change. */
export function nextNight({ hour, timezone, id, spread }: NightTerms, after: Date): Date {
  const second = spread ? secondOfHour(id) : 0;
  return new Cron(`${second % 60} ${Math.floor(second / 60)} ${hour} * * *`, { timezone }).nextRun(after)!;
}

/** The second of the hour in which a project or an organization begins, 0-3599: fixed for each and evenly spread. */
export function secondOfHour(id: string): number {
  return createHash("sha256").update(id).digest().readUInt32BE() % 3_600;
}

/** The hour of Mondays at which a week is told, by the reader's clocks. */
const digestHour = 8;

/**
 * The first Monday at eight strictly after `after`, by the clocks of a time zone. Where the clocks skip eight, it is when they go
 * on; where they show it twice, the first time.
 */
export function nextDigest(timezone: string, after: Date): Date {
  const next = new Cron(`0 0 ${digestHour} * * ${weekday}`, { timezone }).nextRun(after);
  if (!next) throw new RangeError("no Monday follows");
  return next;
}

/** The Monday at eight before that one. */
export const digestBefore = (timezone: string, due: Date): Date =>
  nextDigest(timezone, new Date(due.getTime() - 8 * dayMs));
