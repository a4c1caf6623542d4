import type { Config } from "../../config.ts";
import type { App } from "../app.ts";
import { heldSecrets } from "../auth/server-secret.ts";
import { openStore } from "../db/open.ts";
import { createLog } from "../kernel/log.ts";
import { checkPorts } from "../operator/free-ports.ts";
import { boundHeap, holdHeap } from "../operator/heap.ts";
import type { Io } from "../operator/io.ts";
import { isEveryAddress, isLoopback } from "../outbound/loopback.ts";

/** Serves until told to stop; finishes what is in flight first. */
export async function serve(config: Config, io: Io): Promise<void> {
  holdHeap();
  await checkPorts(config);
  const log = createLog(config.logLevel, undefined, heldSecrets(config));
  // Opening the store takes half of the start, much of it in other threads: the program loads meanwhile.
  const store = openStore(config, log);
  store.catch(() => undefined);
  const { buildApp } = await import("../app.ts");
  boundHeap();
  await using app = await buildApp(config, {}, { store, log });
  // Whoever sees it answer may already stop it.
  const stopped = untilStopped(app, io);
  await app.listen();
  io.stderr.write(`overheard: serving ${config.baseUrl}/v1 (${app.summary})\n`);
  io.stderr.write(`overheard: the web app is at ${config.siteUrl}\n`);
  if (isEveryAddress(config.host) && isLoopback(new URL(config.siteUrl).hostname))
    io.stderr.write(
      "overheard: other machines reach this server, but links in mails and sign-in work on this one alone: set OVERHEARD_BASE_URL to the address that people use\n",
    );
  const first = await app.firstAddress();
  if (first) io.stderr.write(`overheard: nobody has an account yet; create the first one at ${first}\n`);
  await stopped;
}

/** Waits for a signal, which ends the process in order; a second one ends it at once. */
export function untilStopped(app: App, io: Io): Promise<never> {
  app.endWith(process);
  const { npm_lifecycle_event: byNpm, NPM_PID: npm } = io.env;
  const orphaned =
    byNpm === undefined ? undefined : whenOrphaned(npm === undefined ? npm : Number(npm), endThisProcess);
  const stopping = () => {
    clearInterval(orphaned);
    io.stderr.write("overheard: stopping\n");
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stopping);
  return new Promise(() => {});
}

const endThisProcess = () => void process.kill(process.pid, "SIGTERM");

/** npm starts a program through a shell, which dies of a signal without passing it on: only its end or npm's tells us. */
function whenOrphaned(npm: number | undefined, then: () => void): NodeJS.Timeout {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || runs(npm))) return;
    clearInterval(timer);
    then();
  }, 1_000);
  return timer.unref();
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
