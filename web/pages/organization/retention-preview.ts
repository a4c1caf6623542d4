/** What a number of days would let go, were it saved now. Times in milliseconds since 1970. */
interface RetentionPreview {
  /** When it begins: a day after the change. Source: docs/contract/retention.md. */
  from: number;
  /** What was stored before this goes then. */
  before: number;
  /** How many reports were stored before it. */
  reports: number;
  /** When the oldest report's goes; null without reports. */
  first: number | null;
}

const dayMs = 86_400_000;

/** What goes if things are kept for so many days, of reports stored at these times (RFC 3339). */
export function retentionPreview(days: number, storedAt: readonly string[], now: number): RetentionPreview {
  const from = now + dayMs;
  const before = from - days * dayMs;
  const times = storedAt.map((at) => Date.parse(at));
  const oldest = times.length === 0 ? null : Math.min(...times);
  return {
    from,
    before,
    reports: times.filter((at) => at < before).length,
    first: oldest === null ? null : Math.max(from, oldest + days * dayMs),
  };
}

/** Days as they were typed: null for the server's time, undefined if they are no number of days within these bounds. */
export function daysIn(text: string, { min, max }: { min: number; max: number }): number | null | undefined {
  if (text.trim() === "") return null;
  const days = Number(text);
  return Number.isInteger(days) && days >= min && days <= max ? days : undefined;
}

/** The shorter of two times; null is the server's, and longer than any. */
export const shorter = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
