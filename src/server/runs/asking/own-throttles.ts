import { createEngineThrottle, type EngineThrottle, type ThrottleLimits } from "./engine-throttle.ts";

/** How much each organization's own credentials for one provider may be asked with; counted in this process. */
export interface OwnThrottles {
  of(organizationId: string): EngineThrottle;
  /** The organizations for which nothing may start now, and how much may start for any other. */
  look(): { room: number; full: string[] };
}

/** Idle throttles beyond this number are dropped. */
const throttlesKept = 500;

/** `limits` apply to the credentials of each organization. `clock` is in milliseconds, monotonic. */
export function createOwnThrottles(limits: ThrottleLimits, clock: () => number): OwnThrottles {
  const throttles = new Map<string, EngineThrottle>();
  const most = createEngineThrottle(limits, clock).free();

  function forgetIdle(): void {
    for (const [id, throttle] of throttles) if (throttle.free() === most) throttles.delete(id);
  }

  return {
    of(organizationId) {
      const cachedThrottle = throttles.get(organizationId);
      if (cachedThrottle) return cachedThrottle;
      if (throttles.size >= throttlesKept) forgetIdle();
      const throttle = createEngineThrottle(limits, clock);
      throttles.set(organizationId, throttle);
      return throttle;
    },
    look() {
      const full: string[] = [];
      let room = most;
      for (const [id, throttle] of throttles) {
        const free = throttle.free();
        if (free === 0) full.push(id);
        else room = Math.min(room, free);
      }
      return { room, full };
    },
  };
}
