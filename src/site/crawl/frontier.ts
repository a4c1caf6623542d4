/** The pages of one site that a crawl has not yet seen: nearest first, then by address, so the order is always the same. */
export interface Frontier {
  /** Adds addresses found at `depth`, except those of other sites, of files, or seen before. */
  add(addresses: readonly string[], depth: number): void;
  /** Records the address that a redirect led to. */
  markSeen(address: string): void;
  /** The next few, at most `count`. */
  next(count: number): { url: string; depth: number }[];
  /** Whether an address is of the site. */
  covers(address: string): boolean;
  /** Addresses ever added. */
  foundCount(): number;
}

const depthMax = 10;
const foundMax = 5_000;
/** One path with more different queries than this is a calendar or a filter, not a site. */
const queriesPerPathMax = 20;

const files =
  /\.(?:7z|avi|avif|bin|bmp|bz2|css|csv|deb|dmg|docx?|eot|epub|exe|gif|gz|ico|iso|jar|jpe?g|js|json|m4a|mjs|mkv|mov|mp3|mp4|mpe?g|msi|ogg|otf|pdf|png|pptx?|psd|rar|rpm|rss|svg|tar|tgz|tiff?|ttf|txt|wasm|wav|webm|webp|woff2?|xlsx?|xml|zip)$/i;
const tracking =
  /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|ref|_ga|_gl|igshid|yclid|sessionid|phpsessid|jsessionid|sid)$/i;

export function createFrontier(start: string): Frontier {
  const site = siteOf(start);
  const urls = new Set<string>();
  const queries = new Map<string, number>();
  const waiting: { url: string; depth: number }[] = [];
  let sorted = true;

  const fits = (url: string): boolean => {
    if (urls.has(url)) return false;
    const { hostname, port, pathname, search } = new URL(url);
    if (siteOfHost(hostname, port) !== site || files.test(pathname)) return false;
    if (!search) return true;
    const count = (queries.get(pathname) ?? 0) + 1;
    queries.set(pathname, count);
    return count <= queriesPerPathMax;
  };

  return {
    add(addresses, depth) {
      if (depth > depthMax) return;
      for (const address of addresses) {
        if (urls.size >= foundMax) return;
        const url = pageAddress(address);
        if (!url || !fits(url)) continue;
        urls.add(url);
        waiting.push({ url, depth });
        sorted = false;
      }
    },
    markSeen(address) {
      const url = pageAddress(address);
      if (url) urls.add(url);
    },
    next(count) {
      if (!sorted) waiting.sort(byNearness);
      sorted = true;
      return waiting.splice(0, count);
    },
    covers: (address) => siteOf(address) === site,
    foundCount: () => urls.size,
  };
}

/** The canonical form of a page's address: no fragment, no tracking parameters. Null if it is not an address. */
export function pageAddress(address: string): string | null {
  const url = address.length > 8_192 ? null : URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username) return null;
  url.hash = "";
  if (url.search)
    for (const name of new Set(url.searchParams.keys()))
      if (tracking.test(name)) url.searchParams.delete(name);
  return url.href.length <= 2_048 ? url.href : null;
}

/** Host and port without `www.`: http and https count as one site. */
export function siteOf(address: string): string {
  const { hostname, port } = new URL(address);
  return siteOfHost(hostname, port);
}

const siteOfHost = (hostname: string, port: string): string => `${hostname.replace(/^www\./, "")}:${port}`;

const byNearness = (a: { url: string; depth: number }, b: { url: string; depth: number }): number =>
  a.depth - b.depth || a.url.length - b.url.length || (a.url < b.url ? -1 : 1);
