import { excerpt, fail, pass, type Verdict, warn } from "./check.ts";
import type { Material } from "./material.ts";

/** Whether a sitemap exists and lists the page. */
export function sitemap({ read }: Material): Verdict {
  const valid = read.filter(({ sitemap }) => sitemap);
  if (read.length === 0) {
    return fail(
      "There is no sitemap.",
      "Publish /sitemap.xml with every page you want found, and name it in robots.txt as `Sitemap: https://…`.",
    );
  }
  if (valid.length === 0) {
    if (read.every(({ webPage }) => webPage)) {
      return warn(
        "A web page answers at the sitemap's address; crawlers find no list of pages in it.",
        "Publish a sitemap there, or answer 404.",
        { sitemap: excerpt(read[0]!.url) },
      );
    }
    return warn(
      "There is a sitemap, but it cannot be parsed.",
      "Follow the protocol of sitemaps.org: a <urlset> of <url><loc>, a <sitemapindex>, a feed, or one address a line.",
      { sitemap: excerpt(read[0]!.url) },
    );
  }
  const listing = valid.find(({ sitemap }) => sitemap?.entry);
  const lists = valid.filter(({ sitemap }) => sitemap?.kind === "pages");
  const evidence = {
    sitemap: excerpt((listing ?? valid[0]!).url),
    entries: lists.reduce((sum, { sitemap }) => sum + (sitemap?.entries ?? 0), 0),
    listed: listing !== undefined,
    cut: lists.some(({ cut }) => cut),
  };
  if (listing) return pass("The sitemap lists the page.", evidence);
  return warn(
    evidence.cut
      ? "There is a sitemap, but the part of it that was read does not list the page."
      : "There is a sitemap, but it does not list the page.",
    "Add the page to the sitemap under its canonical address.",
    evidence,
  );
}

/** When the sitemap says the page was changed; null if it does not. */
export const changedBySitemap = ({ read }: Material): string | null =>
  read.find(({ sitemap }) => sitemap?.entry?.changed)?.sitemap?.entry?.changed ?? null;
