import { siteOf } from "../../../site/crawl/frontier.ts";
import { allows } from "../../../site/crawl/robots.ts";
import { bytesOf } from "../../../site/page/site-file.ts";
import type { ReadSitemap } from "../../website/readiness/checks/material.ts";
import type { Outside } from "../outside.ts";
import { BusyError, type Parsing, UnreadableError } from "../parsing.ts";
import { type PatienceTerms, patiently } from "../patience.ts";
import { attemptFile } from "./fetch-file.ts";
import { robotsAt } from "./robots.ts";
import type { SitemapTerms, SiteOfSitemaps } from "./website.ts";

type Terms = SitemapTerms & Pick<PatienceTerms, "withinMs">;

const bytesMax = 2 * 1024 * 1024;
const atOnce = 5;
/** Files read of one site. */
const filesMax = 20;
/** Sitemaps taken from one index; many times the files that are fetched. */
const listedMax = 50;
/** Addresses kept of each; many times what is crawled. */
const entriesKept = 5_000;
/** Where sitemaps are if robots.txt names none that can be read: the usual place, then those of some systems. */
const usualPlaces = [["/sitemap.xml"], ["/sitemap_index.xml", "/wp-sitemap.xml", "/sitemap.txt"]];

/** Reads the sitemaps that a site's robots.txt names and those that they list, each once, up to a number of files. */
export async function sitemapsOf(
  outside: Outside,
  parsing: Parsing,
  { url: site, robots: { file } }: SiteOfSitemaps,
  terms: Terms,
): Promise<ReadSitemap[]> {
  const visitedUrls = new Set<string>();
  const may = mayAt(outside, parsing, site, terms);
  const from = (addresses: readonly string[]) => {
    // Some write the path alone.
    const waiting = addresses.flatMap((address) => URL.parse(address, site)?.href ?? []);
    return readFrom(outside, parsing, waiting, { ...terms, site, visitedUrls, may });
  };
  const sitemaps = await from(file?.sitemaps ?? []);
  for (const places of usualPlaces) {
    if (sitemaps.some(({ sitemap }) => sitemap)) break;
    sitemaps.push(...(await from(places)));
  }
  return sitemaps;
}

/** On the site itself the caller decides. Another host is asked, once, as it has not been asked for anything yet. */
function mayAt(
  outside: Outside,
  parsing: Parsing,
  site: string,
  { may, timeoutMs, signal }: Terms,
): (url: string) => Promise<boolean> {
  const terms = {
    refused: "as_failure",
    ...(timeoutMs ? { timeoutMs } : {}),
    ...(signal ? { signal } : {}),
  } as const;
  const hosts = new Map<string, ReturnType<typeof robotsAt>>();
  return async (url) => {
    if (siteOf(url) === siteOf(site)) return may(url);
    const { origin } = new URL(url);
    const robots = hosts.get(origin) ?? robotsAt(outside, parsing, url, terms);
    hosts.set(origin, robots);
    return allows((await robots).rules, url);
  };
}

interface Walk extends Terms {
  site: string;
  visitedUrls: Set<string>;
}

async function readFrom(
  outside: Outside,
  parsing: Parsing,
  waiting: string[],
  walk: Walk,
): Promise<ReadSitemap[]> {
  const sitemaps: ReadSitemap[] = [];
  for (;;) {
    const wave = await nextWave(waiting, walk);
    if (wave.length === 0) break;
    for (const read of await Promise.all(wave.map((url) => sitemapAt(outside, parsing, url, walk)))) {
      if (!read) continue;
      sitemaps.push(read);
      if (read.sitemap?.kind === "index") waiting.push(...read.sitemap.urls.slice(0, listedMax));
    }
  }
  return waiting.length === 0 ? sitemaps : sitemaps.map((read) => ({ ...read, cut: true }));
}

async function nextWave(waiting: string[], { visitedUrls, may }: Walk): Promise<string[]> {
  const wave: string[] = [];
  while (wave.length < atOnce && visitedUrls.size < filesMax) {
    const url = waiting.shift();
    if (url === undefined) break;
    if (visitedUrls.has(url) || !/^https?:/.test(url)) continue;
    visitedUrls.add(url);
    if (await may(url)) wave.push(url);
  }
  return wave;
}

async function sitemapAt(
  outside: Outside,
  parsing: Parsing,
  address: string,
  { page, site, timeoutMs, signal, withinMs, onBusy }: Walk,
): Promise<ReadSitemap | null> {
  const terms = { ...(timeoutMs ? { timeoutMs } : {}), ...(signal ? { signal } : {}) };
  const fetch = await attemptFile(outside, { ...terms, url: address, bytesMax }, "as_failure");
  if (!fetch.ok || fetch.status !== 200) return null;
  const { url, cut } = fetch;
  try {
    const request = { ...bytesOf(fetch), url, page, site, keep: entriesKept };
    const read = await patiently(() => parsing.sitemap(request), {
      signal,
      ...(withinMs === undefined ? {} : { withinMs }),
    });
    return { url, sitemap: typeof read === "string" ? null : read, webPage: read === "web_page", cut };
  } catch (error) {
    if (onBusy && error instanceof BusyError && !signal?.aborted) {
      onBusy(url);
      return null;
    }
    if (!(error instanceof UnreadableError)) throw error;
    return { url, sitemap: null, webPage: false, cut: true };
  }
}
