/**
 * What a crawl takes: 200 local pages with politeness off (at most 3 s and 150 MB for the crawler's whole process,
 * without a store), and what each kind of hostile page makes it grow by (at most 50 MB, in bounded time).
 */
import { fork } from "node:child_process";
import { once } from "node:events";
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
  ["a stream without an end", "/stream"],
  ["the same, gzipped", "/stream-gzip"],
  ["a gzip bomb, 400 MB in 0.4", "/bomb"],
  ["a slow drip", "/drip"],
  ["a redirect loop", "/loop"],
  ["a broken charset, 1.9 MB", "/charset"],
  ["a page of 50,000 links", "/links"],
  ["550,000 tags that do not match", "/depth"],
] as const;

const site = fork(join(folder, "site.ts"), { execArgv: [] });
const [port] = (await once(site, "message")) as [number];

async function crawled(path: string): Promise<Outcome> {
  const child = fork(join(folder, "crawler.ts"), [String(port), path], { execArgv: ["--expose-gc"] });
  const [outcome] = (await once(child, "message")) as [Outcome];
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

const whole = await crawled("/");
judge("200 pages", whole, whole.pages === 200 && whole.seconds <= 3 && whole.peakMb <= 150);
for (const [what, path] of faults) {
  const outcome = await crawled(path);
  // The start page and its sitemap have 10 s each.
  judge(what, outcome, outcome.grownMb <= 50 && outcome.seconds <= 35);
}
console.table(rows);
site.kill();
if (missed) process.exitCode = 1;
