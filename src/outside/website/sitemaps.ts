import { bytesOf } from "../../domain/website/crawl/site-file.ts";
import type { ReadSitemap } from "../../domain/website/readiness/material.ts";
import type { Outside } from "../../kernel/outside/outside.ts";
import { BusyError, type Parsing, UnreadableError } from "../../kernel/outside/parsing.ts";
import { type PatienceTerms, patiently } from "../../kernel/outside/patience.ts";
import type { SitemapTerms } from "../../kernel/outside/website.ts";
import { attemptFile } from "./fetch-file.ts";

type Terms = SitemapTerms & Pick<PatienceTerms, "withinMs">;

const bytesMax = 2 * 1024 * 1024;
const atOnce = 5;
/** Sitemaps read from one index; many times the files that are fetched. */
const listedMax = 50;

/** Reads sitemaps and those that they list, each once, up to a number of files. Those that fail are left out. */
export async function sitemapsFrom(
  outside: Outside,
  parsing: Parsing,
  addresses: readonly string[],
  terms: Terms,
): Promise<ReadSitemap[]> {
  const waiting = addresses.filter((url) => URL.canParse(url));
  const seen = new Set<string>();
  const found: ReadSitemap[] = [];
  for (;;) {
    const wave = await nextWave(waiting, seen, terms);
    if (wave.length === 0) return found;
    for (const read of await Promise.all(wave.map((url) => sitemapAt(outside, parsing, url, terms)))) {
      if (!read) continue;
      found.push(read);
      if (read.sitemap?.kind === "index") waiting.push(...read.sitemap.urls.slice(0, listedMax));
    }
  }
}

async function nextWave(waiting: string[], seen: Set<string>, terms: Terms): Promise<string[]> {
  const wave: string[] = [];
  while (wave.length < atOnce && seen.size < terms.filesMax) {
    const url = waiting.shift();
    if (url === undefined) break;
    if (seen.has(url) || !(await terms.may(url))) continue;
    seen.add(url);
    wave.push(url);
  }
  return wave;
}

async function sitemapAt(
  outside: Outside,
  parsing: Parsing,
  url: string,
  { page, site, keep, timeoutMs, signal, withinMs, onBusy }: Terms,
): Promise<ReadSitemap | null> {
  const terms = { ...(timeoutMs ? { timeoutMs } : {}), ...(signal ? { signal } : {}) };
  const fetch = await attemptFile(outside, { ...terms, url, bytesMax }, "as_failure");
  if (!fetch.ok || fetch.status !== 200) return null;
  try {
    const request = { ...bytesOf(fetch), page, site, keep };
    const sitemap = await patiently(() => parsing.sitemap(request), {
      signal,
      ...(withinMs === undefined ? {} : { withinMs }),
    });
    return { url: fetch.url, sitemap, cut: fetch.cut };
  } catch (error) {
    if (onBusy && error instanceof BusyError && !signal?.aborted) {
      onBusy(fetch.url);
      return null;
    }
    if (!(error instanceof UnreadableError)) throw error;
    return { url: fetch.url, sitemap: null, cut: true };
  }
}
