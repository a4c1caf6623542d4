const windowMs = 60_000;

/** Limits how much one engine is asked: concurrently and per minute; counted in this process. */
export interface EngineThrottle {
  /** How many questions may start now. */
  free(): number;
  start(): void;
  end(): void;
  /** Starts nothing for this long, because the vendor said so. */
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
  /** Start times of the last minute's questions, oldest first. */
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
