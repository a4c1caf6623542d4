import type { Config } from "../../config.ts";
import { checkPorts } from "../operator/free-ports.ts";
import { boundHeap, holdHeap } from "../operator/heap.ts";
import { CommandError, type Io } from "../operator/io.ts";
import { untilStopped } from "./serve.ts";

/** Works until told to stop, beside servers on the same PostgreSQL. */
export async function worker(config: Config, io: Io): Promise<void> {
  if (!config.databaseUrl) {
    throw new CommandError(
      "The embedded store allows one process, and `serve` runs workers itself. Set DATABASE_URL to run separate workers.",
      2,
    );
  }
  // It listens only on its metrics port.
  await checkPorts({ ...config, port: 0 });
  holdHeap();
  const { buildApp } = await import("../app.ts");
  boundHeap();
  // No balancer has to hear of its end.
  const shutdown = { ...config.shutdown, noticeMs: 0 };
  await using app = await buildApp({ ...config, shutdown, worker: true });
  // Whoever sees the metrics port answer may already stop it.
  const stopped = untilStopped(app, io);
  await app.work();
  io.stderr.write("overheard: working\n");
  await stopped;
}
