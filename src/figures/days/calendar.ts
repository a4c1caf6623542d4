/** A whole day or week in one time zone: from its first instant to that of the next. */
export interface Stretch {
  from: Date;
  to: Date;
}

export const dayMs = 86_400_000;

/**
 * The days, or the weeks from Monday, of a time zone that contain any instant from `from` to `to`, oldest first and
 * without gaps. Days have 23 or 25 hours where clocks change; a day that a zone skipped is left out.
 */
export function stretches(unit: "day" | "week", from: Date, to: Date, timeZone: string): Stretch[] {
  const offsetAt = offsetsOf(timeZone);
  const step = unit === "day" ? dayMs : 7 * dayMs;
  const first = dateAt(from.getTime(), offsetAt);
  // 1 January 1970 was a Thursday.
  const monday = first - ((((first / dayMs + 3) % 7) + 7) % 7) * dayMs;
  const starts: number[] = [];
  for (let date = unit === "day" ? first : monday; ; date += step) {
    const start = startOf(date, offsetAt);
    if (start === undefined) continue;
    starts.push(start);
    if (start > to.getTime()) break;
  }
  return starts.slice(0, -1).map((start, at) => ({ from: new Date(start), to: new Date(starts[at + 1]!) }));
}

type OffsetAt = (instant: number) => number;

/** Milliseconds that the zone's clocks are ahead of UTC at an instant; each instant is looked up once. */
function offsetsOf(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const offsets = new Map<number, number>();
  return (instant) => {
    const offset = offsets.get(instant) ?? offsetIn(format.format(instant));
    offsets.set(instant, offset);
    return offset;
  };
}

/** The offset in "11/14/2023, GMT-03:00"; seconds occur before time zones were introduced. */
function offsetIn(text: string): number {
  const [, sign, hours, minutes, seconds = "0"] = /([+-])(\d+):(\d+)(?::(\d+))?$/.exec(text) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

/** The date that clocks show at an instant, as midnight UTC of that date. */
const dateAt = (instant: number, offsetAt: OffsetAt): number =>
  Math.floor((instant + offsetAt(instant)) / dayMs) * dayMs;

/** The first instant at which clocks show the date: midnight, or later if that was skipped. */
function startOf(date: number, offsetAt: OffsetAt): number | undefined {
  const [before, after] = [offsetAt(date - dayMs), offsetAt(date + dayMs)];
  if (before === after) return date - before;
  return [date - before, date - after]
    .sort((a, b) => a - b)
    .find((start) => dateAt(start, offsetAt) === date);
}
