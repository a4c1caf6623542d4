/**
 * Readiness of a local page: the wall time of a whole check by a server as an operator starts it, on the embedded
 * store, beside bare fetches of the same files in the same order; the first check after a start, which loads and
 * compiles what reads pages, apart from later ones. The page is 200 KB with 2,000 words, beside it a sitemap of 5,000
 * pages, and links to nine more pages. Ends with 1 if the bound is missed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startSite } from "../test/fixtures/site.ts";
import { account, type Client, client, startServer } from "../test/server-process.ts";

const boundMs = 250;
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const checksPerStart = 10;
/** What a server does after its start is done by then. */
const settledAfterMs = 4_000;

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
const files = [
  "/",
  "/robots.txt",
  "/llms.txt",
  "/sitemap.xml",
  ...Array.from({ length: 9 }, (_, at) => `/p${at}`),
];

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const bare = () =>
  timed(async () => {
    for (const file of files) await (await fetch(site.url + file)).arrayBuffer();
  });

const check = ({ call }: Client, projectId: string) =>
  timed(async () => {
    const { status } = await call("POST", "/v1/readiness", { projectId, forceRerun: true });
    if (status !== 200) throw new Error(`a check ended with ${status}`);
  });

const dataDir = await mkdtemp(join(tmpdir(), "overheard-bench-"));
endings.push(() => rm(dataDir, { recursive: true, force: true }));
const env = {
  DATABASE_URL: "",
  OVERHEARD_DATA_DIR: join(dataDir, "data"),
  OVERHEARD_OUTBOUND_ALLOW: site.host,
  OVERHEARD_RATE_LIMIT_SCALE: "0",
};

const bares: number[] = [];
const firsts = { unknown: [] as number[], compiled: [] as number[] };
const laters: number[] = [];
let me: Client | null = null;
let projectId = "";
for (let round = 0; round < rounds; round += 1) {
  // What the first of two starts compiles, the second reads.
  const place = { ...env, NODE_COMPILE_CACHE: join(dataDir, `compiled-${round}`) };
  for (const times of [firsts.unknown, firsts.compiled]) await start(place, times);
}

/** Starts a server, and checks once and then again and again. */
async function start(place: typeof env, first: number[]): Promise<void> {
  const server = await startServer(place);
  me = me ? client(server.url, me.key) : await account(server.url, "bench@example.com", place);
  projectId ||= await newProject(me);
  await me.call("GET", "/v1/projects");
  await delay(settledAfterMs);
  await bare();
  bares.push(await bare());
  first.push(await check(me, projectId));
  for (let more = 0; more < checksPerStart; more += 1) laters.push(await check(me, projectId));
  await server.stop();
}

async function newProject({ call }: Client): Promise<string> {
  const terms = { name: "Acme", brand: "Acme", websiteUrl: `${site.url}/` };
  return (await call<{ id: string }>("POST", "/v1/projects", terms)).data.id;
}

const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
const network = median(bares);
let missed = false;
console.log("A page, three files beside it, nine more pages.");
console.log(["", "wall ms", "beyond network", "ratio", "goal"].map(cell).join(""));
console.log(["bare fetches", network.toFixed(0)].map(cell).join(""));
for (const [name, ms] of [
  [`check, median of ${laters.length}`, median(laters)],
  [`first after a start, median of ${rounds}`, median(firsts.compiled)],
  ["the same, nothing compiled yet", median(firsts.unknown)],
] as const) {
  missed ||= ms - network > boundMs;
  const figures = [ms.toFixed(0), (ms - network).toFixed(0), (ms / network).toFixed(1), `≤ ${boundMs}`];
  console.log([name, ...figures].map(cell).join(""));
}
for (const end of endings) await end();
process.exitCode = missed ? 1 : 0;

function cell(text: string, at: number): string {
  return at === 0 ? text.padEnd(36) : text.padStart(16);
}
