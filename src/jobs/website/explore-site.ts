import { setTimeout as pause } from "node:timers/promises";
import type { CrawlFailureCode, CrawlSettings } from "../../domain/website/crawl/crawl.ts";
import { createFrontier, type Frontier, pageAddress, siteOf } from "../../domain/website/crawl/frontier.ts";
import { crawlDelayOf, mayFetch, type Robots } from "../../domain/website/crawl/robots.ts";
import { type Outside, OutsideError } from "../../kernel/outside/outside.ts";
import type { StoredPage } from "../../store/website/crawl-pages.ts";
import { fetchPage, retryAfterMs } from "./fetch-page.ts";
import type { HostPace } from "./host-pace.ts";
import { robotsAt, sitemapPages } from "./site-files.ts";

/** Ends a crawl early; a null code says that nobody waits for it any more. */
export class CrawlEndedError extends Error {
  override name = "CrawlEndedError";
  readonly code: CrawlFailureCode | null;

  constructor(code: CrawlFailureCode | null) {
    super(code ?? "gone");
    this.code = code;
  }
}

export interface ExploreParts {
  outside: Outside;
  hosts: HostPace;
  settings: CrawlSettings;
  stop: AbortSignal;
  now(): Date;
}

/** Where pages come from besides the site, and where they go. */
export interface PageMemory {
  /** Pages that an interrupted attempt has stored, by the address they were asked by. */
  known(urls: readonly string[]): Promise<Map<string, StoredPage>>;
  /** Pages of an earlier crawl, which need not be sent again where they are unchanged. */
  earlier(urls: readonly string[]): Promise<Map<string, StoredPage>>;
  save(pages: readonly StoredPage[], found: number): Promise<void>;
}

export interface Explored {
  hasRobots: boolean;
  hasSitemap: boolean;
}

/** A robots.txt may slow us down to this. */
const delayMaxMs = 10_000;

interface Exploration extends ExploreParts {
  memory: PageMemory;
  frontier: Frontier;
  robots: Robots;
  delayMs: number;
  signal: AbortSignal;
  /** Final addresses of the pages so far. */
  pages: Set<string>;
  /** Pages asked for so far. */
  count: number;
}

/**
 * Walks a site from its start page and its sitemaps, nearest pages first, within the bounds of the settings. A site
 * that closes itself to us, or gives no page, ends as CrawlEndedError; one that cannot be reached as OutsideError.
 */
export async function explore(parts: ExploreParts, start: string, memory: PageMemory): Promise<Explored> {
  const deadline = AbortSignal.timeout(parts.settings.timeMs);
  const signal = AbortSignal.any([deadline, parts.stop]);
  let robots = await robotsAt(parts.outside, start, signal);
  if (!mayFetch(robots.robots, parts.outside.agent, start)) throw new CrawlEndedError("ROBOTS_DISALLOWED");

  const home = await startPage(parts, start, memory, signal);
  if (siteOf(home.url) !== siteOf(start)) {
    robots = await robotsAt(parts.outside, home.url, signal);
    if (!mayFetch(robots.robots, parts.outside.agent, home.url))
      throw new CrawlEndedError("ROBOTS_DISALLOWED");
  }
  const frontier = createFrontier(home.url);
  frontier.seen(start);
  frontier.seen(home.url);
  frontier.add(home.page?.follow ? home.page.links : [], 1);
  const sitemap = await sitemapPages(parts.outside, home.url, robots.robots, signal);
  frontier.add(sitemap.pages, 1);
  await memory.save([home], frontier.found());

  const asked = crawlDelayOf(robots.robots, parts.outside.agent) ?? 0;
  // Politeness switched off is switched off altogether.
  const delayMs =
    parts.settings.delayMs && Math.min(delayMaxMs, Math.max(parts.settings.delayMs, asked * 1000));
  const pages = new Set([home.url]);
  await walk(
    { ...parts, memory, frontier, robots: robots.robots, delayMs, signal, pages, count: 1 },
    deadline,
  );
  return { hasRobots: robots.found, hasSitemap: sitemap.found };
}

async function startPage(
  { outside, now }: ExploreParts,
  start: string,
  memory: PageMemory,
  signal: AbortSignal,
): Promise<StoredPage> {
  const known = (await memory.known([start])).get(start);
  if (known) return known;
  const earlier = (await memory.earlier([start])).get(start);
  const { page } = await fetchPage(outside, { url: start, depth: 0, ordinal: 0 }, { earlier, signal, now });
  if (page.status !== null && page.status >= 500) throw new CrawlEndedError("SITE_UNREACHABLE");
  if (!page.page) throw new CrawlEndedError("NO_PAGES");
  return page;
}

/** Wave after wave, so that what is found does not depend on who answers first. */
async function walk(exploration: Exploration, deadline: AbortSignal): Promise<void> {
  const { settings, frontier, memory, stop, signal } = exploration;
  try {
    while (exploration.count < settings.pagesMax) {
      const wave = nextWave(exploration);
      if (wave.length === 0) return;
      const results = await askAll(exploration, wave);
      const fresh = results.filter(({ page }) => note(exploration, page));
      exploration.count += wave.length;
      await memory.save(
        fresh.map(({ page }) => page),
        frontier.found(),
      );
      const waitMs = Math.max(0, ...results.map(({ waitMs }) => waitMs));
      if (waitMs > 0) await pause(waitMs, undefined, { signal });
      signal.throwIfAborted();
    }
  } catch (error) {
    // Out of time: what there is by now is the crawl.
    if (stop.aborted || !deadline.aborted) throw error;
  }
}

function nextWave({ settings, frontier, robots, outside, count }: Exploration) {
  const wave: { url: string; depth: number; ordinal: number }[] = [];
  const room = Math.min(settings.atOnce, settings.pagesMax - count);
  while (wave.length < room) {
    const [next] = frontier.next(1);
    if (!next) break;
    if (mayFetch(robots, outside.agent, next.url)) wave.push({ ...next, ordinal: count + wave.length });
  }
  return wave;
}

async function askAll(
  exploration: Exploration,
  wave: readonly { url: string; depth: number; ordinal: number }[],
) {
  const { outside, hosts, memory, delayMs, signal, now } = exploration;
  const urls = wave.map(({ url }) => url);
  const known = await memory.known(urls);
  const earlier = await memory.earlier(urls.filter((url) => !known.has(url)));
  return Promise.all(
    wave.map(async (target) => {
      const stored = known.get(target.url);
      if (stored) return { page: stored, waitMs: 0 };
      await hosts.turn(new URL(target.url).host, delayMs, signal);
      return asked(
        () => fetchPage(outside, target, { earlier: earlier.get(target.url), signal, now }),
        target,
        now,
      );
    }),
  );
}

/** A page that fails is a page that failed, not the end of the crawl. */
async function asked(
  ask: () => ReturnType<typeof fetchPage>,
  { url, depth, ordinal }: { url: string; depth: number; ordinal: number },
  now: () => Date,
): Promise<{ page: StoredPage; waitMs: number }> {
  try {
    const { page, response } = await ask();
    return { page, waitMs: retryAfterMs(response) };
  } catch (error) {
    if (!(error instanceof OutsideError) || error.kind === "cancelled") throw error;
    const nothing = { status: null, etag: null, lastModified: null, page: null };
    return {
      page: { url, askedUrl: url, depth, ordinal, fetchedAt: now().toISOString(), ...nothing },
      waitMs: 0,
    };
  }
}

/** Takes a page's links; false for one that is another page under a second address, or not of this site. */
function note({ frontier, pages }: Exploration, { url, depth, page }: StoredPage): boolean {
  const canonical = page?.canonical && pageAddress(page.canonical);
  const elsewhere = canonical && canonical !== url && siteOf(canonical) === siteOf(url);
  if (elsewhere) frontier.add([canonical], depth);
  if (page?.follow) frontier.add(page.links, depth + 1);
  frontier.seen(url);
  if (elsewhere || pages.has(url)) return false;
  pages.add(url);
  return true;
}
