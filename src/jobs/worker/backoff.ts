/** Calls put to an engine for one ask before it counts as failed. */
export const callsPerAsk = 4;

const firstMs = 1_000;
const longestMs = 60_000;
/** A vendor that wants a longer pause than this gets no further call in this run. */
export const longestPauseMs = 15 * 60_000;

/**
 * Milliseconds to wait after the n-th failure: doubling from one second, a random half of it taken off so that
 * calls that failed together do not return together; never sooner than the vendor asked for.
 */
export function backoffMs(failures: number, retryAfterMs: number | null, random: () => number): number {
  const step = Math.min(longestMs, firstMs * 2 ** (failures - 1));
  const spread = step * (0.5 + random() / 2);
  return retryAfterMs === null ? spread : Math.max(retryAfterMs + step * random() * 0.25, spread);
}
