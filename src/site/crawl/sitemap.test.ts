import assert from "node:assert/strict";
import test from "node:test";
import { readSitemap } from "./sitemap.ts";

const base = "https://a.b/maps/s.xml";
const addresses = (text: string) => readSitemap(text, base)?.entries.map(({ url }) => url) ?? null;

for (const [what, text, pages] of [
  [
    "a sitemap",
    '<?xml version="1.0"?><urlset xmlns="x"><url><loc> https://a.b/1 </loc></url><url><loc>https://a.b/?x=1&amp;y=&#50;</loc></url></urlset>',
    ["https://a.b/1", "https://a.b/?x=1&y=2"],
  ],
  [
    "one with a prefix",
    "<s:urlset><s:url><s:loc>https://a.b/1</s:loc></s:url></s:urlset>",
    ["https://a.b/1"],
  ],
  [
    "one with pictures",
    '<urlset><url xmlns=""><image:image><image:loc>https://a.b/i.png</image:loc></image:image><loc>https://a.b/1</loc></url></urlset>',
    ["https://a.b/1"],
  ],
  [
    "one with comments",
    "<urlset><!-- <url><loc>https://a.b/0</loc></url> --><url><!-- <loc>https://a.b/0</loc> --><loc>https://a.b/1</loc></url><!-- ",
    ["https://a.b/1"],
  ],
  [
    "one in CDATA",
    "<urlset><url><loc> <![CDATA[https://a.b/?x=1&y=2]]></loc></url></urlset>",
    ["https://a.b/?x=1&y=2"],
  ],
  [
    "one with relative addresses, and some without a scheme",
    "<urlset><url><loc>/1</loc></url><url><loc>2.html</loc></url><url><loc>//a.b/3</loc></url><url><loc>www.a.b/4</loc></url><url><loc>a.b/5</loc></url></urlset>",
    ["https://a.b/1", "https://a.b/maps/2.html", "https://a.b/3", "https://www.a.b/4", "https://a.b/5"],
  ],
  [
    "one whose root has no prefix, but its entries do",
    "<urlset><s:url><s:loc>https://a.b/1</s:loc></s:url></urlset>",
    ["https://a.b/1"],
  ],
  [
    "one inside another, below a notice of PHP",
    "\n<b>Warning</b>: x<br />\n<?xml version='1.0'?><urlset><urlset><url><loc>https://a.b/1</loc></url></urlset></urlset>",
    ["https://a.b/1"],
  ],
  [
    "an RSS feed",
    "<rss version='2.0'><channel><link>https://a.b/</link><item><title>x</title><link> https://a.b/1 </link></item><item><guid isPermaLink='true'>https://a.b/2</guid></item><item><guid>77</guid></item></channel></rss>",
    ["https://a.b/1", "https://a.b/2"],
  ],
  [
    "an Atom feed",
    '<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://a.b/"/><entry><link rel="edit" href="/e"/><link rel="alternate" href="/1?a=1&amp;b=2"/></entry><entry><link href=\'/2\'/></entry></feed>',
    ["https://a.b/1?a=1&b=2", "https://a.b/2"],
  ],
  ["plain text below a note and a mark", "\uFEFF# pages\nhttps://a.b/1\n", ["https://a.b/1"]],
  ["plain text", "https://a.b/1\r\nnothing\nhttps://a.b/2\n", ["https://a.b/1", "https://a.b/2"]],
  [
    "one that was cut in an address",
    "<urlset><url><loc>https://a.b/1</loc></url><url><loc>https://a.b/2</lo",
    ["https://a.b/1"],
  ],
  ["one that lists nothing", "<urlset></urlset>", []],
  [
    "other addresses than those of the web",
    "<urlset><url><loc>file:///etc/passwd</loc></url><url><loc>javascript:x</loc></url><url><loc> </loc></url></urlset>",
    [],
  ],
  [
    "an entity of its own, which stays as it stands",
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><urlset><url><loc>https://a.b/&e;</loc></url></urlset>',
    ["https://a.b/&e;"],
  ],
  ["a page instead", "<!doctype html><html><body>Not found</body></html>", null],
  ["nothing", "", null],
] as const)
  test(`the pages of ${what}`, () => assert.deepEqual(addresses(text), pages));

test("an index names sitemaps", () => {
  assert.deepEqual(
    readSitemap("<sitemapindex><sitemap><loc>https://a.b/s.xml.gz</loc></sitemap></sitemapindex>", base),
    { kind: "index", entries: [{ url: "https://a.b/s.xml.gz", changed: null }] },
  );
});

test("a page says when it was changed, where it does", () => {
  const pages = [
    "<lastmod>\n2026-05-01 </lastmod>",
    "<lastmod></lastmod>",
    `<lastmod>${"1".repeat(500)}</lastmod>`,
  ];
  const text = pages.map((changed, at) => `<url><loc>https://a.b/${at}</loc>${changed}</url>`).join("");
  assert.deepEqual(
    readSitemap(`<urlset>${text}</urlset>`, base)?.entries.map(({ changed }) => changed),
    ["2026-05-01", null, null],
  );
});

test("a feed's dates are those of sitemaps", () => {
  const item = "<item><link>https://a.b/1</link><pubDate>Tue, 05 May 2026 10:00:00 GMT</pubDate></item>";
  assert.equal(readSitemap(`<rss>${item}</rss>`, base)?.entries[0]?.changed, "2026-05-05T10:00:00.000Z");
});

for (const piece of [
  "<url>",
  "<url ",
  "</url ",
  "<url></url>",
  "<url><loc>https://a.b/1</loc></url>",
  "<!--",
  "<!-- -->",
  "<url><loc><![CDATA[",
  " ",
])
  test(`2 MB of ${JSON.stringify(piece)} are read in one pass`, () => {
    const entries = readSitemap(`<urlset>${piece.repeat(2_000_000 / piece.length)}`, base)?.entries;
    assert.ok(entries && entries.length <= 50_000);
  });
