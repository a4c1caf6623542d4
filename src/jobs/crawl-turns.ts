import type { CrawlSettings } from "../domain/crawl.ts";
import type { Log } from "../kernel/log.ts";
import type { Outside } from "../kernel/outside.ts";
import type { Db } from "../store/db.ts";
import { crawlQueue } from "./boss.ts";
import { createHostPace } from "./host-pace.ts";
import type { Leases } from "./leases.ts";
import type { CrawlJob, JobQueue } from "./queue.ts";
import { several } from "./several.ts";
import type { Turn } from "./turns.ts";

export interface CrawlTurnParts {
  db: Db;
  queue: JobQueue;
  leases: Leases;
  outside: Outside;
  settings: CrawlSettings;
  stop: AbortSignal;
  now(): Date;
  log: Log;
}

/** Crawls of one process at once: they mostly wait. */
const crawlsAtOnce = 4;

/** Crawls sites; what is interrupted goes on where it was. */
export function crawlTurns(parts: CrawlTurnParts): Turn {
  const hosts = createHostPace();
  const terms = { name: crawlQueue, most: crawlsAtOnce, halted: () => parts.stop.aborted };
  return several<CrawlJob>({ ...parts, ...terms }, async ({ recordId }) => {
    // Reading pages takes hundreds of modules, which a process that crawls nothing does without.
    const { crawlSite } = await import("./crawl-site.ts");
    return crawlSite({ ...parts, hosts }, recordId);
  });
}
