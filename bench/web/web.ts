/**
 * The web app in Chromium: the script that its first screen and each further page load, and when a report of 20 prompts,
 * 6 assistants and 5 samples is painted, by the browser's own entries. Beside them stand the bytes that the app would
 * have in one piece, and the paint of an empty page of the same server. Then 10,000 rows of a report are scrolled through:
 * frames a second, beside those of a page that does nothing. On PostgreSQL where TEST_DATABASE_URL names one. Ends with 1 if a
 * bound is missed.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { buildWeb } from "../../scripts/web.mjs";
import { readConfig } from "../../src/config.ts";
import { buildApp } from "../../src/server/app.ts";
import { createLog } from "../../src/server/kernel/log.ts";
import { startBrowser } from "../../test/browser.ts";
import { freePort } from "../../test/server-process.ts";
import { anyStore } from "../../test/stores.ts";

const firstScreenMost = 45 * 1024;
const furtherMost = 30 * 1024;
const paintMost = 500;
const completeMost = 1000;
const clickMost = 50;
/** Of the frames of a page that does nothing: 60 a second, less what a clock is off. */
const framesLeast = 0.97;
const scrolledRows = 10_000;
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const account = { email: "bench@overheard.example", password: "only-for-benchmarks" };
const providers = ["chatgpt", "claude", "gemini", "perplexity", "grok", "mistral"];

if (!buildWeb()) throw new Error("the web app is not built");
const assets = join(import.meta.dirname, "../..", "dist", "web", "assets");
const sizes = new Map(
  readdirSync(assets)
    .filter((name) => name.endsWith(".js"))
    .map((name) => [name, gzipped(name)] as const),
);

const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const config = readConfig({
  OVERHEARD_SECRET: "only-for-benchmarks-0123456789-abcdefghij",
  OVERHEARD_BASE_URL: address,
  OVERHEARD_RATE_LIMIT_SCALE: "0",
});
await using ending = new AsyncDisposableStack();
const store = await anyStore[0]!.open({ after: (end) => ending.defer(end as () => Promise<void>) });
await using app = await buildApp(config, { store, log: createLog("error") });
await app.door.listen({ host: "127.0.0.1", port });
await app.worker.start();
await app.operator.createUser(account);
const key = await app.operator.createKey({ email: account.email, name: null, organization: null });
const projectId = await measuredProject();
const draftId = await writtenDraft();
const largeId = await largeReport();
const browser = await startBrowser();
const context = await browser.newContext();
const page = await context.newPage();
await page.goto((await app.onceAddress(account.email)) ?? "");
await page.getByText("Acme is named in").first().waitFor();

let missed = false;
const home = `/projects/${projectId}`;
const first = await scriptsOf(page, `${address}${home}`, "What to do next");
const whole = [...sizes.values()].reduce((sum, size) => sum + size, 0);
console.log(row(["script, gzipped", "bytes", "bound", "of all"]));
tell("first screen (the overview)", first.bytes, firstScreenMost, whole);
for (const [name, path, heading] of [
  ["answers", `${home}/answers`, "Answers"],
  ["prompts", `${home}/prompts`, "Prompts"],
  ["competitors", `${home}/rivals`, "Compared with you"],
  ["one competitor", `${home}/rivals/bolt`, "Where Bolt is more visible"],
  ["sources", `${home}/sources`, "Sources"],
  ["trends", `${home}/trends`, "Reports"],
  ["settings", `${home}/settings`, "Brand"],
  ["organization", "/organization", "Invitations"],
  ["account", "/account", "Organizations"],
  ["docs", "/docs", "Guides"],
  ["the longest guide", "/docs/measuring", "An example"],
  ["API reference", "/docs/api", "API reference"],
  ["content", `${home}/content`, "Drafts"],
  ["a draft", `/reports/${draftId}`, "Checks"],
  ["readiness", `${home}/readiness`, "Readiness"],
  ["Reddit", `${home}/reddit`, "Reddit"],
  ["brief", `${home}/brief`, "What the answers cite"],
  ["the first five minutes", "/welcome", "Whom do you want to hear about?"],
  ["one report", `/reports/${largeId}`, "How sure is this?"],
  ["every answer of it", `/reports/${largeId}?show=rows`, "Every answer"],
] as const) {
  const { names } = await scriptsOf(page, address + path, heading);
  const further = names.filter((each) => !first.names.includes(each));
  tell(
    `${name}, beyond it`,
    further.reduce((sum, each) => sum + (sizes.get(each) ?? 0), 0),
    furtherMost,
    whole,
  );
}

const empty = await timesOf(() => painted(`${address}/healthz`));
const paints: number[] = [];
const completes: number[] = [];
const clicks: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  await page.goto("about:blank");
  await page.goto(address + home);
  completes.push(await whenThere(page, ".acts .btn, .acts button"));
  paints.push(
    await page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime"),
  );
  await page.getByText(/^Band:/).waitFor();
  await page.evaluate("window.scrollTo(0, 0)");
  await page.getByRole("link", { name: "Answers", exact: true }).click();
  await page.locator(".grid-of-answers").waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "What to do next" }).waitFor();
  clicks.push(await clickTo(page, 'nav a[href$="/answers"]', ".grid-of-answers"));
}
console.log(row(["\nmedian of browser's times, ms", "ms", "bound", "ratio"]));
tell("first contentful paint", median(paints), paintMost, empty);
tell("the overview complete", median(completes), completeMost, empty);
tell("a click on a page that is known", median(clicks), clickMost, empty);
console.log(`an answer that says nothing, painted: ${empty.toFixed(0)} ms; ratios are to it`);

await page.goto(`${address}/healthz`);
const idle = await framesWhile("undefined");
await page.goto(`${address}/reports/${largeId}?show=rows`);
await page
  .getByText(`${scrolledRows.toLocaleString("en")} of ${scrolledRows.toLocaleString("en")} rows`)
  .waitFor();
// Rows of 40 px: some 27 pages of the table a second.
const scrolled = await framesWhile("box.scrollTop += 300");
console.log(row([`\n${scrolledRows.toLocaleString("en")} rows, scrolled`, "", "bound", "ratio"]));
const slow = scrolled.perSecond < framesLeast * idle.perSecond || scrolled.blank > 0;
if (slow) missed = true;
console.log(
  row([
    "frames a second",
    scrolled.perSecond.toFixed(1),
    (framesLeast * idle.perSecond).toFixed(1),
    (scrolled.perSecond / idle.perSecond).toFixed(2),
    slow ? "missed" : "",
  ]),
);
console.log(
  row(["slowest frame of 100, ms", scrolled.slow.toFixed(1), "", (scrolled.slow / idle.slow).toFixed(2)]),
);
console.log(row(["frames in which a row was missing", String(scrolled.blank), "0"]));
console.log(
  row(["rows that stand in the page", String(scrolled.rows), "", (scrolled.rows / scrolledRows).toFixed(4)]),
);
await browser.close();
process.exitCode = missed ? 1 : 0;

function tell(what: string, value: number, bound: number, beside: number): void {
  if (value > bound) missed = true;
  console.log(
    row([
      what,
      value.toFixed(0),
      bound.toFixed(0),
      (value / beside).toFixed(2),
      value > bound ? "missed" : "",
    ]),
  );
}

function row(cells: readonly string[]): string {
  return cells.map((cell, at) => (at === 0 ? cell.padEnd(36) : cell.padStart(9))).join("");
}

function gzipped(name: string): number {
  return (
    statSync(join(assets, `${name}.gz`), { throwIfNoEntry: false })?.size ?? statSync(join(assets, name)).size
  );
}

/** The scripts that a page has loaded when it stands. */
async function scriptsOf(page: Page, url: string, heading: string) {
  await page.goto("about:blank");
  await page.goto(url);
  await page.getByRole("heading", { name: heading }).first().waitFor();
  const loaded = await page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter((path) => path.endsWith('.js'))",
  );
  const names = [...new Set(loaded.map((path) => path.replace("/assets/", "")))];
  return { names, bytes: names.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0) };
}

/** Milliseconds after the page's beginning at which an element stands, looked for in every frame. */
function whenThere(page: Page, selector: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const look = () => document.querySelector(${JSON.stringify(selector)}) ? resolve(performance.now()) : requestAnimationFrame(look);
    look();
  })`);
}

/** Milliseconds from a click to the frame in which an element stands. */
function clickTo(page: Page, link: string, selector: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now();
    const look = () => document.querySelector(${JSON.stringify(selector)}) ? resolve(performance.now() - began) : requestAnimationFrame(look);
    document.querySelector(${JSON.stringify(link)}).click();
    look();
  })`);
}

/** What frames are like for three seconds in which each does something to the table, `box`; blank: no row is in its middle. */
function framesWhile(
  does: string,
): Promise<{ perSecond: number; slow: number; blank: number; rows: number }> {
  return page.evaluate(`new Promise((resolve) => {
    const box = document.querySelector(".long");
    const times = [];
    let blank = 0;
    const began = performance.now();
    const next = (at) => {
      times.push(at);
      if (box) {
        const { left, top, height } = box.getBoundingClientRect();
        const seen = document.elementFromPoint(left + 20, Math.min(innerHeight, top + height) - 60);
        if (!seen?.closest("tr[aria-rowindex]")) blank += 1;
      }
      if (performance.now() - began < 3000) {
        ${does};
        return requestAnimationFrame(next);
      }
      const gaps = times.slice(1).map((time, at) => time - times[at]).sort((one, other) => one - other);
      const perSecond = (1000 * gaps.length) / (times.at(-1) - times[0]);
      const rows = document.querySelectorAll("tr[aria-rowindex]").length;
      resolve({ perSecond, slow: gaps[Math.floor(gaps.length * 0.99)], blank, rows });
    };
    requestAnimationFrame(next);
  })`);
}

async function painted(url: string): Promise<number> {
  await page.goto("about:blank");
  await page.goto(url);
  return page.evaluate<number>(
    "new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))",
  );
}

async function timesOf(once: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await once());
  return median(times);
}

function median(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

/** A project with two reports of that size. */
async function measuredProject(): Promise<string> {
  const rivals = ["Bolt", "Cube", "Dot", "Edge"];
  const { id } = await call<{ id: string }>("/projects", {
    name: "Acme",
    brand: "Acme",
    competitors: rivals,
  });
  for (const week of [1, 0]) {
    const rows = Array.from({ length: 20 }, (_, prompt) => prompt).flatMap((prompt) =>
      providers.flatMap((provider, who) =>
        Array.from({ length: 5 }, (_, sample) => {
          const named = ["Acme", ...rivals].filter(
            (_, at) => (prompt * 3 + who * 5 + sample * 7 + at * 2 + week) % 4 > 0,
          );
          return {
            ...{ prompt: `Which tool is best for team number ${prompt}?`, provider, sample: sample + 1 },
            answer: named.map((name) => `Many teams like ${name} for what it does every day.`).join(" "),
            citations: [{ url: `https://reviews${(prompt + who) % 30}.example/tools` }],
            answeredAt: new Date(Date.now() - week * 7 * 86_400_000).toISOString(),
          };
        }),
      ),
    );
    await call(`/projects/${id}/imports`, rows);
  }
  return id;
}

/** A draft of the sandbox, waited for: its page shows its checks once it is written. */
async function writtenDraft(): Promise<string> {
  const terms = { projectId, platform: "linkedin", topic: "tools for teams" };
  const { id } = await call<{ id: string }>("/generate-content", terms);
  for (let asked = 0; asked < 120; asked += 1) {
    const { status } = await call<{ status: string }>(`/reports/${id}`);
    if (status === "completed") return id;
    if (status === "failed") throw new Error("the draft failed");
    await pause(500);
  }
  throw new Error("the draft is not written within a minute");
}

/** A report of as many answers as the table is held to: 2,000 that were imported, each five times. */
async function largeReport(): Promise<string> {
  const large = await call<{ id: string }>("/projects", {
    name: "Large",
    brand: "Acme",
    competitors: ["Bolt"],
  });
  const rows = Array.from({ length: 2_000 }, (_, at) => ({
    prompt: `Which tool is best for team number ${Math.floor(at / 4)}, and why is that so?`,
    provider: providers[at % 4]!,
    model: "model-1",
    answer: `${at % 3 > 0 ? "Many teams like Acme for what it does. " : ""}Some teams like Bolt.`,
    citations: at % 2 > 0 ? [{ url: `https://reviews${at % 30}.example/tools` }] : [],
  }));
  const { id } = await call<{ id: string }>(`/projects/${large.id}/imports`, rows);
  const times = scrolledRows / rows.length;
  const more = sql`generate_series(1, ${times - 1}::int) n`;
  const own = sql`t.project_id = ${large.id} and t.report_id = ${id}`;
  const ordinal = sql`'ordinal', t.ordinal + n * ${rows.length}::int`;
  const copy = (fields: typeof ordinal) => sql`(jsonb_populate_record(t, jsonb_build_object(${fields}))).*`;
  const another = sql`${ordinal}, 'id', gen_random_uuid(), 'sample', t.sample + n`;
  await sql`insert into asks select ${copy(another)} from asks t, ${more} where ${own}`.execute(store.db);
  await sql`insert into answer_readings select ${copy(ordinal)} from answer_readings t, ${more} where ${own}`.execute(
    store.db,
  );
  await sql`update reports set jobs_total = ${scrolledRows}, jobs_done = ${scrolledRows}
    where project_id = ${large.id} and id = ${id}`.execute(store.db);
  return id;
}

async function call<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${address}/v1${path}`, {
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  const { data, error } = (await response.json()) as { data: T; error?: { message: string } };
  if (error) throw new Error(error.message);
  return data;
}
