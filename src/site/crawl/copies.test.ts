import assert from "node:assert/strict";
import test from "node:test";
import { readPage } from "../page/page.ts";
import { canonicalElsewhere, copiesAmong } from "./copies.ts";
import type { CrawledPage } from "./crawl.ts";

const site = "https://acme.example";
const words = (from: number) => Array.from({ length: 100 }, (_, at) => `word${from + at}`).join(" ");

/** A page with its own words, or those of another, that names a canonical address. */
function crawled(
  path: string,
  canonical: string,
  { says = path, link = "", title = "Acme" } = {},
): CrawledPage {
  const url = site + path;
  const tag = canonical && `<link rel="canonical" href="${canonical}">`;
  const html = `<head><title>${title}</title>${tag}</head><body><h1>Acme</h1><p>${words(says.length * 1_000)} ${says}</p>`;
  const { facts: _, ...page } = readPage(html, url, { link });
  return { url, page, depth: 1, status: 200, etag: null, lastModified: null, fetchedAt: "" };
}

function kept(pages: readonly CrawledPage[]): string[] {
  const search = copiesAmong(pages);
  for (;;) {
    const { done, value } = search.next();
    if (done) return pages.filter((page) => !value.has(page)).map(({ url }) => url.slice(site.length));
  }
}

for (const [what, pages, stay] of [
  [
    "a copy that names its original",
    [crawled("/", ""), crawled("/a", ""), crawled("/a?sort=price", "/a", { says: "/a" })],
    ["/", "/a"],
  ],
  [
    "the same, named in the Link header",
    [crawled("/a", ""), crawled("/print/a", "", { says: "/a", link: "</a>; rel=canonical" })],
    ["/a"],
  ],
  [
    "pages that all name the home page",
    [crawled("/", "/"), crawled("/a", "/"), crawled("/bb", site)],
    ["/", "/a", "/bb"],
  ],
  ["a canonical address that was not read", [crawled("/", ""), crawled("/a", "/gone")], ["/", "/a"]],
  [
    "a loop of copies",
    [crawled("/", ""), crawled("/a", "/b", { says: "x" }), crawled("/b", "/a", { says: "x" })],
    ["/", "/a"],
  ],
  ["a loop of different pages", [crawled("/a", "/bb"), crawled("/bb", "/a")], ["/a", "/bb"]],
  [
    "a chain of copies",
    [
      crawled("/", ""),
      crawled("/1", "/2", { says: "x" }),
      crawled("/2", "/3", { says: "x" }),
      crawled("/3", "", { says: "x" }),
    ],
    ["/", "/3"],
  ],
  [
    "a start page that is itself a copy",
    [crawled("/?ref=1", "/", { says: "x" }), crawled("/", "", { says: "x" })],
    ["/?ref=1"],
  ],
  [
    "both spellings of one address",
    [crawled("/", ""), crawled("/a", "/a/", { says: "x" }), crawled("/a/", "/a/", { says: "x" })],
    ["/", "/a/"],
  ],
  ["its own address over http and with www.", [crawled("/a", "http://www.acme.example/a/")], ["/a"]],
  ["its address on another host", [crawled("/a", "https://other.example/a")], ["/a"]],
  [
    "several canonical addresses",
    [crawled("/a", ""), crawled("/b", "/a", { says: "/a", link: "</>; rel=canonical" })],
    ["/a", "/b"],
  ],
  [
    "an original of another title",
    [crawled("/a", ""), crawled("/b", "/a", { says: "/a", title: "B" })],
    ["/a", "/b"],
  ],
] as const)
  test(`of pages with ${what} these stay: ${stay.join(" ")}`, () => assert.deepEqual(kept(pages), stay));

test("a page without text is no copy of another without text", () => {
  const blank = (path: string) => {
    const one = crawled(path, "/");
    return { ...one, page: { ...one.page!, text: "" } };
  };
  assert.deepEqual(kept([blank("/"), blank("/a")]), ["/", "/a"]);
});

test("another spelling of a page's own address is not asked for", () => {
  const elsewhere = (canonical: string) => canonicalElsewhere({ canonical, url: `${site}/a?page=2` });
  assert.deepEqual(["http://acme.example/a/?page=2", `${site}/a`, "https://other.example/"].map(elsewhere), [
    null,
    `${site}/a`,
    null,
  ]);
});
