/**
 * Readiness of a local page: the wall time of the whole check through the real app, on the embedded store, beside
 * bare fetches of the same files in the same order, and the processor time it takes beyond them. The page is 200 KB
 * with 2,000 words, beside it a sitemap of 5,000 pages, and links to nine more pages. Ends with 1 where the bound is
 * missed.
 */
import assert from "node:assert/strict";
import { startSite } from "../test/fixtures/site.ts";
import { startApp } from "../test/start-app.ts";
import { stores } from "../test/stores.ts";

const boundMs = 250;
const rounds = 20;

const endings: (() => unknown)[] = [];
const ending = { after: (end?: unknown) => void endings.push(end as () => unknown) };
const sentence = "Acme keeps the customers of small teams in one place, without any set-up at all. ";
const links = Array.from({ length: 9 }, (_, at) => `<a href="/p${at}">Page ${at}</a>`).join("");
const json = JSON.stringify({
  "@context": "https://schema.org",
  "@type": "Organization",
  name: "Acme",
  url: "https://acme.example",
});
const html = `<!doctype html><html lang="en"><head><title>A CRM for small teams</title><script type="application/ld+json">${json}</script></head><body><h1>Acme</h1>${links}${`<div class="row"><h2>What is it?</h2><p>${sentence.repeat(8)}</p></div>`.repeat(20)}<script>${"x".repeat(180_000)}</script></body></html>`;
const urls = Array.from({ length: 5000 }, (_, at) => `<url><loc>https://acme.example/${at}</loc></url>`).join(
  "",
);
const site = await startSite(ending, {
  "/": html,
  "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nAllow: /" },
  "/sitemap.xml": { headers: { "content-type": "application/xml" }, body: `<urlset>${urls}</urlset>` },
  "/llms.txt": { headers: { "content-type": "text/plain" }, body: "# Acme" },
  ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`/p${at}`, html])),
});
const app = await startApp(ending, stores[0]!, { config: { outboundAllow: [site.host], rateLimitScale: 0 } });
const me = await app.member();
const { id: projectId } = await me.project({ websiteUrl: `${site.url}/` });

const files = [
  "/",
  "/robots.txt",
  "/llms.txt",
  "/sitemap.xml",
  ...Array.from({ length: 9 }, (_, at) => `/p${at}`),
];
const bare = () =>
  timed(async () => {
    for (const file of files) await (await fetch(site.url + file)).arrayBuffer();
  });
const check = () =>
  timed(async () => {
    const { status, text } = await me.call("POST", "/v1/readiness", { projectId, forceRerun: true });
    assert.equal(status, 200, text);
  });

async function timed(run: () => Promise<void>): Promise<{ wallMs: number; cpuMs: number }> {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  await run();
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs: performance.now() - start, cpuMs: (user + system) / 1000 };
}

type Times = Awaited<ReturnType<typeof timed>>;
const median = (times: readonly Times[], of: keyof Times): number =>
  times.map((time) => time[of]).sort((a, b) => a - b)[Math.floor(times.length / 2)]!;

const first = await check();
const [bares, checks]: [Times[], Times[]] = [[], []];
for (let round = 0; round < rounds; round += 1) {
  bares.push(await bare());
  checks.push(await check());
}
const beyond = median(checks, "wallMs") - median(bares, "wallMs");
const row = (cells: string[]) => console.log(cells.map((cell) => cell.padEnd(20)).join(""));
console.log(`A page, three files beside it, nine more pages; median of ${rounds}.`);
row(["", "wall ms", "processor ms"]);
for (const [name, times] of [
  ["bare fetches", bares],
  ["check", checks],
] as const)
  row([name, median(times, "wallMs").toFixed(0), median(times, "cpuMs").toFixed(0)]);
row(["first check", first.wallMs.toFixed(0), first.cpuMs.toFixed(0)]);
console.log(
  `Beyond the network ${beyond.toFixed(0)} ms, goal ≤ ${boundMs}; ratio ${(median(checks, "wallMs") / median(bares, "wallMs")).toFixed(1)}.`,
);
for (const end of endings) await end();
process.exitCode = beyond <= boundMs ? 0 : 1;
