import { comparable } from "./address.ts";
import { linksOf } from "./link-header.ts";

/**
 * The canonical addresses that a page names, without repeats: those of its `<link>`s and of its Link header (RFC 6596),
 * absolute if they can be parsed, otherwise as written.
 */
export function canonicalsOf(
  hrefs: readonly string[],
  { base, url, header }: { base: string; url: string; header: string },
): string[] {
  const absolute = (against: string) => (href: string) => URL.parse(href.trim(), against)?.href ?? href;
  return [...new Set([...hrefs.map(absolute(base)), ...hrefsOf(header).map(absolute(url))])];
}

const hrefsOf = (header: string): string[] =>
  linksOf(header)
    .filter(({ relations }) => relations.includes("canonical"))
    .map(({ target }) => target);

/**
 * Whether a canonical address is the page's own, in another spelling or without its query: such an address tells nothing
 * of another page. The scheme, `www.`, a trailing slash and an index file make no other page.
 */
export function isOwnCanonical(canonical: string, url: string): boolean {
  const [target, own] = [comparable(canonical), comparable(url)];
  if (!target || !own) return false;
  return (
    target.host === own.host &&
    target.path === own.path &&
    (target.query === own.query || target.query === "")
  );
}
