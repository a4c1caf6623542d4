import { setTimeout as pause } from "node:timers/promises";

/** Paces the requests of all crawls in this process, so that no site gets them faster than it should. */
export interface HostPace {
  /** Resolves when the host may be asked again; rejects when the signal aborts. */
  turn(host: string, delayMs: number, signal: AbortSignal): Promise<void>;
}

export function createHostPace(clock: () => number = () => performance.now()): HostPace {
  const freeAt = new Map<string, number>();
  return {
    async turn(host, delayMs, signal) {
      if (delayMs <= 0) return;
      const at = clock();
      for (const [other, free] of freeAt) if (free <= at && other !== host) freeAt.delete(other);
      const mine = Math.max(at, freeAt.get(host) ?? 0);
      freeAt.set(host, mine + delayMs);
      if (mine > at) await pause(mine - at, undefined, { signal });
    },
  };
}
