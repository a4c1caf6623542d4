const windowMs = 60_000;

/** How much one engine may be asked: at once, and started per minute; counted in this process. */
export interface EngineThrottle {
  /** Questions that may be started now. */
  free(): number;
  start(): void;
  end(): void;
  /** Nothing is started for this long: the vendor said so. */
  pause(ms: number): void;
}

export interface ThrottleLimits {
  concurrency: number;
  requestsPerMinute: number;
}

/** `clock` in milliseconds, monotonic. The window slides, so no minute ever sees more starts than allowed. */
export function createEngineThrottle(
  { concurrency, requestsPerMinute }: ThrottleLimits,
  clock: () => number,
): EngineThrottle {
  /** When the questions of the last minute were started, oldest first. */
  const starts: number[] = [];
  let underWay = 0;
  let pausedUntil = 0;

  const startsLeft = (): number => {
    const now = clock();
    while (starts.length > 0 && starts[0]! <= now - windowMs) starts.shift();
    return Math.max(0, requestsPerMinute - starts.length);
  };

  return {
    free: () => (clock() < pausedUntil ? 0 : Math.max(0, Math.min(concurrency - underWay, startsLeft()))),
    start() {
      underWay += 1;
      starts.push(clock());
    },
    end() {
      underWay -= 1;
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock() + ms);
    },
  };
}
