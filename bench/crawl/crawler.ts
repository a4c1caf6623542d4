/** One crawl in a separate process, for `bench/crawl.ts`: `crawler.ts PORT PATH`. Says what it came to. */

import { createOutside } from "../../src/server/outbound/guard/safe-fetch.ts";
import { createWebsite } from "../../src/server/outbound/website/index.ts";
import { createParsing } from "../../src/server/threads/parsing.ts";
import type { StoredPage } from "../../src/server/website/crawls/crawl-pages.ts";
import { explore } from "../../src/server/website/crawls/explore-site.ts";
import { createHostPace } from "../../src/server/website/crawls/host-pace.ts";

const [port = "", path = "/"] = process.argv.slice(2);
const site = `http://127.0.0.1:${port}`;
const outside = createOutside({ allow: [`127.0.0.1:${port}`] });
const parsing = createParsing();
const website = createWebsite(outside, parsing);

async function crawl(start: string, pagesMax: number) {
  let kept = 0;
  const parts = {
    website,
    hosts: createHostPace(),
    settings: { pagesMax, timeMs: 30_000, delayMs: 0, atOnce: 8 },
    stop: new AbortController().signal,
    last: false,
    now: () => new Date(),
  };
  const memory = {
    known: async () => new Map(),
    earlier: async () => new Map(),
    async save(pages: readonly StoredPage[]) {
      kept += pages.filter(({ page }) => page).length;
    },
  };
  const end = await explore(parts, start, memory).then(
    () => "completed",
    (error: Error) => error.message,
  );
  return { pages: kept, end };
}

// What a first crawl loads and grows is not the fault's.
if (path !== "/") await crawl(`${site}/`, 20);
// Nor is the thread that reads what is large.
if (path !== "/" && path !== "/large") await crawl(`${site}/large`, 1);
globalThis.gc?.();
const before = process.memoryUsage().rss;
const started = performance.now();
const result = await crawl(site + path, path === "/" ? 200 : 3);
const seconds = (performance.now() - started) / 1000;
const peak = process.resourceUsage().maxRSS * 1024;
process.send?.({ ...result, seconds, peakMb: peak / 1e6, grownMb: (peak - before) / 1e6 });
await parsing[Symbol.asyncDispose]();
await outside[Symbol.asyncDispose]();
process.disconnect?.();
