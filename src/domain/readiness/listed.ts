import { excerpt, fail, pass, type Verdict, warn } from "./check.ts";
import { type Material, pageOf } from "./material.ts";
import { entryOf } from "./sitemap.ts";

/** Whether a sitemap is there and lists the page. */
export function sitemap(material: Material): Verdict {
  const { read } = material;
  const { url } = pageOf(material);
  const valid = read.flatMap(({ url, sitemap }) => (sitemap ? [{ url, sitemap }] : []));
  if (read.length === 0) {
    return fail(
      "There is no sitemap.",
      "Publish /sitemap.xml with every page you want found, and name it in robots.txt as `Sitemap: https://…`.",
    );
  }
  if (valid.length === 0) {
    return warn(
      "There is a sitemap, but it cannot be read as one.",
      "Write it by the protocol of sitemaps.org: a <urlset> of <url><loc>, or a <sitemapindex>.",
      { sitemap: excerpt(read[0]!.url) },
    );
  }
  const lists = valid.filter(({ sitemap }) => sitemap.kind === "pages");
  const found = lists.find(({ sitemap }) => entryOf(sitemap, url));
  const entries = lists.reduce((sum, { sitemap }) => sum + sitemap.entries.length, 0);
  const evidence = { sitemap: excerpt((found ?? valid[0]!).url), entries, listed: found !== undefined };
  return found
    ? pass("The sitemap lists the page.", evidence)
    : warn(
        "There is a sitemap, but the page was not found in it.",
        "Add the page to the sitemap under its canonical address.",
        evidence,
      );
}

/** When the sitemap says that the page was changed; null where it does not. */
export function changedBySitemap(material: Material): string | null {
  const { url } = pageOf(material);
  for (const { sitemap } of material.read) {
    const entry = sitemap?.kind === "pages" ? entryOf(sitemap, url) : undefined;
    if (entry?.changed) return entry.changed;
  }
  return null;
}
