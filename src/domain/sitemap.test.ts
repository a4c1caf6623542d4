import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { readSitemap } from "./sitemap.ts";

const read = (text: string | Buffer) => readSitemap(Buffer.from(text));

for (const [what, text, pages] of [
  [
    "a sitemap",
    '<?xml version="1.0"?><urlset xmlns="x"><url><loc> https://a.b/1 </loc></url><url><loc>https://a.b/?x=1&amp;y=2</loc></url></urlset>',
    ["https://a.b/1", "https://a.b/?x=1&y=2"],
  ],
  [
    "one with a prefix",
    "<s:urlset><s:url><s:loc>https://a.b/1</s:loc></s:url></s:urlset>",
    ["https://a.b/1"],
  ],
  ["plain text", "https://a.b/1\r\nnothing\nhttps://a.b/2\n", ["https://a.b/1", "https://a.b/2"]],
  [
    "one that was cut",
    "<urlset><url><loc>https://a.b/1</loc></url><url><loc>https://a.b/2</lo",
    ["https://a.b/1"],
  ],
  ["gzip", gzipSync("<urlset><url><loc>https://a.b/1</loc></url></urlset>"), ["https://a.b/1"]],
  [
    "other addresses than those of the web",
    "<urlset><url><loc>file:///etc/passwd</loc></url><url><loc>javascript:x</loc></url></urlset>",
    [],
  ],
  [
    "an entity of its own",
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><urlset><url><loc>https://a.b/&e;</loc></url></urlset>',
    [],
  ],
  ["a page instead", "<!doctype html><html><body>Not found</body></html>", []],
  ["broken gzip", Buffer.from([0x1f, 0x8b, 1, 2, 3]), []],
  ["a bomb", gzipSync(Buffer.alloc(50_000_000, " ")), []],
  ["nothing", "", []],
] as const)
  test(`the pages of ${what}`, () => assert.deepEqual(read(text as string).pages, pages));

test("an index names sitemaps", () => {
  const { pages, sitemaps } = read(
    "<sitemapindex><sitemap><loc>https://a.b/s.xml.gz</loc></sitemap></sitemapindex>",
  );
  assert.deepEqual([pages, sitemaps], [[], ["https://a.b/s.xml.gz"]]);
});

test("white space without an end is read in no time", () => {
  assert.deepEqual(read(`a${" ".repeat(3_000_000)}b`).pages, []);
});
