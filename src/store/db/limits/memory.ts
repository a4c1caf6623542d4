import type { Count } from "./counter.ts";

interface OpenWindow {
  count: number;
  closesAt: number;
}

/** Windows of one length: those opened since the last turn, and those of the turn before, which may still be open. */
interface Generations {
  young: Map<string, OpenWindow>;
  old: Map<string, OpenWindow>;
  turnsAt: number;
}

/** Windows of one length in a generation; a flood of made-up addresses then forgets the older ones, not the memory. */
const windowsMax = 100_000;

/** Windows in this process. */
export function countInMemory(clock: () => number = () => performance.now()): Count {
  const byLength = new Map<number, Generations>();
  return (key, windowSeconds) => {
    const at = clock();
    const lengthMs = windowSeconds * 1000;
    const generations = byLength.get(windowSeconds) ?? {
      young: new Map(),
      old: new Map(),
      turnsAt: at + lengthMs,
    };
    byLength.set(windowSeconds, generations);
    if (at >= generations.turnsAt || generations.young.size >= windowsMax) turn(generations, at + lengthMs);
    const window = openWindow(generations, key, at) ?? { count: 0, closesAt: at + lengthMs };
    if (window.count === 0) generations.young.set(key, window);
    window.count += 1;
    return { count: window.count, msLeft: window.closesAt - at };
  };
}

/** After a turn no older window is open, as each was opened a whole length before. */
function turn(generations: Generations, turnsAt: number): void {
  generations.old = generations.young;
  generations.young = new Map();
  generations.turnsAt = turnsAt;
}

function openWindow({ young, old }: Generations, key: string, at: number): OpenWindow | undefined {
  const window = young.get(key) ?? old.get(key);
  return window && window.closesAt > at ? window : undefined;
}
