import type { CrawlSettings } from "../../../site/crawl/crawl.ts";
import type { Db } from "../../db/db.ts";
import type { Log } from "../../kernel/log.ts";
import type { Tracing } from "../../kernel/trace.ts";
import type { Parsing } from "../../outbound/parsing.ts";
import type { Website } from "../../outbound/website/website.ts";
import { crawlQueue } from "../../queue/boss.ts";
import type { Leases } from "../../queue/leases.ts";
import type { CrawlJob, JobQueue } from "../../queue/queue.ts";
import type { Loop } from "../../queue/serial-loop.ts";
import { workerPool } from "../../queue/worker-pool.ts";
import { createHostPace } from "./host-pace.ts";

export interface CrawlLoopParts {
  db: Db;
  queue: JobQueue;
  leases: Leases;
  website: Website;
  parsing: Pick<Parsing, "profile">;
  settings: CrawlSettings;
  stop: AbortSignal;
  now(): Date;
  tracing: Tracing;
  log: Log;
}

/** Concurrent crawls per process: they mostly wait. */
export const crawlsAtOnce = 4;

/** Crawls sites; an interrupted crawl continues where it stopped. */
export function crawlLoop(parts: CrawlLoopParts): Loop {
  const hosts = createHostPace();
  const terms = { name: crawlQueue, most: crawlsAtOnce, halted: () => parts.stop.aborted };
  return workerPool<CrawlJob>({ ...parts, ...terms }, async ({ recordId }, claim) => {
    // Reading pages takes hundreds of modules, which a process that crawls nothing can do without.
    const { crawlSite } = await import("./crawl-site.ts");
    return crawlSite({ ...parts, hosts }, recordId, claim);
  });
}
