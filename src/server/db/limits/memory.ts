import type { Counter } from "./counter.ts";

interface OpenWindow {
  count: number;
  closesAt: number;
}

/** Windows of one limit. */
interface Windows {
  /** Those that let more through, in the order in which they close. */
  free: Map<string, OpenWindow>;
  /** Those that are used up, in the order in which they were. */
  usedUp: Map<string, OpenWindow>;
  sweptAt: number;
}

/**
 * Most windows of one limit. A flood of made-up addresses then costs the limit's oldest windows that were not used up, not
 * memory, and no other limit's; where all are used up, nobody new is let through until one closes.
 */
const windowsMax = 100_000;
const sweepEveryMs = 1_000;

/** Counts in this process's memory. */
export function countInMemory(clock: () => number = () => performance.now()): Counter {
  const byClass = new Map<string, Windows>();

  function windowsOf(limitClass: string): Windows {
    const windows = byClass.get(limitClass) ?? { free: new Map(), usedUp: new Map(), sweptAt: 0 };
    byClass.set(limitClass, windows);
    return windows;
  }

  return {
    count({ key, limitClass, limit, windowSeconds }) {
      const at = clock();
      const lengthMs = windowSeconds * 1000;
      const windows = windowsOf(limitClass);
      let window = openWindow(windows, key, at);
      if (!window) {
        if (!makeRoom(windows, at)) return { count: limit + 1, msLeft: soonest(windows, at) };
        window = { count: 0, closesAt: at + lengthMs };
        windows.free.set(key, window);
      }
      window.count += 1;
      if (window.count >= limit && windows.free.delete(key)) windows.usedUp.set(key, window);
      return { count: window.count, msLeft: window.closesAt - at };
    },
    async giveBack({ key, limitClass }) {
      const window = openWindow(windowsOf(limitClass), key, clock());
      if (window && window.count > 0) window.count -= 1;
    },
  };
}

function openWindow({ free, usedUp }: Windows, key: string, at: number): OpenWindow | undefined {
  const window = usedUp.get(key) ?? free.get(key);
  if (!window || window.closesAt > at) return window;
  usedUp.delete(key);
  free.delete(key);
  return undefined;
}

/** False if all windows are used up, and none has closed. */
function makeRoom(windows: Windows, at: number): boolean {
  const { free, usedUp } = windows;
  dropClosed(free, at);
  dropClosed(usedUp, at);
  if (free.size + usedUp.size < windowsMax) return true;
  for (const [oldest] of free) return free.delete(oldest);
  if (at - windows.sweptAt < sweepEveryMs) return false;
  windows.sweptAt = at;
  for (const [key, { closesAt }] of usedUp) if (closesAt <= at) usedUp.delete(key);
  return usedUp.size < windowsMax;
}

function dropClosed(windows: Map<string, OpenWindow>, at: number): void {
  for (const [key, { closesAt }] of windows) {
    if (closesAt > at) return;
    windows.delete(key);
  }
}

function soonest({ usedUp }: Windows, at: number): number {
  for (const { closesAt } of usedUp.values()) return Math.max(1, closesAt - at);
  return 1;
}
