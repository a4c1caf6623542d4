import { siteOf } from "../domain/frontier.ts";
import { mayFetch, type Robots, robotsBytesMax, robotsOf } from "../domain/robots.ts";
import { readSitemap } from "../domain/sitemap.ts";
import { type Outside, OutsideError } from "../kernel/outside.ts";

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
    found ||= sitemap.pages.length > 0 || sitemap.sitemaps.length > 0;
    pages.push(...sitemap.pages);
    waiting.push(...sitemap.sitemaps);
  }
  return { pages, found };
}

async function sitemapAt(outside: Outside, url: string, signal: AbortSignal) {
  try {
    const { status, body } = await outside.fetch({
      url,
      bytesMax: sitemapBytesMax,
      whenTooLarge: "cut",
      signal,
    });
    return readSitemap(status === 200 ? body : Buffer.alloc(0));
  } catch (error) {
    if (error instanceof OutsideError && error.kind !== "cancelled") return { pages: [], sitemaps: [] };
    throw error;
  }
}
