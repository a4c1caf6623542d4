/** How fast an engine may be asked. */
export interface Pace {
  /** Asks under way at once. */
  concurrency: number;
  requestsPerMinute: number;
}

/** Of one answer with a web search, seconds; what assistants usually take. */
const usualSeconds = 10;

/** Minutes until each engine has answered so many asks: engines work side by side, so the slowest decides. */
export const minutesFor = (asks: number, paces: readonly Pace[]): number =>
  Math.max(
    ...paces.map(({ concurrency, requestsPerMinute }) =>
      Math.max(asks / requestsPerMinute, (Math.ceil(asks / concurrency) * usualSeconds) / 60),
    ),
  );
