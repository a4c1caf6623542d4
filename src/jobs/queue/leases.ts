import type { PgBoss } from "pg-boss";
import type { Log } from "../../kernel/log.ts";

/** The claims this process holds on jobs: refreshed while it lives, handed back when it stops. */
export interface Leases {
  hold(queue: string, ids: readonly string[]): void;
  /** The jobs are done with; what was to be said of them is in the store. */
  release(queue: string, ids: readonly string[]): void;
  refresh(): Promise<void>;
  /** Every job still held may be claimed at once by another process. */
  handBack(): Promise<void>;
}

export function createLeases(boss: PgBoss, log: Log): Leases {
  const held = new Map<string, Set<string>>();

  const each = async (what: string, act: (queue: string, ids: string[]) => Promise<unknown>) => {
    for (const [queue, ids] of held) {
      if (ids.size === 0) continue;
      try {
        await act(queue, [...ids]);
      } catch (error) {
        log.warn({ queue, err: error }, what);
      }
    }
  };

  return {
    hold(queue, ids) {
      const set = held.get(queue) ?? new Set();
      for (const id of ids) set.add(id);
      held.set(queue, set);
    },
    release(queue, ids) {
      const set = held.get(queue);
      for (const id of ids) set?.delete(id);
    },
    refresh: () => each("leases were not refreshed", (queue, ids) => boss.touch(queue, ids)),
    async handBack() {
      await each("leases were not handed back", (queue, ids) => boss.fail(queue, ids));
      held.clear();
    },
  };
}
