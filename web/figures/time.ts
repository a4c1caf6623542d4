const formats = {
  day: { day: "numeric", month: "long", year: "numeric" },
  shortDay: { day: "numeric", month: "short" },
  dayOfYear: { day: "numeric", month: "long" },
  moment: { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  weekday: { weekday: "long", hour: "2-digit", minute: "2-digit" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Made once each: a table of thousands asks for every row. */
const made = new Map<string, Intl.DateTimeFormat>();

function formatOf(form: keyof typeof formats): Intl.DateTimeFormat {
  const format = made.get(form) ?? new Intl.DateTimeFormat("en-GB", formats[form]);
  made.set(form, format);
  return format;
}

/** A moment in the reader's time zone, written as in the sentences around it: "2 November 2026". */
export const inTime = (at: string, form: keyof typeof formats): string => formatOf(form).format(new Date(at));

const weekMs = 7 * 86_400_000;

/** Whole weeks between two moments, counted from both ends: 6 for six weekly reports. */
export const weeksOf = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / weekMs) + 1;
