import { dayMs } from "../../../figures/days/calendar.ts";

const format = { year: "numeric", month: "2-digit", day: "2-digit" } as const;

/**
 * The week ("2026-W48", ISO 8601) or month ("2026-11") of a moment, by the clocks of a time zone. A name that this process does not
 * know counts as UTC: zones come and go with its data.
 */
export function periodIn(time: Date, every: "week" | "month", timeZone: string): string {
  const date = dateIn(time, timeZone);
  if (every === "month") return `${fourDigits(date.getUTCFullYear())}-${twoDigits(date.getUTCMonth() + 1)}`;
  // A week is of the year that its Thursday is in.
  const thursday = new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * dayMs);
  const newYear = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - newYear) / (7 * dayMs)) + 1;
  return `${fourDigits(thursday.getUTCFullYear())}-W${twoDigits(week)}`;
}

/** The date that clocks show, as midnight UTC of that date. */
function dateIn(time: Date, timeZone: string): Date {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return new Date(Date.UTC(parts.get("year")!, parts.get("month")! - 1, parts.get("day")!));
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", { ...format, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-US", { ...format, timeZone: "UTC" });
  }
}

const fourDigits = (year: number): string => String(year).padStart(4, "0");
const twoDigits = (number: number): string => String(number).padStart(2, "0");
