import { PerformanceObserver } from "node:perf_hooks";
import v8 from "node:v8";

/** Size at which the young generation of the heap stops growing. V8's own bound is 128 MB. */
const enough = 16 * 1024 * 1024;

/**
 * Keeps the heap's young generation as it is while a command loads: none of the code that is read then is young for long, and
 * V8 would double it five times before `boundHeap` gets a turn.
 */
export const holdHeap = (): void => v8.setFlagsFromString("--semi-space-growth-factor=1");

/**
 * Bounds what waits in the heap to be collected. V8 doubles the young generation under load, and lets the old one grow to several times of
 * what is in use; a process that once had a large request keeps what it took. Flags at the start would be simpler, but
 * not everybody starts the program with them.
 */
export function boundHeap(): void {
  // Otherwise V8 notes which code allocates long-lived objects and puts them straight into the old generation, which is
  // collected late: in one import in five up to 130 MB waited there.
  v8.setFlagsFromString("--no-allocation-site-pretenuring");
  // In per cent of what was in use after the last collection.
  v8.setFlagsFromString("--heap-growing-percent=40");
  let factor = 1;
  const look = () => {
    const young = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    const wantedFactor = (young?.space_size ?? 0) < enough ? 2 : 1;
    if (wantedFactor === factor) return;
    factor = wantedFactor;
    v8.setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  };
  new PerformanceObserver(look).observe({ entryTypes: ["gc"] });
  look();
}
