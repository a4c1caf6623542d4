import type { CrawlSettings } from "../domain/crawl.ts";
import type { Log } from "../kernel/log.ts";
import type { Outside } from "../kernel/outside.ts";
import type { Db } from "../store/db.ts";
import { crawlQueue } from "./boss.ts";
import { crawlSite } from "./crawl-site.ts";
import { createHostPace } from "./host-pace.ts";
import type { Leases } from "./leases.ts";
import type { CrawlJob, JobQueue } from "./queue.ts";
import { type Turn, turns } from "./turns.ts";

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

/** Crawls sites, a few at a time. */
export function crawlTurns(parts: CrawlTurnParts): Turn {
  const { queue, leases, stop, log } = parts;
  const hosts = createHostPace();
  const underWay = new Set<Promise<void>>();

  async function crawl(id: string, recordId: string): Promise<void> {
    leases.hold(crawlQueue, [id]);
    try {
      // Stopped: it is handed back with all the rest.
      if (await crawlSite({ ...parts, hosts }, recordId)) leases.release(crawlQueue, [id]);
    } catch (error) {
      // Claimed again, to go on where it was, when its lease has run out.
      leases.release(crawlQueue, [id]);
      log.error({ crawl: recordId, err: error }, "a crawl failed");
    }
  }

  const claims = turns("claim crawls", log, async () => {
    const free = crawlsAtOnce - underWay.size;
    if (stop.aborted || free <= 0) return;
    const jobs = await queue.boss.fetch<CrawlJob>(crawlQueue, { batchSize: free });
    for (const { id, data } of jobs) {
      const one = crawl(id, data.recordId).finally(() => {
        underWay.delete(one);
        claims.soon();
      });
      underWay.add(one);
    }
  });

  return {
    soon: claims.soon,
    busy: () => claims.busy() || underWay.size > 0,
    async idle() {
      await claims.idle();
      await Promise.all(underWay);
      await claims.idle();
    },
  };
}
