import { setTimeout as pause } from "node:timers/promises";
import { canonicalElsewhere } from "../../../site/crawl/copies.ts";
import { type CrawlFailureCode, type CrawlSettings, failureOfWall } from "../../../site/crawl/crawl.ts";
import { failedPage, linksToFollow } from "../../../site/crawl/crawled-page.ts";
import { createFrontier, type Frontier, siteOf } from "../../../site/crawl/frontier.ts";
import { type AgentRules, allows } from "../../../site/crawl/robots.ts";
import { createPace } from "../../kernel/pace.ts";
import { OutsideError } from "../../outbound/outside.ts";
import { BusyError, UnreadableError } from "../../outbound/parsing.ts";
import type { SiteRobots, Website } from "../../outbound/website/website.ts";
import type { StoredPage } from "./crawl-pages.ts";
import { type FetchedPage, fetchPage, type Target } from "./fetch-page.ts";
import type { HostPace } from "./host-pace.ts";

/** Ends a crawl early; a null code means that nobody waits for it any more. */
export class CrawlEndedError extends Error {
  override name = "CrawlEndedError";
  readonly code: CrawlFailureCode | null;

  constructor(code: CrawlFailureCode | null) {
    super(code ?? "gone");
    this.code = code;
  }
}

export interface ExploreParts {
  website: Website;
  hosts: HostPace;
  settings: CrawlSettings;
  stop: AbortSignal;
  /** No other attempt follows: what this machine is too busy to read is left out, where it ends an earlier attempt. */
  last: boolean;
  now(): Date;
}

/** Sources of pages other than the site, and where pages are stored. */
export interface PageMemory {
  /** Pages that an interrupted attempt has stored, by requested address. */
  known(urls: readonly string[]): Promise<Map<string, StoredPage>>;
  /** Pages of an earlier crawl, which need not be sent again if unchanged. */
  earlier(urls: readonly string[]): Promise<Map<string, StoredPage>>;
  save(pages: readonly StoredPage[], urlCount: number): Promise<void>;
}

export interface Explored {
  hasRobots: boolean;
  hasSitemap: boolean;
  /** Addresses of sitemaps that this machine was too busy to read. */
  sitemapsUnread: string[];
}

/** The longest delay that a robots.txt can impose. */
const delayMaxMs = 10_000;

interface Exploration extends ExploreParts {
  memory: PageMemory;
  frontier: Frontier;
  /** Whether robots.txt lets us have an address. */
  may(url: string): Promise<boolean>;
  delayMs: number;
  signal: AbortSignal;
  /** Final addresses of the pages so far. */
  pages: Set<string>;
  /** Pages requested so far. */
  count: number;
}

/**
 * Walks a site from its start page and its sitemaps, nearest pages first, within the bounds of the settings. A site that
 * keeps us out or yields no page ends as CrawlEndedError, one that cannot be reached as OutsideError.
 */
export async function explore(parts: ExploreParts, start: string, memory: PageMemory): Promise<Explored> {
  const deadline = AbortSignal.timeout(parts.settings.timeMs);
  const signal = AbortSignal.any([deadline, parts.stop]);
  let robots = await robotsAt(parts, start, signal);
  const { page: home, links } = await startPage(parts, { start, rules: robots.rules }, memory, signal);
  if (siteOf(home.url) !== siteOf(start)) robots = await robotsAt(parts, home.url, signal);

  const pace = createPace();
  const { rules } = robots;
  const may = (url: string) => pace(() => allows(rules, url));
  const frontier = createFrontier(home.url);
  frontier.markSeen(start);
  frontier.markSeen(home.url);
  frontier.add(links, 1);
  const sitemaps = await addSitemaps({ ...parts, frontier, may }, home.url, robots, signal);
  await memory.save([home], frontier.foundCount());

  // Turning politeness off turns it off altogether.
  const delayMs =
    parts.settings.delayMs &&
    Math.min(delayMaxMs, Math.max(parts.settings.delayMs, (rules.crawlDelay ?? 0) * 1000));
  const pages = new Set([home.url]);
  await walk({ ...parts, memory, frontier, may, delayMs, signal, pages, count: 1 }, deadline);
  return { hasRobots: robots.file !== null, ...sitemaps };
}

/** The rules that apply to an address; ends the crawl if they keep us out. */
async function robotsAt(
  { website }: ExploreParts,
  address: string,
  signal: AbortSignal,
): Promise<SiteRobots> {
  const robots = await website.robots(address, { refused: "throws", signal });
  if (robots.unreachable) throw new CrawlEndedError("SITE_UNREACHABLE");
  if (!allows(robots.rules, address)) throw new CrawlEndedError("ROBOTS_DISALLOWED");
  return robots;
}

/** Adds the site's pages from its sitemaps; returns whether there are any, and which could not be read in the last attempt. */
async function addSitemaps(
  { website, frontier, may, last }: Pick<Exploration, "website" | "frontier" | "may" | "last">,
  home: string,
  robots: SiteRobots,
  signal: AbortSignal,
): Promise<Pick<Explored, "hasSitemap" | "sitemapsUnread">> {
  const sitemapsUnread: string[] = [];
  // Their pages may still be found by links.
  const leftOut = last ? { onBusy: (url: string) => void sitemapsUnread.push(url) } : {};
  const terms = { page: null, may, signal, ...leftOut };
  const sitemaps = await website.sitemaps({ url: home, robots }, terms);
  for (const { sitemap } of sitemaps) if (sitemap?.kind === "pages") frontier.add(sitemap.urls, 1);
  const read = sitemaps.some(({ sitemap }) => sitemap !== null && sitemap.entries > 0);
  return { hasSitemap: read || sitemapsUnread.length > 0, sitemapsUnread };
}

/** The page that the crawl starts with; one that asks not to be indexed is followed but not stored. */
async function startPage(
  { website, now }: ExploreParts,
  { start, rules }: { start: string; rules: AgentRules },
  memory: PageMemory,
  signal: AbortSignal,
): Promise<Pick<FetchedPage, "page" | "links">> {
  const storedPage = (await memory.known([start])).get(start);
  if (storedPage?.page) return { page: storedPage, links: linksToFollow(storedPage.page) };
  const earlier = (await memory.earlier([start])).get(start);
  // A start page may refresh to another site, as it may redirect there.
  const may = async (url: string) =>
    siteOf(url) === siteOf(start)
      ? allows(rules, url)
      : allows((await website.robots(url, { refused: "as_failure", signal })).rules, url);
  const { page, links } = await fetchPage(
    website,
    { url: start, depth: 0, ordinal: 0 },
    { earlier, signal, now, may },
  ).catch((error) => {
    if (error instanceof UnreadableError) throw new CrawlEndedError("PAGE_UNREADABLE");
    throw error;
  });
  if (page.instead && links.length === 0) throw new CrawlEndedError(failureOfWall[page.instead]);
  if (page.status !== null && page.status >= 500) throw new CrawlEndedError("SITE_UNREACHABLE");
  if (!page.page && links.length === 0) throw new CrawlEndedError("NO_PAGES");
  return { page, links };
}

/** In waves, so that what is found does not depend on who answers first. */
async function walk(exploration: Exploration, deadline: AbortSignal): Promise<void> {
  const { settings, frontier, memory, stop, signal } = exploration;
  try {
    while (exploration.count < settings.pagesMax) {
      const wave = await nextWave(exploration);
      if (wave.length === 0) return;
      const results = await askAll(exploration, wave);
      const fresh = results.filter((result) => note(exploration, result));
      exploration.count += wave.length;
      await memory.save(
        fresh.map(({ page }) => page),
        frontier.foundCount(),
      );
      const waitMs = Math.max(0, ...results.map(({ waitMs }) => waitMs));
      if (waitMs > 0) await pause(waitMs, undefined, { signal });
      signal.throwIfAborted();
    }
  } catch (error) {
    // Out of time: what has been found by now is the crawl.
    if (stop.aborted || !deadline.aborted) throw error;
  }
}

async function nextWave({ settings, frontier, may, count }: Exploration): Promise<Target[]> {
  const wave: Target[] = [];
  const room = Math.min(settings.atOnce, settings.pagesMax - count);
  while (wave.length < room) {
    const [next] = frontier.next(1);
    if (!next) break;
    if (await may(next.url)) wave.push({ ...next, ordinal: count + wave.length });
  }
  return wave;
}

async function askAll(exploration: Exploration, wave: readonly Target[]): Promise<FetchedPage[]> {
  const { website, hosts, memory, frontier, delayMs, signal, now, last } = exploration;
  const may = async (url: string) => frontier.covers(url) && exploration.may(url);
  const urls = wave.map(({ url }) => url);
  const storedPages = await memory.known(urls);
  const earlier = await memory.earlier(urls.filter((url) => !storedPages.has(url)));
  return Promise.all(
    wave.map(async (target) => {
      const stored = storedPages.get(target.url);
      if (stored) return { page: stored, links: linksToFollow(stored.page), waitMs: 0 };
      await hosts.turn(new URL(target.url).host, delayMs, signal);
      return fetchOrFail(
        () => fetchPage(website, target, { earlier: earlier.get(target.url), signal, now, may }),
        target,
        { now, last, signal },
      );
    }),
  );
}

/**
 * A page that fails, or cannot be read in time, counts as a failed page and does not end the crawl. Nor does one that this
 * machine is too busy to read, in the last attempt.
 */
async function fetchOrFail(
  ask: () => Promise<FetchedPage>,
  { url, depth, ordinal }: Target,
  { now, last, signal }: Pick<Exploration, "now" | "last" | "signal">,
): Promise<FetchedPage> {
  try {
    return await ask();
  } catch (error) {
    const failed =
      error instanceof OutsideError
        ? error.kind !== "cancelled"
        : error instanceof UnreadableError || (last && error instanceof BusyError && !signal.aborted);
    if (!failed) throw error;
    const page = { ...failedPage(url, depth, now().toISOString()), askedUrl: url, ordinal };
    return { page, links: [], waitMs: 0 };
  }
}

/** Adds a page's links, and the page that it calls its original; false if it was there already, by another address. */
function note({ frontier, pages }: Exploration, { page: stored, links }: FetchedPage): boolean {
  const { url, depth, page } = stored;
  frontier.add(links, depth + 1);
  const canonical = page && canonicalElsewhere(page);
  if (canonical) frontier.add([canonical], depth + 1);
  frontier.markSeen(url);
  if (pages.has(url)) return false;
  pages.add(url);
  return true;
}
