import type { Count } from "./counter.ts";

interface OpenWindow {
  count: number;
  closesAt: number;
}

/** Windows of one length: those opened since the last turn, and those from the turn before, which may still be open. */
interface Generations {
  young: Map<string, OpenWindow>;
  old: Map<string, OpenWindow>;
  turnsAt: number;
}

/** Most windows of one length in a generation; a flood of made-up addresses then costs older windows, not memory. */
const windowsMax = 100_000;

/** Counts in this process's memory. */
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

/** No older window is still open after a turn, as each was opened at least one length ago. */
function turn(generations: Generations, turnsAt: number): void {
  generations.old = generations.young;
  generations.young = new Map();
  generations.turnsAt = turnsAt;
}

function openWindow({ young, old }: Generations, key: string, at: number): OpenWindow | undefined {
  const window = young.get(key) ?? old.get(key);
  return window && window.closesAt > at ? window : undefined;
}
