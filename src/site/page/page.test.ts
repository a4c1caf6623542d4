import assert from "node:assert/strict";
import test from "node:test";
import { decodedPage } from "./charset.ts";
import { readPage, textMax } from "./page.ts";

const url = "https://acme.example/a/b";
const text = (body: string) => readPage(`<html><body>${body}</body></html>`, url).text;

test("a page's parts are read from its HTML", () => {
  const page = readPage(
    `<!doctype html><html lang="de_AT"><head><title> Acme\n Konto </title><meta name="Description" content="Ein Konto.">
     <meta property="og:site_name" content="Acme"><link rel="canonical" href="/a"><meta name="robots" content="noindex, nofollow">
     <script type="application/ld+json">{"@graph":[{"@type":["Product","Thing"],"name":"x"}]}</script></head>
     <body><h1>Konto <b>neu</b></h1><p>Text&nbsp;hier.</p><a href="c#d">c</a><a href="mailto:x@y">m</a><a href="javascript:x">j</a></body></html>`,
    url,
  );
  assert.deepEqual(
    [page.title, page.description, page.siteName, page.language, page.canonical, page.index, page.follow],
    ["Acme Konto", "Ein Konto.", "Acme", "de-AT", "https://acme.example/a", false, false],
  );
  assert.deepEqual(page.headings, [{ level: 1, text: "Konto neu" }]);
  assert.deepEqual(page.links, ["https://acme.example/a/c"]);
  assert.deepEqual(page.structuredTypes, ["Product", "Thing"]);
  assert.match(page.text, /Konto neu\n\nText hier\./);
});

for (const hidden of [
  "<script>secret</script>",
  "<style>secret</style>",
  "<!-- secret -->",
  "<template>secret</template>",
  "<noscript>secret</noscript>",
  "<p hidden>secret</p>",
  '<p aria-hidden="true">secret</p>',
  '<p style="display: none">secret</p>',
  '<p style="font-size:0">secret</p>',
  "<nav>secret</nav>",
  "<footer>secret</footer>",
  '<img alt="secret">',
])
  test(`what a reader does not see or read for is not text: ${hidden}`, () => {
    assert.equal(text(`<p>seen</p>${hidden}`), "seen");
  });

test("the main part is the text where it says enough, else the whole page", () => {
  const long = "word ".repeat(100).trim();
  assert.equal(text(`<div>menu</div><main>${long}</main>`), long);
  assert.equal(text("<div>everything is here</div><main>x</main>"), "everything is here\n\nx");
});

for (const [what, html] of [
  ["nothing", ""],
  ["no HTML at all", "\u0000\uFFFD%PDF-1.7"],
  ["a page of opening tags", "<b>".repeat(300_000) + "</i>".repeat(200_000)],
  ["elements within elements", "<div>".repeat(400_000)],
  ["an open comment", `<!-- ${"a".repeat(1_000_000)}`],
  ["an attribute without an end", `<a href="${"a".repeat(1_000_000)}`],
  ["50,000 links", Array.from({ length: 50_000 }, (_, index) => `<a href="/${index}">x</a>`).join("")],
  ["a word without an end", "a".repeat(2_000_000)],
  ["2 MB of white space", `<p>a${" ".repeat(2_000_000)}b</p>`],
] as const)
  test(`${what} is read without trouble`, () => {
    const page = readPage(html, url);
    assert.ok(page.text.length <= textMax && page.links.length <= 2_000);
  });

for (const [what, bytes, type, expected] of [
  ["UTF-8 without a word", Buffer.from("é"), null, "é"],
  ["Latin-1 without a word", Buffer.from([0xe9, 0x21]), "text/html", "é!"],
  ["what the header says", Buffer.from([0xcf, 0xf0]), "text/html; charset=windows-1251", "Пр"],
  [
    "what the page says",
    Buffer.concat([Buffer.from('<meta charset="iso-8859-2">'), Buffer.from([0xb1])]),
    null,
    '<meta charset="iso-8859-2">ą',
  ],
  ["a byte order mark over all", Buffer.from("\uFEFFé"), "text/html; charset=latin1", "é"],
  ["Shift JIS", Buffer.from([0x93, 0xfa]), "text/html; charset=Shift_JIS", "日"],
  ["a charset that is none", Buffer.from("é"), "text/html; charset=nonsense", "é"],
] as const)
  test(`bytes are read as ${what}`, () => assert.equal(decodedPage(bytes, type), expected));
