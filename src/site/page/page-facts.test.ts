import assert from "node:assert/strict";
import test from "node:test";
import { readPage } from "./page.ts";

const facts = (html: string) => readPage(html, "https://acme.example/docs/start?x=1").facts;

test("words are those of the content, with what stands around it counted apart", () => {
  const { words, wordsTotal } = facts(
    "<head><title>None</title></head><nav>Home Prices</nav><p>Three<br>words <b>he</b>re</p><footer>Imprint</footer>",
  );
  assert.deepEqual([words, wordsTotal], [3, 6]);
});

for (const [what, html] of [
  ["a script", "<script>const a = 'one two three';</script>"],
  ["a style", "<style>p { color: red }</style>"],
  ["what is there without scripts only", "<noscript>Please switch JavaScript on</noscript>"],
  ["a template", "<template>one two</template>"],
  ["what is hidden", "<div hidden>one two</div><p aria-hidden='true'>three</p>"],
  ["a comment", "<!-- one two three -->"],
  ["an attribute", "<img alt='one two three'>"],
] as const)
  test(`${what} holds no words`, () => assert.equal(facts(html).wordsTotal, 0));

for (const [text, words] of [
  ["It's a well-known fact.", 4],
  ["", 0],
  ["— … !", 0],
  ["東京都に住んでいます", 5],
  ["Größe: 42 cm", 3],
] as const)
  test(`“${text}” has ${words} words`, () => assert.equal(facts(`<p>${text}</p>`).words, words));

test("links and canonical addresses are made absolute against the page, or its base", () => {
  const { links, canonicals } = facts(
    "<base href='/en/'><link rel='Canonical' href='start'><a href='about'> About\n us </a><a href='mailto:a@b.example'>Mail</a><a>none</a>",
  );
  assert.deepEqual(canonicals, ["https://acme.example/en/start"]);
  assert.deepEqual(links, [
    { url: "https://acme.example/en/about", text: "About us" },
    { url: "mailto:a@b.example", text: "Mail" },
  ]);
});

test("headings are read with what is inside them, in their order", () => {
  assert.deepEqual(facts("<h1>One <a href='/x'>link</a></h1><h3></h3><h2 hidden>Two</h2>").headings, [
    { level: 1, text: "One link" },
    { level: 3, text: "" },
  ]);
});

test("metadata is read whatever its case, and the first of each counts", () => {
  const { title, description, language, robots, openGraph, author, dates } = facts(
    `<html LANG="de"><head><TITLE> A
       title </TITLE><meta name=Description content="First"><meta name=description content="Second">
     <meta name="ROBOTS" content="noindex"><meta name=googlebot content=nosnippet><meta name=viewport content=x>
     <meta property="og:title" content="T"><meta property="og:image" content=""><meta name=author content="Ann">
     <meta property="article:modified_time" content="2026-01-02"></head><svg><title>Icon</title></svg>`,
  );
  assert.deepEqual(
    [title, description, language, author, [...openGraph], dates],
    ["A title", "First", "de", "Ann", [["og:title", "T"]], ["2026-01-02"]],
  );
  assert.deepEqual(robots, [
    { agent: "robots", directives: "noindex" },
    { agent: "googlebot", directives: "nosnippet" },
  ]);
});

test("blocks of JSON-LD are read, other scripts are not", () => {
  const { structured } = facts(
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Person","name":"<b>"}</script><script type="application/json">{}</script>',
  );
  assert.deepEqual([structured.blocks, structured.items], [1, [{ types: ["Person"], dates: [] }]]);
});

for (const [what, html] of [
  ["elements nested without end", "<div>".repeat(300_000)],
  ["closing tags of nothing", "<i>".repeat(900) + "</u>".repeat(100_000)],
  ["scripts that never end", "<script>".repeat(200_000)],
  ["comments that never end", "<!--".repeat(300_000)],
  ["as many siblings as fit", "<a href=/>x</a>".repeat(100_000)],
  ["headings inside headings", "<h2><a href=/>".repeat(100_000)],
  ["nothing but angle brackets", "<".repeat(1_000_000)],
  ["lists without closing tags", "<p>".repeat(100_000) + "<li>".repeat(100_000)],
] as const)
  test(`a page of ${what} is read without harm`, () => assert.ok(facts(html).wordsTotal >= 0));

test("a list of many items without closing tags is not cut as too deep", () => {
  assert.deepEqual(
    [facts(`<ul>${"<li>item".repeat(5000)}`).words, facts("<div>".repeat(1200)).cut],
    [5000, true],
  );
});
