import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";
import type { RestDoor } from "./rest/rest.ts";

export interface ShutdownOptions {
  door: Pick<RestDoor, "drain" | "close">;
  /** Done in this order once nothing is in flight: hand back leases, flush, close the store. */
  afterwards: readonly (() => Promise<unknown>)[];
  log: Log;
  exit(code: number): void;
  /** Time for a balancer to see /readyz before connections are refused. */
  noticeMs?: number;
  /** Time for requests in flight to finish. */
  graceMs?: number;
  /** Longest everything may take before the process ends all the same. */
  limitMs?: number;
}

export interface Shutdown {
  /** Drains and exits; the second call exits at once with 1. */
  begin(reason: string, code?: number): Promise<void>;
  /** Listens for SIGTERM, SIGINT and what nobody caught. Returns how to stop listening. */
  install(on: NodeJS.Process): () => void;
}

/** An orderly end: not ready → nothing accepted → in flight finished → leases handed back → exit. Source: docs/contract/reliability.md. */
export function createShutdown(options: ShutdownOptions): Shutdown {
  const { door, afterwards, log, exit, noticeMs = 0, graceMs = 10_000, limitMs = 14_000 } = options;
  let begun = false;

  async function begin(reason: string, code = 0): Promise<void> {
    if (begun) return exit(1);
    begun = true;
    log.info({ reason }, "stopping");
    const limit = setTimeout(() => exit(1), limitMs);
    door.drain();
    await sleep(noticeMs);
    let failed = false;
    for (const step of [
      () => door.close(graceMs, code === 0 ? undefined : new Problem("INTERNAL_ERROR")),
      ...afterwards,
    ]) {
      await step().catch((error: unknown) => {
        failed = true;
        log.error({ err: error }, "a step of stopping failed");
      });
    }
    clearTimeout(limit);
    exit(failed ? 1 : code);
  }

  /** After an error that nobody caught the state is unknown: finish what is in flight, then end. */
  const crashed = (error: unknown) => {
    log.fatal({ err: error }, "uncaught error");
    if (!begun) begin("uncaught error", 1);
  };
  const stopped = (signal: NodeJS.Signals) => void begin(signal);

  return {
    begin,
    install(on) {
      on.on("SIGTERM", stopped)
        .on("SIGINT", stopped)
        .on("uncaughtException", crashed)
        .on("unhandledRejection", crashed);
      return () => {
        on.off("SIGTERM", stopped)
          .off("SIGINT", stopped)
          .off("uncaughtException", crashed)
          .off("unhandledRejection", crashed);
      };
    },
  };
}
