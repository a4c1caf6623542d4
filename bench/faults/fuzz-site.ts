/**
 * 10,000 pages, robots.txt files and sitemaps made to be slow: every known piece repeated to the largest size that is
 * read, and files generated from those pieces by a grammar. Each is read within its time (50 ms of CPU, and 1 ms for each
 * KB), none throws, and memory stays bounded. Prints the slowest of each kind beside a
 * good file of its size, and the seed; `npm run bench -- fuzz-site SEED COUNT` repeats a run. Ends with 1 on a miss.
 */
import { setFlagsFromString } from "node:v8";
import fc from "fast-check";
import { judgedAgents } from "../../src/server/website/readiness/checks/material.ts";
import { allows } from "../../src/site/crawl/robots.ts";
import { readRobotsFile } from "../../src/site/crawl/robots-file.ts";
import { readSitemapFile } from "../../src/site/crawl/sitemap-file.ts";
import { readPage } from "../../src/site/page/page.ts";
import { type Kind, kinds, knownFiles, slowFiles } from "../../test/fixtures/slow-sites.ts";

// As much as a thread has that reads them in the program.
setFlagsFromString("--max-old-space-size=256");
const seed = Number(process.argv[2] ?? Date.now() % 1_000_000);
const count = Number(process.argv[3] ?? 10_000);
const lengths: Record<Kind, number> = { page: 2_000_000, robots: 512_000, sitemap: 2_000_000 };
const generatedLength = 200_000;
const memoryMaxMb = 700;
const url = "https://acme.example/aaa/aab?a=a";
const long = `https://acme.example/${"a".repeat(2_000)}`;

const readers: Record<Kind, (text: string) => void> = {
  page: (text) => void readPage(text, url),
  robots(text) {
    const { rules } = readRobotsFile({
      ...{ body: Buffer.from(text), contentType: "text/plain", agent: "OverheardBot" },
      target: { url: long, agents: judgedAgents },
    });
    allows(rules, url);
  },
  sitemap: (text) =>
    void readSitemapFile({
      ...{ body: Buffer.from(text), contentType: "application/xml" },
      ...{ url, page: url, site: url, keep: 5_000 },
    }),
};
const good: Record<Kind, string> = {
  page: "<h2>What is it?</h2><p>Acme keeps the customers of small teams in one place. <a href='/about'>About</a></p>",
  robots: "User-agent: *\nDisallow: /search/\nDisallow: /*?session=\nAllow: /\n",
  sitemap: "<url><loc>https://acme.example/page/1</loc><lastmod>2026-01-01</lastmod></url>",
};

function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

interface Slowest {
  ms: number;
  length: number;
  begins: string;
}

let missed = false;
let read = 0;
const rows: Record<string, unknown>[] = [];
for (const kind of kinds) {
  const slowest: Slowest = { ms: 0, length: 0, begins: "" };
  let late = 0;
  let thrown = 0;
  const look = (file: string) => {
    read += 1;
    try {
      const ms = cpuMs(() => readers[kind](file));
      if (ms > 50 + file.length / 1_000) late += 1;
      if (ms > slowest.ms) Object.assign(slowest, { ms, length: file.length, begins: file.slice(0, 60) });
    } catch (error) {
      thrown += 1;
      console.error(kind, JSON.stringify(file.slice(0, 200)), error);
    }
  };
  const before = read;
  for (const file of knownFiles(kind, lengths[kind], "one")) look(file);
  for (const file of knownFiles(kind, generatedLength)) look(file);
  const known = read - before;
  const generated = Math.max(0, Math.round(count / kinds.length) - known);
  fc.assert(
    fc.property(slowFiles(kind, generatedLength), (file) => {
      look(file);
    }),
    { numRuns: generated, seed },
  );
  const usual = good[kind].repeat(Math.ceil(slowest.length / good[kind].length)).slice(0, slowest.length);
  const head = { page: "", robots: "", sitemap: "<urlset>" }[kind];
  const usualMs = Math.min(...[1, 2, 3].map(() => cpuMs(() => readers[kind](head + usual))));
  missed ||= late > 0 || thrown > 0;
  rows.push({
    kind,
    files: known + generated,
    "beyond their time": late,
    thrown,
    "slowest, CPU ms": slowest.ms.toFixed(0),
    "its KB": Math.round(slowest.length / 1_000),
    "a good one": usualMs.toFixed(0),
    ratio: (slowest.ms / usualMs).toFixed(1),
    "it begins": JSON.stringify(slowest.begins).slice(0, 50),
  });
}
const peakMb = process.resourceUsage().maxRSS / 1_000;
missed ||= peakMb > memoryMaxMb;
console.log(`${read} files, seed ${seed}; peak memory ${Math.round(peakMb)} MB of ${memoryMaxMb}.`);
console.table(rows);
if (missed) process.exitCode = 1;
