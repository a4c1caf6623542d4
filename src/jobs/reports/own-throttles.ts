import { createEngineThrottle, type EngineThrottle, type ThrottleLimits } from "./engine-throttle.ts";

/** How much each organization's own credentials for one provider are asked with; counted in this process. */
export interface OwnLanes {
  laneOf(organizationId: string): EngineThrottle;
  /** The organizations for which nothing may start now, and how much may for any other, known here or not. */
  look(): { room: number; full: string[] };
}

/** Lanes beyond these are forgotten while nothing is under way in them. */
const lanesKept = 500;

/** `limits` are those of each organization's credentials, `clock` is in milliseconds, monotonic. */
export function createOwnLanes(limits: ThrottleLimits, clock: () => number): OwnLanes {
  const lanes = new Map<string, EngineThrottle>();
  const most = createEngineThrottle(limits, clock).free();

  function forgetIdle(): void {
    for (const [id, lane] of lanes) if (lane.free() === most) lanes.delete(id);
  }

  return {
    laneOf(organizationId) {
      const known = lanes.get(organizationId);
      if (known) return known;
      if (lanes.size >= lanesKept) forgetIdle();
      const lane = createEngineThrottle(limits, clock);
      lanes.set(organizationId, lane);
      return lane;
    },
    look() {
      const full: string[] = [];
      let room = most;
      for (const [id, lane] of lanes) {
        const free = lane.free();
        if (free === 0) full.push(id);
        else room = Math.min(room, free);
      }
      return { room, full };
    },
  };
}
