import { pageAddress, siteOf } from "../../domain/website/crawl/frontier.ts";
import { decodedPage } from "../../domain/website/page/charset.ts";
import { readPage } from "../../domain/website/page/page.ts";
import type { Outside, OutsideResponse } from "../../kernel/outside/outside.ts";
import type { StoredPage } from "../../store/website/crawl-pages.ts";

interface Target {
  url: string;
  depth: number;
  ordinal: number;
}

const accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1";
const linksKept = 300;
const validatorMax = 500;
const retryAfterMaxMs = 10_000;

/**
 * Asks for one page, by its validators where an earlier crawl has it, and reads it. Throws as the outbound guard does;
 * any status is an answer.
 */
export async function fetchPage(
  outside: Outside,
  { url, depth, ordinal }: Target,
  { earlier, signal, now }: { earlier?: StoredPage | undefined; signal: AbortSignal; now(): Date },
): Promise<{ page: StoredPage; response: OutsideResponse }> {
  const response = await outside.fetch({
    url,
    headers: { accept, ...(earlier?.page ? validatorsOf(earlier) : {}) },
    whenTooLarge: "cut",
    signal,
  });
  const final = pageAddress(response.url) ?? response.url;
  const fetchedAt = now().toISOString();
  const asked = { askedUrl: url, depth, ordinal, fetchedAt };
  if (response.status === 304 && earlier) return { page: { ...earlier, ...asked }, response };
  const { headers, status } = response;
  const stored: StoredPage = {
    ...asked,
    url: final,
    status,
    etag: headers.etag?.slice(0, validatorMax) ?? null,
    lastModified: headers["last-modified"]?.slice(0, validatorMax) ?? null,
    page: pageOf(response, final, depth === 0 ? final : url),
  };
  return { page: stored, response };
}

function validatorsOf({ etag, lastModified }: StoredPage): Record<string, string> {
  return {
    ...(etag ? { "if-none-match": etag } : {}),
    ...(lastModified ? { "if-modified-since": lastModified } : {}),
  };
}

/** Null for what is no page: an error, another type, or a redirect to another site. */
function pageOf({ status, headers, body }: OutsideResponse, url: string, site: string) {
  const type = headers["content-type"] ?? null;
  const isHtml = /^\s*(text\/html|application\/xhtml\+xml)/i.test(type ?? "text/html");
  if (status < 200 || status >= 300 || !isHtml || body.length === 0 || siteOf(url) !== siteOf(site))
    return null;
  const page = readPage(decodedPage(body, type), url);
  const links = page.links.filter((link) => siteOf(link) === siteOf(url));
  return { ...page, links: links.slice(0, linksKept) };
}

/** How long a site that is asked too much wants to be left alone, in ms, within reason. */
export function retryAfterMs({ status, headers }: OutsideResponse): number {
  if (status !== 429 && status !== 503) return 0;
  const seconds = Number(headers["retry-after"] ?? 1);
  return Math.min(retryAfterMaxMs, 1_000 * (seconds >= 0 ? seconds : 1));
}
