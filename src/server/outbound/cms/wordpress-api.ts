import { Parser } from "htmlparser2";
import { linksOf } from "../../../site/page/link-header.ts";
import type { Outside, OutsideResponse } from "../outside.ts";
import { BlogError } from "./blog.ts";
import { askBlog } from "./blog-call.ts";
import { blogJson } from "./blog-json.ts";
import { refusalOf } from "./blog-refusal.ts";

/** How WordPress announces its API. Source: developer.wordpress.org, REST API, discovery. */
const relation = "https://api.w.org/";

/** Bytes of the front page: its links are in its head. */
const frontMax = 256 * 1024;

/** Pages of WordPress itself, of which people copy the address. */
const ownPages = /(?<=\/)(?:wp-admin(?:\/.*)?|wp-login\.php|wp-json(?:\/.*)?|index\.php)$/;

/**
 * The API's address at a site: as its front page announces it in a header or in its HTML, else where WordPress usually has it,
 * with a path or with plain permalinks. Always on the given host, for credentials go there. Throws BlogError.
 */
export async function wordpressApi(outside: Outside, siteUrl: string, signal: AbortSignal): Promise<string> {
  const page = { headers: { accept: "text/html" }, redirects: 5, signal };
  const bounds = { bytesMax: frontMax, whenTooLarge: "cut" } as const;
  const front = await askBlog(outside, siteUrl, page, bounds).catch(orNoBlog);
  const site = front && isSameSite(siteUrl, front.url) ? encryptedAs(siteUrl, front.url) : new URL(siteUrl);
  if (front) {
    for (const target of announcedBy(front)) {
      const url = onSite(target, site, front.url);
      if (url) return url;
    }
  }
  let failure = front ? refusalOf(front) : null;
  for (const guess of guesses(site, siteUrl)) {
    const answer = await askBlog(outside, guess, { redirects: 2, signal }).catch(orNoBlog);
    if (!answer || !isSameSite(siteUrl, answer.url)) continue;
    const kind = refusalOf(answer);
    const says = blogJson(answer.body);
    // An API that is closed to those who do not sign in is one, too.
    const isApi = kind === null ? isIndex(says) : kind !== "no_blog" && isRefusal(says);
    if (isApi) return withoutQuery(answer.url);
    if (kind !== null && (failure === null || failure === "no_blog")) failure = kind;
  }
  throw new BlogError(failure ?? "no_blog");
}

/** Null for an answer that cannot be used; a site that cannot be reached is not asked again. */
function orNoBlog(error: unknown): null {
  if (error instanceof BlogError && error.kind === "no_blog") return null;
  throw error;
}

/** Hosts with and without `www.` belong together, on the same port or on that of https. */
function isSameSite(siteUrl: string, otherUrl: string): boolean {
  const [site, other] = [new URL(siteUrl), new URL(otherUrl)];
  const isPort = other.port === site.port || (other.protocol === "https:" && other.port === "");
  return bare(other.hostname) === bare(site.hostname) && isPort;
}

/** Where redirects led, but never from https to http. */
function encryptedAs(siteUrl: string, finalUrl: string): URL {
  const [site, other] = [new URL(siteUrl), new URL(finalUrl)];
  return site.protocol === "https:" && other.protocol !== "https:" ? site : other;
}

/**
 * An announced address, on the origin that we were given: behind a proxy WordPress often believes that it is asked by another
 * port or over plain http. Null for another host's.
 */
function onSite(target: string, site: URL, base: string): string | null {
  const targetUrl = URL.parse(target, base);
  if (!targetUrl || bare(targetUrl.hostname) !== bare(site.hostname)) return null;
  const url = new URL(site.origin);
  url.pathname = targetUrl.pathname;
  url.search = targetUrl.search;
  return url.href;
}

function guesses(site: URL, siteUrl: string): string[] {
  const places = [site, new URL(siteUrl)].map((url) => {
    const folder = new URL(url.origin);
    folder.pathname = url.pathname.replace(ownPages, "").replace(/\/*$/, "/");
    return folder.href;
  });
  return [...new Set(places)].flatMap((place) => [`${place}wp-json/`, `${place}?rest_route=/`]);
}

function withoutQuery(text: string): string {
  const url = new URL(text);
  if (!url.searchParams.has("rest_route")) url.search = "";
  return url.href;
}

function isIndex(value: unknown): boolean {
  const { namespaces, routes } = (value ?? {}) as Record<string, unknown>;
  return Array.isArray(namespaces) || (typeof routes === "object" && routes !== null);
}

const isRefusal = (value: unknown): boolean =>
  typeof (value as Record<string, unknown> | undefined)?.code === "string";

const bare = (hostname: string): string => hostname.replace(/^www\./, "");

/** The addresses of the API that a front page announces; its HTML is read only if its header has none that serves. */
function* announcedBy({ headers, body }: OutsideResponse): Generator<string> {
  for (const { target, relations } of linksOf(headers.link ?? ""))
    if (relations.includes(relation)) yield target;
  yield* htmlLinks(body.toString("utf8"));
}

/** The addresses of the API that a page's head links to. */
function htmlLinks(html: string): string[] {
  const links: string[] = [];
  const parser = new Parser({
    onopentag(name, { rel = "", href = "" }) {
      if (name === "link" && rel.toLowerCase().split(/\s+/).includes(relation)) links.push(href);
    },
  });
  parser.end(html);
  return links;
}
