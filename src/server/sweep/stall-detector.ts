/** A run, crawl or draft under way. */
export interface Running {
  id: string;
  /** Another one after each step that it takes; what it says is not read. */
  mark: string;
  /** How long ago it took the last one, by this process's clock. */
  agoMs: number;
}

/** What passes have seen so far of what is under way. Milliseconds since the epoch, all by the store's clock. */
export interface Progress {
  /** The last pass. */
  at: number;
  /** Since when each has had its mark, as far as there was somebody to see it. */
  unchanged: { [id: string]: [mark: string, since: number] };
}

/** After a longer gap between two passes, nobody was there meanwhile, or the store's clock jumped. */
const gapMs = 10 * 60_000;

/**
 * What there is to remember after one more pass. What is not known from the pass before has moved since then. `earlier` is null
 * where there was none, and then `trusted` says whether what is written of the last steps counts.
 */
export function observe(
  earlier: Progress | null,
  { now, running, trusted }: { now: number; running: readonly Running[]; trusted: boolean },
): Progress & { gapMs: number | null } {
  const between = earlier && Math.abs(now - earlier.at);
  const gap = between !== null && between > gapMs ? between : null;
  const marksById = gap === null ? (earlier?.unchanged ?? {}) : {};
  const sinceOf = ({ id, mark, agoMs }: Running): number => {
    const [before, since] = marksById[id] ?? [];
    if (before === mark && since !== undefined) return since;
    return earlier === null && trusted ? now - Math.max(0, agoMs) : now;
  };
  return {
    at: now,
    unchanged: Object.fromEntries(running.map((one) => [one.id, [one.mark, sinceOf(one)]])),
    gapMs: gap,
  };
}

/** Those that have not moved for so long. */
export const stalledFor = ({ at, unchanged }: Progress, ms: number): Set<string> =>
  new Set(Object.keys(unchanged).filter((id) => at - unchanged[id]![1] >= ms));
