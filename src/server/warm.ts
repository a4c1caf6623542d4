import { setTimeout as pause } from "node:timers/promises";
import { writerOf } from "./api/schema/serialise.ts";
import { validatorOf } from "./api/schema/validator.ts";
import type { Log } from "./kernel/log.ts";
import { listProjects } from "./projects/list-projects.ts";

/** Has something to load that its first user would otherwise wait for. */
export interface Loadable {
  load(): Promise<void>;
}

/** Long enough to answer those who wait for the start first. */
const afterMs = 300;
/** Between two pieces, for requests that came meanwhile. */
const gapMs = 20;

/**
 * Loads, some time after the start, what first requests would otherwise wait for: hundreds of modules that the start
 * itself does not need. Piece by piece, so that a request waits for at most one of them. Disposing of it ends it.
 */
export function warm(parts: readonly Loadable[], log: Log): Disposable {
  const over = new AbortController();
  const pieces = [
    async () => {
      void validatorOf(listProjects.input);
      writerOf(listProjects.output);
    },
    ...parts.map((part) => () => part.load()),
    () => import("./website/readiness/run-check.ts"),
    () => import("./website/crawls/crawl-site.ts"),
  ];
  void (async () => {
    await pause(afterMs, undefined, { signal: over.signal, ref: false });
    for (const piece of pieces) {
      await piece();
      await pause(gapMs, undefined, { signal: over.signal, ref: false });
    }
  })().catch((error: unknown) => {
    if (!over.signal.aborted) log.warn({ err: error }, "not everything could be loaded ahead");
  });
  return { [Symbol.dispose]: () => over.abort() };
}
