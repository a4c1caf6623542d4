import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Does work that one process may do at a time. The others wait, at most `patienceMs` each, and then throw. `lock` is a file
 * with the pid of the process whose turn it is; one that its process left behind counts for nothing.
 */
export async function inTurn<T>(
  lock: string,
  work: () => Promise<T>,
  { patienceMs = 120_000, pauseMs = 50 }: { patienceMs?: number; pauseMs?: number } = {},
): Promise<T> {
  const own = `${lock}.${process.pid}`;
  // A link appears with its content, and fails where there is one: nobody reads half a pid.
  writeFileSync(own, String(process.pid));
  const until = performance.now() + patienceMs;
  try {
    while (!taken(own, lock)) {
      const holder = holderOf(lock);
      if (holder !== null && !lives(holder)) remove(lock, holder);
      else if (performance.now() < until) await sleep(pauseMs);
      else throw new Error(`process ${holder ?? "that has just ended"} has held ${lock} for too long`);
    }
  } finally {
    rmSync(own, { force: true });
  }
  try {
    return await work();
  } finally {
    if (holderOf(lock) === process.pid) rmSync(lock, { force: true });
  }
}

function taken(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}

function holderOf(lock: string): number | null {
  try {
    return Number(readFileSync(lock, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Of several that find the same pid gone, one removes its lock; a lock that was made meanwhile is put back. */
function remove(lock: string, gone: number): void {
  const aside = `${lock}.${process.pid}.gone`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if (holderOf(aside) !== gone) taken(aside, lock);
  rmSync(aside, { force: true });
}
