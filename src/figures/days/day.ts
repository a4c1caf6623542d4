const forms = {
  day: { dateStyle: "long" },
  shortDay: { day: "numeric", month: "short" },
  minute: { dateStyle: "long", timeStyle: "short" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making a format costs more than using it; there are some hundred time zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment in a time zone, a report's in its project's: "17 May 2025", "17 May"; with `minute` also the time. */
export function dayIn(time: string, timeZone: string, form: keyof typeof forms = "day"): string {
  const key = `${form} ${timeZone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-GB", { ...forms[form], timeZone });
  formats.set(key, format);
  return format.format(new Date(time));
}
