/** Calls to an engine for one ask before it counts as failed. */
export const callsPerAsk = 4;

const firstMs = 1_000;
const longestMs = 60_000;
/** If a vendor asks for a longer pause than this, it gets no further call in this run. */
export const longestPauseMs = 15 * 60_000;

/**
 * Milliseconds to wait after the n-th failure: doubling from one second, minus up to half at random so that calls that
 * failed together do not return together; never sooner than the vendor asked.
 */
export function backoffMs(failures: number, retryAfterMs: number | null, random: () => number): number {
  const step = Math.min(longestMs, firstMs * 2 ** (failures - 1));
  const spread = step * (0.5 + random() / 2);
  return retryAfterMs === null ? spread : Math.max(retryAfterMs + step * random() * 0.25, spread);
}
