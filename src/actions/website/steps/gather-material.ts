import { readSitemap } from "../../../domain/website/crawl/sitemap.ts";
import { type Fetch, type Fetches, isWebPage } from "../../../domain/website/readiness/material.ts";
import { robotsRules } from "../../../domain/website/readiness/robots-rules.ts";
import type { Context } from "../../../kernel/context.ts";
import { fetchOne } from "./fetch-one.ts";

/** A little more than the heaviest page that is weighed; the rest of a longer one is not read. */
const pageBytesMax = 2 * 1024 * 1024;
/** RFC 9309 asks for at least 500 KiB. */
const textBytesMax = 512 * 1024;
const llmsBytesMax = 256 * 1024;
const besidesTimeoutMs = 5_000;
const sitemapsMax = 5;

type Outside = Pick<Context, "outside" | "now">;

/**
 * Fetches all that a readiness check looks at, the page first, what lies beside it together. Throws URL_NOT_ALLOWED
 * where the address given may not be fetched; every other failure is part of the material.
 */
export async function gatherMaterial(context: Outside, url: string): Promise<Fetches> {
  const page = await fetchOne(context, { url, bytesMax: pageBytesMax }, "throws");
  const at = context.now().getTime();
  if (!page.ok) return { page, counterpart: null, robots: page, sitemaps: [], llms: page, at };
  const [counterpart, robots, llms] = await Promise.all([
    fetchCounterpart(context, page.url),
    fetchBeside(context, page.url, "/robots.txt", textBytesMax),
    fetchBeside(context, page.url, "/llms.txt", llmsBytesMax),
  ]);
  const sitemaps = await fetchSitemaps(context, page.url, robots);
  return { page, counterpart, robots, sitemaps, llms, at };
}

/** The same address over the other of http and https; a server on a port of its own has no such counterpart. */
async function fetchCounterpart(context: Outside, url: string): Promise<Fetch | null> {
  const other = new URL(url);
  if (other.port !== "") return null;
  other.protocol = other.protocol === "https:" ? "http:" : "https:";
  return fetchBeside(context, other.href, other.href, textBytesMax);
}

/** Sitemaps that robots.txt names, or the one at its usual place; of an index the first that it lists. */
async function fetchSitemaps(context: Outside, page: string, robots: Fetch): Promise<Fetch[]> {
  const readable = robots.ok && robots.status === 200 && !isWebPage(robots);
  const named = readable ? robotsRules(robots.text, page).sitemaps : [];
  const wanted = [...new Set(named.length > 0 ? named : ["/sitemap.xml"])].slice(0, sitemapsMax);
  const files = await Promise.all(wanted.map((path) => fetchBeside(context, page, path, pageBytesMax)));
  const inner = files.flatMap((file) => {
    const sitemap = file.ok && file.status === 200 ? readSitemap(file.text) : null;
    return sitemap?.kind === "index" ? sitemap.entries.map(({ url }) => url) : [];
  });
  const more = inner.slice(0, sitemapsMax).map((path) => fetchBeside(context, page, path, pageBytesMax));
  return [...files, ...(await Promise.all(more))];
}

async function fetchBeside(context: Outside, base: string, path: string, bytesMax: number): Promise<Fetch> {
  if (!URL.canParse(path, base)) return { ok: false, url: path, failure: "redirect_refused" };
  const { href: url } = new URL(path, base);
  return fetchOne(context, { url, bytesMax, timeoutMs: besidesTimeoutMs }, "as_failure");
}
