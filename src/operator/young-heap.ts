import { PerformanceObserver } from "node:perf_hooks";
import v8 from "node:v8";

/** Size at which the young generation of the heap stops growing. V8's own bound is 128 MB. */
const enough = 16 * 1024 * 1024;

/**
 * Keeps the heap's young generation as it is while a command loads: none of the code that is read then is young for long, and
 * V8 would double it five times before `boundYoungHeap` gets a turn.
 */
export const holdYoungHeap = (): void => v8.setFlagsFromString("--semi-space-growth-factor=1");

/**
 * Bounds the heap's young generation. V8 doubles it under load, and a process that once had a large request keeps what it
 * took. A start-up flag would be simpler, but not everybody starts the program with it.
 */
export function boundYoungHeap(): void {
  // Otherwise V8 notes which code allocates long-lived objects and puts them straight into the old generation, which is
  // collected late: in one import in five up to 130 MB waited there.
  v8.setFlagsFromString("--no-allocation-site-pretenuring");
  let factor = 1;
  const look = () => {
    const young = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    const wanted = (young?.space_size ?? 0) < enough ? 2 : 1;
    if (wanted === factor) return;
    factor = wanted;
    v8.setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  };
  new PerformanceObserver(look).observe({ entryTypes: ["gc"] });
  look();
}
