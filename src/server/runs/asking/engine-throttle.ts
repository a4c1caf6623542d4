import type { VendorWait } from "../../queue/vendor-waits.ts";

const windowMs = 60_000;

/** Limits how much one engine is asked: concurrently and per minute; counted in this process. */
export interface EngineThrottle {
  /** How many questions may start now. */
  free(): number;
  start(): void;
  /** Whether a question under way may be put once more, in its place. */
  mayRepeat(): boolean;
  repeat(): void;
  end(): void;
  /** Whether no question is under way. */
  idle(): boolean;
  /** Why nothing may start, whatever is under way, and until when by its clock; null if something may. */
  waits(): { reason: VendorWait["reason"]; until: number } | null;
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
    mayRepeat: () => clock() >= pausedUntil && startsLeft() > 0,
    repeat: () => void starts.push(clock()),
    end() {
      underWay -= 1;
    },
    idle: () => underWay === 0,
    waits() {
      if (clock() < pausedUntil) return { reason: "vendor_asked", until: pausedUntil };
      if (startsLeft() > 0) return null;
      return { reason: "calls_per_minute", until: starts[starts.length - requestsPerMinute]! + windowMs };
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock() + ms);
    },
  };
}
