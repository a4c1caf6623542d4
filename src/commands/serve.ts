import type { App } from "../app.ts";
import type { Config } from "../config.ts";
import { createLog } from "../kernel/log.ts";
import { checkPorts } from "../operator/free-ports.ts";
import type { Io } from "../operator/io.ts";
import { boundYoungHeap } from "../operator/young-heap.ts";
import { openStore } from "../store/db/open.ts";

/** Serves until it is told to stop; finishes what is in flight first. */
export async function serve(config: Config, io: Io): Promise<void> {
  await checkPorts(config);
  const log = createLog(config.logLevel);
  // The store takes half of the start, much of it in other threads: the program loads meanwhile.
  const store = openStore(config, log);
  store.catch(() => undefined);
  const { buildApp } = await import("../app.ts");
  boundYoungHeap();
  await using app = await buildApp(config, {}, { store, log });
  await app.listen();
  io.stderr.write(`overheard: serving ${config.baseUrl}/v1 (${app.summary})\n`);
  await untilStopped(app, io);
}

/** Waits for a signal, which ends the process in order; a second one ends it at once. */
export function untilStopped(app: App, io: Io): Promise<never> {
  app.endWith(process);
  const say = () => void io.stderr.write("overheard: stopping\n");
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, say);
  return new Promise(() => {});
}
