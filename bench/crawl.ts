/**
 * What a crawl takes: 200 local pages with politeness off (at most 3 s and 150 MB for the crawler's whole process,
 * without a store, in the middle of five runs), and what each kind of hostile page or sitemap makes it grow by (at most
 * 50 MB, in bounded time). As in the program, what was compiled once is read back.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = join(import.meta.dirname, "crawl");

interface Outcome {
  pages: number;
  end: string;
  seconds: number;
  peakMb: number;
  grownMb: number;
}

const faults = [
  ["nothing but a good page of 400 KB, and the thread for it", "/large"],
  ["a stream without an end", "/stream"],
  ["the same, gzipped", "/stream-gzip"],
  ["a gzip bomb, 400 MB in 0.4", "/bomb"],
  ["a slow drip", "/drip"],
  ["a redirect loop", "/loop"],
  ["a broken charset, 1.9 MB", "/charset"],
  ["a page of 50,000 links", "/links"],
  ["550,000 tags that do not match", "/depth"],
  ["a sitemap that unpacks to 400 MB", "/sitemap-bomb"],
  ["a sitemap of 2 MB of opening tags", "/sitemap-tags"],
] as const;

const compiled = await mkdtemp(join(tmpdir(), "overheard-bench-"));
const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
const site = fork(join(folder, "site.ts"), { execArgv: [] });
const [port] = (await once(site, "message")) as [number];

async function crawled(path: string): Promise<Outcome> {
  const child = fork(join(folder, "crawler.ts"), [String(port), path], {
    env,
    execArgv: ["--expose-gc"],
  });
  const [[outcome]] = (await Promise.all([once(child, "message"), once(child, "exit")])) as [
    [Outcome],
    unknown,
  ];
  return outcome;
}

const rows: Record<string, unknown>[] = [];
let missed = false;
const judge = (what: string, outcome: Outcome, ok: boolean) => {
  missed ||= !ok;
  rows.push({
    what,
    pages: outcome.pages,
    end: outcome.end,
    seconds: Number(outcome.seconds.toFixed(2)),
    "peak MB": Math.round(outcome.peakMb),
    "grown MB": Math.round(outcome.grownMb),
    ok,
  });
};

await crawled("/");
const wholes: Outcome[] = [];
for (let round = 0; round < 5; round += 1) wholes.push(await crawled("/"));
const whole = wholes.sort((a, b) => a.peakMb - b.peakMb)[2]!;
judge("200 pages", whole, whole.pages === 200 && whole.seconds <= 3 && whole.peakMb <= 150);
for (const [what, path] of faults) {
  const outcome = await crawled(path);
  // The start page and its sitemap have 10 s each.
  judge(what, outcome, outcome.grownMb <= 50 && outcome.seconds <= 35);
}
console.table(rows);
site.kill();
await rm(compiled, { recursive: true, force: true });
if (missed) process.exitCode = 1;
