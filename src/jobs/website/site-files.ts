import { siteOf } from "../../domain/website/crawl/frontier.ts";
import { mayFetch, type Robots, robotsBytesMax, robotsOf } from "../../domain/website/crawl/robots.ts";
import { readSitemap, type Sitemap } from "../../domain/website/crawl/sitemap.ts";
import { unpacked } from "../../domain/website/crawl/unpacked.ts";
import { decodedPage } from "../../domain/website/page/charset.ts";
import { type Outside, OutsideError } from "../../kernel/outside/outside.ts";

/**
 * The robots.txt that an address stands under. Throws OutsideError where the site itself cannot be reached; any other
 * trouble means what RFC 9309 says it means.
 */
export async function robotsAt(
  outside: Outside,
  address: string,
  signal: AbortSignal,
): Promise<{ robots: Robots; found: boolean }> {
  const url = new URL("/robots.txt", address).href;
  try {
    const { status, body } = await outside.fetch({
      url,
      bytesMax: robotsBytesMax,
      whenTooLarge: "cut",
      signal,
    });
    if (status >= 500) throw new OutsideError("connection");
    return {
      robots: robotsOf({ status, body: body.toString("utf8") }),
      found: status >= 200 && status < 300,
    };
  } catch (error) {
    const led =
      error instanceof OutsideError &&
      /^(too_many_redirects|redirect_refused|bad_response)$/.test(error.kind);
    // Redirected without end is unavailable: everything is allowed.
    if (led) return { robots: robotsOf({ status: 404, body: "" }), found: false };
    throw error;
  }
}

const sitemapsMax = 10;
const sitemapBytesMax = 2 * 1024 * 1024;
/** Of one file; many times what is crawled. */
const entriesMax = 5_000;

/** The pages of this site that its sitemaps list, through at most ten files. What cannot be had is left out. */
export async function sitemapPages(
  outside: Outside,
  address: string,
  robots: Robots,
  signal: AbortSignal,
): Promise<{ pages: string[]; found: boolean }> {
  const given = robots.sitemaps.length > 0 ? robots.sitemaps : [new URL("/sitemap.xml", address).href];
  const waiting = given.filter((url) => URL.canParse(url));
  const seen = new Set<string>();
  const pages: string[] = [];
  let found = false;
  while (waiting.length > 0 && seen.size < sitemapsMax) {
    const url = waiting.shift()!;
    // Another site's word on our pages is not asked for.
    if (seen.has(url) || siteOf(url) !== siteOf(address) || !mayFetch(robots, outside.agent, url)) continue;
    seen.add(url);
    const sitemap = await sitemapAt(outside, url, signal);
    if (!sitemap) continue;
    const urls = sitemap.entries.slice(0, entriesMax).map(({ url }) => url);
    found ||= urls.length > 0;
    (sitemap.kind === "pages" ? pages : waiting).push(...urls);
  }
  return { pages, found };
}

async function sitemapAt(outside: Outside, url: string, signal: AbortSignal): Promise<Sitemap | null> {
  try {
    const { status, headers, body } = await outside.fetch({
      url,
      bytesMax: sitemapBytesMax,
      whenTooLarge: "cut",
      signal,
    });
    if (status !== 200) return null;
    const { bytes } = await unpacked(body);
    return readSitemap(decodedPage(bytes, headers["content-type"] ?? null));
  } catch (error) {
    if (error instanceof OutsideError && error.kind !== "cancelled") return null;
    throw error;
  }
}
