import type { Log } from "../../kernel/log.ts";

/** Work that is done in turns, one at a time; called for during a turn, it has one more. */
export interface Turn {
  soon(): void;
  busy(): boolean;
  /** Resolves when no turn is under way. */
  idle(): Promise<void>;
}

/** Never rejects: a turn that fails is logged, and the next one that is called for tries again. */
export function turns(what: string, log: Log, work: () => Promise<void>): Turn {
  let wanted = false;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (wanted) {
      wanted = false;
      await work().catch((error) => log.error({ work: what, err: error }, "a turn failed"));
    }
  }

  function soon(): void {
    wanted = true;
    running ??= run().finally(() => {
      running = null;
      if (wanted) soon();
    });
  }

  return {
    soon,
    busy: () => running !== null,
    async idle() {
      while (running) await running;
    },
  };
}
