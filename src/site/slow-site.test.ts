import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { type Kind, kinds, knownFiles, slowFiles } from "../../test/fixtures/slow-sites.ts";
import { judgedAgents } from "../server/website/readiness/checks/material.ts";
import { allows } from "./crawl/robots.ts";
import { readRobotsFile } from "./crawl/robots-file.ts";
import { readSitemapFile } from "./crawl/sitemap-file.ts";
import { readPage, textMax } from "./page/page.ts";

const url = "https://acme.example/aaa/aab?a=a";
const long = `https://acme.example/${"a".repeat(2_000)}`;

const readers: Record<Kind, (text: string) => void> = {
  page(text) {
    const page = readPage(text, url);
    assert.ok(page.text.length <= textMax && page.links.length <= 2_000 && page.headings.length <= 100);
  },
  robots(text) {
    const judged = { url: long, agents: judgedAgents };
    const { rules } = readRobotsFile({
      ...{ body: Buffer.from(text), contentType: "text/plain", agent: "OverheardBot" },
      target: judged,
    });
    for (let at = 0; at < 10; at += 1) allows(rules, `${url}${at}`);
  },
  sitemap(text) {
    const request = { body: Buffer.from(text), contentType: "application/xml" };
    readSitemapFile({ ...request, url, page: url, site: url, keep: 100 });
  },
};

const knownLength = 60_000;
/** CPU time of this thread, so that a machine that is busy otherwise does not count; many times what it takes. */
const boundMs = 1_500;

function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

for (const kind of kinds) {
  test(`every known piece of a slow ${kind}, repeated, is read within its time`, () => {
    for (const file of knownFiles(kind, knownLength))
      assert.ok(cpuMs(() => readers[kind](file)) <= boundMs, JSON.stringify(file.slice(0, 100)));
  });

  test(`a ${kind} made of such pieces is read within its time, whatever it is made of`, () => {
    fc.assert(
      fc.property(slowFiles(kind, knownLength), (file) => cpuMs(() => readers[kind](file)) <= boundMs),
      { numRuns: 60, seed: 42 },
    );
  });
}
