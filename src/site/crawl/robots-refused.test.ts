import assert from "node:assert/strict";
import test from "node:test";
import robotsParser from "robots-parser";
import { readRobots, refusedBy } from "./robots.ts";

const site = "https://acme.example";

const parser = robotsParser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined };

/** The text, the path asked for by GPTBot, and whether it may have it. */
const cases: readonly [rule: string, text: string, path: string, allowed: boolean][] = [
  ["nothing forbids nothing", "", "/a", true],
  ["what is forbidden to all is forbidden to it", "User-agent: *\nDisallow: /", "/a", false],
  [
    "its own group stands in place of the one for all",
    "User-agent: *\nDisallow: /\nUser-agent: GPTBot\nAllow: /",
    "/a",
    true,
  ],
  ["the name of an agent is read whatever its case", "user-agent: gptbot\ndisallow: /", "/a", false],
  ["a version after the name is no part of it", "User-agent: GPTBot/1.1\nDisallow: /", "/a", false],
  ["an empty Disallow forbids nothing", "User-agent: GPTBot\nDisallow:", "/a", true],
  ["the longer rule decides", "User-agent: *\nDisallow: /docs\nAllow: /docs/open", "/docs/open/1", true],
  ["of two as long ones Allow decides", "User-agent: *\nDisallow: /docs\nAllow: /docs", "/docs", true],
  [
    "agents named one below the other share rules",
    "User-agent: CCBot\nUser-agent: GPTBot\nDisallow: /",
    "/a",
    false,
  ],
  [
    "groups of one agent count together",
    "User-agent: GPTBot\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /b",
    "/b",
    false,
  ],
  ["a star stands for any characters", "User-agent: *\nDisallow: /*/private", "/x/y/private/1", false],
  ["a star at the end changes nothing", "User-agent: *\nDisallow: /pri*", "/private", false],
  ["a dollar stands for the end", "User-agent: *\nDisallow: /*.pdf$", "/a.pdf", false],
  ["and only there", "User-agent: *\nDisallow: /*.pdf$", "/a.pdf.html", true],
  ["a part may be met once only", "User-agent: *\nDisallow: /a*a$", "/a", true],
  ["the query belongs to the address", "User-agent: *\nDisallow: /*?session=", "/a?session=1", false],
  ["escapes are the same in either case", "User-agent: *\nDisallow: /%e4", "/%E4", false],
  ["letters beyond ASCII are escaped first", "User-agent: *\nDisallow: /größe", "/gr%C3%B6%C3%9Fe", false],
  ["comments are no part of a rule", "User-agent: * # all\nDisallow: / # everything", "/a", false],
  ["a rule before any agent counts for none", "Disallow: /\nUser-agent: *\nAllow: /", "/a", true],
  ["lines may end in any way", "User-agent: *\rDisallow: /a\r\nDisallow: /b", "/b", false],
  ["a byte order mark is not read", "\uFEFFUser-agent: *\nDisallow: /", "/a", false],
];

for (const [rule, text, path, allowed] of cases) {
  test(`robots.txt: ${rule}`, () => {
    const url = site + path;
    assert.equal(refusedBy(readRobots(text), ["GPTBot"], url).length === 0, allowed);
    assert.equal(
      parser(`${site}/robots.txt`, text).isAllowed(url, "GPTBot") ?? true,
      allowed,
      "robots-parser",
    );
  });
}

test("robots.txt: a sitemap between the names of agents does not part them", () => {
  const robots = readRobots(
    "User-agent: GPTBot\nSitemap: https://acme.example/s.xml\nUser-agent: CCBot\nDisallow: /",
  );
  assert.deepEqual(refusedBy(robots, ["GPTBot", "CCBot", "Bingbot"], `${site}/a`), ["GPTBot", "CCBot"]);
  assert.equal(robots.sitemaps.length, 1);
});

const bots = Array.from({ length: 150 }, (_, at) => `bot${"abcdefghij"[at % 10]}${"x".repeat(at / 10)}`);

test("robots.txt: 200 KB of stars is matched for every agent without delay", () => {
  const named = bots.map((bot) => `User-agent: ${bot}`).join("\n");
  const robots = readRobots(`${named}\n${`Disallow: /${"*a".repeat(500)}b\n`.repeat(200)}`);
  assert.deepEqual(refusedBy(robots, bots, `${site}/${"a".repeat(2000)}`), []);
});

test("robots.txt: groups that many agents share are looked at once, whatever else each is told", () => {
  const named = bots.map((bot) => `User-agent: ${bot}`).join("\n");
  const shared = Array.from({ length: 9_000 }, (_, at) => `Disallow: /*${at}*z$`).join("\n");
  const own = bots.map((bot, at) => `User-agent: ${bot}\nDisallow: /${at % 2 ? "a" : "b"}`).join("\n");
  const robots = readRobots(`${named}\n${shared}\n${own}`);
  assert.equal(refusedBy(robots, bots, `${site}/aaa`).length, 75);
});
