import { setImmediate as othersHaveCome } from "node:timers/promises";

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Does for many together what is asked for one by one: whatever is asked while a group is under way is in the next one, so that nobody
 * waits for a group to fill; what comes in the same turn of the event loop is in one. What fails as a group is done one by one.
 */
export function grouped<Item, Result>(
  most: number,
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = false;

  async function attempt(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(group.map(({ item }) => item));
      for (const [at, { resolve }] of group.entries()) resolve(results[at]!);
    } catch (error) {
      if (group.length === 1) group[0]!.reject(error);
      else for (const one of group) await attempt([one]);
    }
  }

  async function go(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      await othersHaveCome();
      await attempt(waiting.splice(0, most));
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) void go();
    });
}
