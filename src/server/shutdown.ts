import { setTimeout as sleep } from "node:timers/promises";
import { isatty } from "node:tty";
import type { Log } from "./kernel/log.ts";
import { Problem } from "./kernel/problem.ts";
import type { HttpServer } from "./rest.ts";

export interface ShutdownOptions {
  door: Pick<HttpServer, "drain" | "close">;
  /** Run in this order once nothing is in flight: hand back leases, flush, close the store. */
  afterwards: readonly (() => Promise<unknown>)[];
  log: Log;
  exit(code: number): void;
  /** After SIGTERM, time for a load balancer to see /readyz before connections are refused. */
  noticeMs?: number;
  /** The same for any other end. Busy connections are told to close in this time; only then are idle ones closed. */
  leastNoticeMs?: number;
  /** From the signal on, time for requests in flight to finish; one that arrives at the end of the notice gets a second. */
  graceMs?: number;
  /** For everything else after that, before the process ends regardless. */
  closingMs?: number;
  /** Whether somebody's terminal is open on this process. */
  isAtTerminal?: boolean;
}

const leastGraceMs = 1_000;

export interface Shutdown {
  /** Drains and exits; the second call exits at once with 1. Without `notice`, clients get no time to go elsewhere. */
  begin(reason: string, code?: number, notice?: boolean): Promise<void>;
  /** Listens for signals that end a process, and for uncaught errors. Returns how to stop listening. */
  install(on: NodeJS.Process): () => void;
}

/** An orderly end: not ready → nothing accepted → in flight finished → leases handed back → exit. Source: docs/operating.md, "Restarts". */
export function createShutdown(options: ShutdownOptions): Shutdown {
  const { door, afterwards, log, exit, graceMs = 10_000, closingMs = 4_000 } = options;
  const { noticeMs: fullNoticeMs = 0, leastNoticeMs = 0 } = options;
  // Asked at the start: once a terminal has closed, nothing of it is one any more.
  const { isAtTerminal = [0, 1, 2].some(isatty) } = options;
  let isShuttingDown = false;

  async function begin(reason: string, code = 0, notice = false): Promise<void> {
    if (isShuttingDown) return exit(1);
    isShuttingDown = true;
    log.info({ reason }, "stopping");
    const noticeMs = Math.max(leastNoticeMs, notice ? fullNoticeMs : 0);
    const restMs = Math.max(leastGraceMs, graceMs - noticeMs);
    const limit = setTimeout(() => exit(1), noticeMs + restMs + closingMs);
    door.drain();
    await sleep(noticeMs);
    let failed = false;
    for (const step of [
      () => door.close(restMs, code === 0 ? undefined : new Problem("INTERNAL_ERROR")),
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

  /** After an uncaught error the state is unknown: finish what is in flight, then end. */
  const crashed = (error: unknown) => {
    log.fatal({ err: error }, "uncaught error");
    if (!isShuttingDown) begin("uncaught error", 1);
  };
  // Ctrl-C comes from a person, who has no load balancer and would have to wait.
  const stopped = (signal: NodeJS.Signals) => void begin(signal, 0, signal === "SIGTERM");
  // Its terminal has closed. Node undoes what `nohup` does, and log rotation sends it to servers that have none.
  const hungUp = () => (isAtTerminal ? stopped("SIGHUP") : log.info("SIGHUP does nothing here"));

  return {
    begin,
    install(on) {
      on.on("SIGTERM", stopped)
        .on("SIGINT", stopped)
        .on("SIGHUP", hungUp)
        .on("uncaughtException", crashed)
        .on("unhandledRejection", crashed);
      return () => {
        on.off("SIGTERM", stopped)
          .off("SIGINT", stopped)
          .off("SIGHUP", hungUp)
          .off("uncaughtException", crashed)
          .off("unhandledRejection", crashed);
      };
    },
  };
}
