import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import robotsParser from "robots-parser";
import { draws } from "../../../test/depth.ts";
import { allows, mayFetch, readRobots, rulesFor } from "./robots.ts";

// The cases that google/robotstxt publishes in its robots_test.cc, in our words; RFC 9309 names the same.
const cases: [rule: string, robots: string, agent: string, path: string, allowed: boolean][] = [
  ["an empty file allows everything", "", "FooBot", "/", true],
  ["an empty agent's name is nobody's", "user-agent: FooBot\ndisallow: /\n", "", "/", true],
  ["keys are read in any case", "USER-AGENT: FooBot\nDISALLOW: /\n", "FooBot", "/x/y", false],
  ["keys are read in any case", "uSeR-aGeNt: FooBot\ndIsAlLoW: /\n", "FooBot", "/x/y", false],
  ["what is no key is passed over", "foo: FooBot\nbar: /\n", "FooBot", "/x/y", true],
  ["a colon may be missing", "user-agent FooBot\ndisallow /\n", "FooBot", "/x/y", false],
  [
    "agents one after the other share their rules",
    "user-agent: A\nuser-agent: FooBot\ndisallow: /x/\n",
    "FooBot",
    "/x/b",
    false,
  ],
  [
    "agents one after the other share their rules",
    "user-agent: FooBot\nuser-agent: A\ndisallow: /x/\n",
    "FooBot",
    "/x/b",
    false,
  ],
  [
    "a group ends where the next agent follows a rule",
    "user-agent: B\ndisallow: /\nuser-agent: FooBot\ndisallow: /z\n",
    "FooBot",
    "/x",
    true,
  ],
  [
    "other lines do not end a run of agents",
    "User-agent: A\nSitemap: https://foo.bar/sitemap\nUser-agent: *\nDisallow: /\n",
    "A",
    "/x",
    false,
  ],
  [
    "an unknown line does not end a run of agents",
    "User-agent: A\nInvalid-Unknown-Line: unknown\nUser-agent: *\nDisallow: /\n",
    "A",
    "/x",
    false,
  ],
  ["agents are read in any case", "user-agent: FOO BAR\nallow: /x/\ndisallow: /\n", "foo", "/x/y", true],
  ["agents are read in any case", "User-Agent: foo bar\nallow: /x/\ndisallow: /\n", "FOO", "/z", false],
  ["an agent's version does not count", "user-agent: FooBot/1.2\ndisallow: /\n", "FooBot", "/x", false],
  [
    "an asker's version does not count",
    "user-agent: FooBot\ndisallow: /\n",
    "FooBot/2.1 (+http://a.b)",
    "/x",
    false,
  ],
  ["a longer name is another agent", "user-agent: FooBot-Images\ndisallow: /\n", "FooBot", "/x", true],
  ["the star is for everybody", "user-agent: *\ndisallow: /\n", "FooBot", "/x", false],
  [
    "a group of its own puts the star's aside",
    "user-agent: *\ndisallow: /\nuser-agent: FooBot\nallow: /\n",
    "FooBot",
    "/x",
    true,
  ],
  [
    "a group of its own puts the star's aside, even an empty one",
    "user-agent: *\ndisallow: /\nuser-agent: FooBot\n",
    "FooBot",
    "/x",
    true,
  ],
  ["the star may be followed by words", "user-agent: * baz\ndisallow: /x\n", "FooBot", "/x", false],
  ["a star in a word is not the star", "user-agent: *baz\ndisallow: /x\n", "FooBot", "/x", true],
  [
    "groups of one agent are one",
    "user-agent: FooBot\ndisallow: /a\nuser-agent: B\ndisallow: /b\nuser-agent: FooBot\ndisallow: /c\n",
    "FooBot",
    "/c",
    false,
  ],
  ["rules before any agent are nobody's", "disallow: /\nuser-agent: B\nallow: /\n", "FooBot", "/x", true],
  ["paths keep their case", "user-agent: FooBot\ndisallow: /X/\n", "FooBot", "/x/y", true],
  [
    "the longest rule decides",
    "user-agent: FooBot\ndisallow: /x/page.html\nallow: /x/\n",
    "FooBot",
    "/x/page.html",
    false,
  ],
  [
    "the longest rule decides, wherever it stands",
    "user-agent: FooBot\nallow: /x/page.html\ndisallow: /x/\n",
    "FooBot",
    "/x/page.html",
    true,
  ],
  [
    "the longest rule decides",
    "user-agent: FooBot\nallow: /x/page.html\ndisallow: /x/\n",
    "FooBot",
    "/x/",
    false,
  ],
  [
    "of equal rules that which allows decides",
    "user-agent: FooBot\ndisallow: /x/page.html\nallow: /x/page.html\n",
    "FooBot",
    "/x/page.html",
    true,
  ],
  ["an empty rule is none", "user-agent: FooBot\ndisallow:\nallow:\n", "FooBot", "/x", true],
  ["the root alone", "user-agent: FooBot\nallow: /$\ndisallow: /\n", "FooBot", "/", true],
  ["the root alone", "user-agent: FooBot\nallow: /$\ndisallow: /\n", "FooBot", "/page.html", false],
  [
    "a longer pattern with a star outranks",
    "user-agent: FooBot\ndisallow: /x/page\nallow: /x/page.*\n",
    "FooBot",
    "/x/page.html",
    true,
  ],
  [
    "a longer pattern with a star outranks",
    "user-agent: FooBot\nallow: /p\ndisallow: /*.html$\n",
    "FooBot",
    "/page.html",
    false,
  ],
  ["an end that is anchored", "user-agent: FooBot\ndisallow: /*.html$\n", "FooBot", "/page.html?x=1", true],
  ["a dollar elsewhere is a dollar", "user-agent: FooBot\ndisallow: /a$b\n", "FooBot", "/a$b/c", false],
  ["several stars", "user-agent: FooBot\ndisallow: /a*b*c$\n", "FooBot", "/aXbYcZc", false],
  ["several stars", "user-agent: FooBot\ndisallow: /a*b*c$\n", "FooBot", "/aXcYb", true],
  [
    "a query is part of the path",
    "user-agent: FooBot\ndisallow: /\nallow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par\n",
    "FooBot",
    "/foo/bar?qux=taz&baz=http://foo.bar?tar&par",
    true,
  ],
  [
    "letters outside ASCII are compared encoded",
    "user-agent: FooBot\ndisallow: /\nallow: /foo/bar/ツ\n",
    "FooBot",
    "/foo/bar/%E3%83%84",
    true,
  ],
  [
    "letters outside ASCII are compared encoded",
    "user-agent: FooBot\ndisallow: /\nallow: /foo/bar/%e3%83%84\n",
    "FooBot",
    "/foo/bar/ツ",
    true,
  ],
  [
    "an encoded letter is the letter (RFC 9309 §2.2.2; Google's keeps them apart)",
    "user-agent: FooBot\ndisallow: /\nallow: /foo/bar/%62%61%7A\n",
    "FooBot",
    "/foo/bar/baz",
    true,
  ],
  [
    "a misspelt disallow is one",
    "user-agent: FooBot\ndisalow: /a\ndissallow: /b\ndisallaw: /c\n",
    "FooBot",
    "/b",
    false,
  ],
  [
    "a byte order mark is not part of the first line",
    "\uFEFFuser-agent: FooBot\ndisallow: /\n",
    "FooBot",
    "/x",
    false,
  ],
  ["lines may end in any way", "user-agent: FooBot\r\ndisallow: /a\rdisallow: /b\n", "FooBot", "/b", false],
  [
    "comments are not read",
    "user-agent: FooBot # me\ndisallow: /a # not /b\n#disallow: /\n",
    "FooBot",
    "/b",
    true,
  ],
  ["robots.txt itself may always be read", "user-agent: *\ndisallow: /\n", "FooBot", "/robots.txt", true],
];

for (const [rule, robots, agent, path, allowed] of cases)
  test(`${rule}: ${agent} ${allowed ? "may" : "may not"} ask for ${path} by ${JSON.stringify(robots)}`, () => {
    assert.equal(mayFetch(readRobots(robots), agent, `http://foo.bar${path}`), allowed);
  });

test("robots-parser, of another author, agrees on files without corner cases", () => {
  const files = [
    "user-agent: *\ndisallow: /admin\nallow: /admin/public\n",
    "user-agent: FooBot\ndisallow: /a\n\nuser-agent: *\ndisallow: /\n",
    "user-agent: *\ndisallow: /*.pdf$\ndisallow: /search?\nallow: /search?q=ok\n",
    "user-agent: FooBot\nuser-agent: BarBot\ndisallow: /both\n",
    "user-agent: *\nallow: /\ndisallow: /x/*/y\n",
  ];
  const paths = [
    "/",
    "/a",
    "/a/b",
    "/admin",
    "/admin/public/x",
    "/f.pdf",
    "/f.pdf?x",
    "/search?q=ok",
    "/search?z",
    "/both",
    "/x/1/y",
    "/x/y",
  ];
  const read = robotsParser as unknown as (
    url: string,
    text: string,
  ) => { isAllowed(url: string, agent: string): boolean };
  for (const file of files)
    for (const agent of ["FooBot", "BarBot", "OtherBot"])
      for (const path of paths) {
        const url = `http://foo.bar${path}`;
        const second = read("http://foo.bar/robots.txt", file).isAllowed(url, agent);
        assert.equal(
          mayFetch(readRobots(file), agent, url),
          second,
          `${agent} ${path} ${JSON.stringify(file)}`,
        );
      }
});

test("a pattern of stars is matched in no time", () => {
  const robots = readRobots(`user-agent: *\ndisallow: /${"a*".repeat(5_000)}b$\n`);
  assert.equal(mayFetch(robots, "FooBot", `http://foo.bar/${"a".repeat(10_000)}`), true);
});

test("sitemaps and delays are read from wherever they stand", () => {
  const robots = readRobots(
    "Sitemap: https://a.b/one.xml\nuser-agent: *\ncrawl-delay: 2.5\nsitemap: https://a.b/two.xml\n",
  );
  assert.deepEqual(robots.sitemaps, ["https://a.b/one.xml", "https://a.b/two.xml"]);
  assert.equal(rulesFor(robots, "FooBot").crawlDelay, 2.5);
});

test("19,000 rules of stars are matched against an address in bounded time, and what is not decided is forbidden", () => {
  const lines = Array.from({ length: 19_000 }, (_, at) => `Disallow: /*a*a*a*a*a${at}Z`);
  const rules = rulesFor(readRobots(`User-agent: *\n${lines.join("\n")}\n`), "FooBot");
  assert.equal(allows(rules, "http://foo.bar/a/short/address"), true);
  assert.equal(allows(rules, `http://foo.bar/${"a".repeat(1_900)}`), false);
});

test("five thousand rules of a large shop are all looked at", () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => `Disallow: /*?*filter_${at}=`);
  const rules = rulesFor(readRobots(`User-agent: *\n${lines.join("\n")}\n`), "FooBot");
  const address = (at: number) => `http://foo.bar/shoes/running?page=2&filter_${at}=red`;
  assert.deepEqual([allows(rules, address(4_999)), allows(rules, address(5_000))], [false, true]);
});

const read = robotsParser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined };

test("robots-parser, of another author, agrees on generated rules and addresses", () => {
  const path = fc
    .string({ unit: fc.constantFrom("a", "b", "/", "c"), maxLength: 8 })
    .map((text) => `/${text}`);
  const pattern = fc
    .tuple(
      fc.string({ unit: fc.constantFrom("a", "b", "/", "*"), maxLength: 8 }),
      fc.constantFrom("", "", "$"),
    )
    .map(([text, end]) => `/${text}${end}`);
  const rule = fc.tuple(fc.constantFrom("Allow", "Disallow"), pattern).map((parts) => parts.join(": "));
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 6 }), path, (rules, path) => {
      const text = ["User-agent: *", ...rules].join("\n");
      const url = `http://foo.bar${path.replaceAll("//", "/")}`;
      assert.equal(
        mayFetch(readRobots(text), "FooBot", url),
        read("http://foo.bar/robots.txt", text).isAllowed(url, "FooBot") ?? true,
      );
    }),
    { numRuns: draws(2_000, 300) },
  );
});
