/** How fast an engine may be asked. */
export interface Pace {
  /** Concurrent asks. */
  concurrency: number;
  requestsPerMinute: number;
}

/** Seconds that one answer with a web search usually takes. */
const usualSeconds = 10;

/** Minutes until each engine has answered this many asks: engines work in parallel, so the slowest decides. */
export const minutesFor = (asks: number, paces: readonly Pace[]): number =>
  Math.max(
    ...paces.map(({ concurrency, requestsPerMinute }) =>
      Math.max(asks / requestsPerMinute, (Math.ceil(asks / concurrency) * usualSeconds) / 60),
    ),
  );
