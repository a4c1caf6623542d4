/** Which comes first in a date such as 02/11/2026; null where the dates of a file do not tell. */
export type SlashOrder = "day" | "month" | null;

/** A year of two digits only behind slashes, as spreadsheets write it: 24-03-25 may begin with its year. */
const slashed = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|(?<=\/)\d{2})(?!\d)(.*)$/;
const months = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\b/i;
const time = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$`;
const yearFirst = new RegExp(String.raw`^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})${time}`, "i");
const dayFirst = new RegExp(String.raw`^(\d{1,2})[./](\d{1,2})[./](\d{4})${time}`, "i");
/** Seconds or milliseconds since 1970, of this century. */
const epoch = /^(\d{10})(\d{3})?(?:\.\d+)?$/;

/** Tells days from months by the dates of a file, of which one number above 12 is enough. */
export function slashOrderOf(dates: readonly string[]): SlashOrder {
  const pairs = dates.flatMap((date) => {
    const [, first, , second] = slashed.exec(date.trim()) ?? [];
    return first && second ? [[Number(first), Number(second)] as const] : [];
  });
  if (pairs.some(([first]) => first > 12)) return "day";
  return pairs.some(([, second]) => second > 12) ? "month" : null;
}

/** The first date of a file that can be two days where nothing else in it tells which; null where there is none. */
export const askedDateOf = (dates: readonly string[]): string | null =>
  slashOrderOf(dates) === null ? (dates.find((date) => momentOf(date, null) === "order") ?? null) : null;

/** A moment as RFC 3339; a day without a time is its noon, and a time without a zone is UTC. Null if it is no date, "order" if day and month cannot be told apart. */
export function momentOf(text: string, order: SlashOrder): string | "order" | null {
  const input = text.trim();
  const [, first, , second, year, rest = ""] = slashed.exec(input) ?? [];
  if (first && second && year) {
    if (order === null && Number(first) !== Number(second)) return "order";
    const [day, month] = order === "month" ? [second, first] : [first, second];
    return momentOf(`${year.padStart(4, "20")}-${month}-${day}${rest}`, order);
  }
  const [, seconds, thousandths = "0"] = epoch.exec(input) ?? [];
  if (seconds) return new Date(1_000 * Number(seconds) + Number(thousandths)).toISOString();
  const iso = yearFirst.exec(input);
  if (iso) return moment(iso[1], iso[3], iso[4], iso.slice(5));
  const dotted = dayFirst.exec(input);
  if (dotted) return moment(dotted[3], dotted[2], dotted[1], dotted.slice(4));
  if (!months.test(input)) return null;
  const hasTime = /\d:\d/.test(input);
  const at = Date.parse(hasTime && /z$|utc|gmt|[+-]\d{2}:?\d{2}$/i.test(input) ? input : `${input} UTC`);
  if (Number.isNaN(at)) return null;
  return new Date(hasTime ? at : at + noonMs).toISOString();
}

const noonMs = 12 * 3_600_000;

type Part = string | undefined;

function moment(
  year: Part,
  month: Part,
  day: Part,
  [hour, minute, second, half, zone]: Part[],
): string | null {
  const two = (part: Part) => (part ?? "0").padStart(2, "0");
  const date = `${year}-${two(month)}-${two(day)}`;
  const start = new Date(`${date}T00:00:00Z`);
  if (Number(year) < 2000) return null;
  // A day that its month does not have rolls over into the next.
  if (Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== date) return null;
  if (hour === undefined) return new Date(start.getTime() + noonMs).toISOString();
  const offset = !zone || /^[a-z]/i.test(zone) ? "Z" : zone.replace(/^(...)(\d\d)$/, "$1:$2");
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return null;
  const hours = half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : hour;
  const at = new Date(`${date}T${two(String(hours))}:${two(minute)}:${two(second)}${offset}`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
