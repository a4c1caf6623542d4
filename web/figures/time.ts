const formats = {
  day: { day: "numeric", month: "long", year: "numeric" },
  shortDay: { day: "numeric", month: "short" },
  dayOfYear: { day: "numeric", month: "long" },
  moment: {
    ...{ weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
    timeZoneName: "short",
  },
  time: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  weekday: { weekday: "long", hour: "2-digit", minute: "2-digit", timeZoneName: "short" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DayForm = "day" | "shortDay" | "dayOfYear";

/** Made once each: a table of thousands asks for every row. */
const formatByKey = new Map<string, Intl.DateTimeFormat>();

function formatOf(form: keyof typeof formats, timeZone?: string): Intl.DateTimeFormat {
  const key = `${form} ${timeZone ?? ""}`;
  const format = formatByKey.get(key) ?? new Intl.DateTimeFormat("en-GB", { ...formats[form], timeZone });
  formatByKey.set(key, format);
  return format;
}

/** The day of a moment in a time zone: a report's in its project's, as everywhere else ("2 November 2026"). */
export const dayIn = (timeZone: string, at: string, form: DayForm = "day"): string =>
  formatOf(form, timeZone).format(new Date(at));

/** A moment in the reader's time zone, which a time of day names; for what is of no report. */
export const inTime = (at: string, form: keyof typeof formats): string => formatOf(form).format(new Date(at));

/** The moment at which a day such as "2026-03-29" begins where the reader is, or so many days after it. */
export function beginningOf(day: string, daysAfter = 0): string {
  const moment = new Date(`${day}T00:00`);
  // By the calendar: where clocks change, a day has 23 or 25 hours.
  moment.setDate(moment.getDate() + daysAfter);
  return moment.toISOString();
}

const weekMs = 7 * 86_400_000;

/** Whole weeks between two moments, counted from both ends: 6 for six weekly reports. */
export const weeksOf = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / weekMs) + 1;
