/**
 * A report of 20,000 answers filtered by a tag, beside the same view unfiltered: once it has been computed ahead, again, by a server that
 * was just started, and at once after a tag has come to be of other prompts. Beside it stands what it takes to fetch from the store the two stored
 * figures that a first look needs, its own and those of the report before, and to parse them. Three tags share its 400 prompts; two reports of as many answers
 * stand before it. `npm run bench -- by-tag [embedded|postgres]`. Ends with 1 if a summary takes longer than its bound; what is asked for at
 * once is read from the answers, and has none.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { scoreReport, trendPoint } from "../src/figures/report.ts";
import type { TrackedBrands } from "../src/reader/brand.ts";
import { openStore } from "../src/server/db/open.ts";
import { createLog } from "../src/server/kernel/log.ts";
import { allMeasuredAnswers } from "../src/server/reports/rows/answer-batches.ts";
import type { ReportKey } from "../src/server/reports/rows/answers.ts";
import { startPostgres } from "../test/postgres.ts";
import { account, type Client, client, type RunningServer, startServer } from "../test/server-process.ts";

const boundMs = 50;
const prompts = 400;
const assistants = ["chatgpt", "claude", "gemini", "perplexity", "copilot"];
const copies = Number(process.env.BENCH_COPIES ?? 10);
const reports = 3;
const only = process.argv[2];

const tags = ["Kettles", "Grinders", "Pans"];
const rivals = ["Fellow", "Smeg", "Bodum", "Hario", "Breville"];
const names = ["Northwind", ...rivals];

let missed = false;
console.log(row(["store", "view", "unfiltered ms", "by tag ms", "CPU ms"]));
if (only !== "postgres") await onEmbedded();
if (only !== "embedded") await onPostgres();
process.exitCode = missed ? 1 : 0;

async function onEmbedded(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "overheard-by-tag-"));
  try {
    await measure("embedded", { OVERHEARD_DATA_DIR: dataDir });
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

async function onPostgres(): Promise<void> {
  await using postgres = await startPostgres();
  await measure("PostgreSQL", { DATABASE_URL: postgres.url });
}

async function measure(store: string, own: Record<string, string>): Promise<void> {
  const env = { OVERHEARD_RATE_LIMIT_SCALE: "0", OVERHEARD_LOG_LEVEL: "silent", ...own };
  let server = await startServer(env);
  const me = await account(server.url, "a@example.com", env);
  const project = await me.call<{ id: string }>("POST", "/v1/projects", {
    ...{ name: "Northwind", brand: "Northwind", competitors: rivals },
    prompts: Array.from({ length: prompts }, (_, at) => promptOf(at)),
  });
  const projectId = project.data.id;
  for (let number = 0; number < reports; number++) await importRows(me, projectId, number);
  await server.stop();
  await enlarge(own);

  server = await startServer(env);
  const measured = { store, key: me.key, projectId, database: own };
  await tagPrompts(client(server.url, me.key), projectId, 0);
  await calm(server);
  await show(measured, server, "computed ahead");
  await show(measured, server, "again");
  await server.stop();
  await showFetch(measured);
  server = await startServer(env);
  await ask(client(server.url, me.key), `/v1/reports/latest?projectId=${projectId}`);
  await show(measured, server, "restarted");
  await tagPrompts(client(server.url, me.key), projectId, 1);
  await show(measured, server, "at once");
  await server.stop();
}

/** Waits until a server does nothing by itself any more. */
async function calm({ child }: RunningServer): Promise<void> {
  for (let quiet = 0; quiet < 4; ) {
    const before = await cpuMs(child.pid!);
    await delay(1_000);
    quiet = (await cpuMs(child.pid!)) - before < 150 ? quiet + 1 : 0;
  }
}

/** Each prompt with one of the tags, `shift` places on. */
async function tagPrompts(me: Client, projectId: string, shift: number): Promise<void> {
  const path = `/v1/projects/${projectId}/tags`;
  const { data } = await me.call<{ prompts: { prompt_key: string }[] }>("GET", path);
  const keys = data.prompts.map(({ prompt_key }) => prompt_key);
  for (const [at, tag] of tags.entries())
    await ask(
      me,
      path,
      {
        promptKeys: keys.filter((_, place) => (place + shift) % tags.length === at),
        add: [tag],
        remove: tags.filter((other) => other !== tag),
      },
      "PATCH",
    );
}

async function importRows(me: Client, projectId: string, number: number): Promise<void> {
  const rows = Array.from({ length: prompts * assistants.length }, (_, at) => ({
    prompt: promptOf(Math.floor(at / assistants.length)),
    provider: assistants[at % assistants.length],
    answer: answerOf(at + 7 * number),
    citations: Array.from({ length: 5 }, (_, place) => ({
      url: `https://site${(at * 3 + place) % 300}.example/page/${(at + place) % 900}`,
    })),
    answeredAt: new Date(Date.now() - (reports - number) * 7 * 86_400_000).toISOString(),
  }));
  await ask(me, `/v1/projects/${projectId}/imports`, rows);
}

function promptOf(at: number): string {
  return `which tool for task number ${at} in a small kitchen should one buy?`;
}

function answerOf(at: number): string {
  const named = names.filter((_, place) => (at * 7 + place * 5) % 11 < 5);
  const items = named.map(
    (name, place) => `${place + 1}. **${name}** is a solid choice with a fair price and good support.`,
  );
  return `For most kitchens there are a few options.\n\n${items.join("\n")}\n\n${"It depends on how often it is used and on the room there is. ".repeat(12)}`;
}

/** Each report with further samples of the same answers, as no import is that large and a run of so many would take an hour. */
async function enlarge(own: Record<string, string>): Promise<void> {
  await using store = await openStore(
    { databaseUrl: own.DATABASE_URL ?? null, dataDir: own.OVERHEARD_DATA_DIR ?? "." },
    createLog("silent"),
  );
  const { db } = store;
  const many = prompts * assistants.length;
  for (let copy = 1; copy < copies; copy++) {
    const ordinal = sql`ordinal + ${copy * many}::int`;
    await sql`insert into asks select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'ordinal', ${ordinal},
      'sample', 1 + ${copy}::int))).* from asks a where ordinal < ${many}`.execute(db);
    await sql`insert into answer_readings select (jsonb_populate_record(r, jsonb_build_object('ordinal', ${ordinal}))).*
      from answer_readings r where ordinal < ${many}`.execute(db);
  }
  await sql`update reports set jobs_total = jobs_total * ${copies}::int`.execute(db);
  const { rows } = await sql<
    ReportKey & { tracked: TrackedBrands }
  >`select r.project_id as "projectId", r.id, r.created_at::text as "createdAt", r.reading, rr.brands as tracked
    from reports r join report_readings rr on rr.project_id = r.project_id and rr.report_id = r.id and rr.reading = r.reading`.execute(
    db,
  );
  for (const report of rows) {
    const scored = scoreReport(await allMeasuredAnswers(db, report), report.tracked);
    await sql`update report_readings set scored = ${JSON.stringify(scored)} where project_id = ${report.projectId} and report_id = ${report.id}`.execute(
      db,
    );
    await sql`update trend_points set point = ${JSON.stringify(trendPoint(scored))} where project_id = ${report.projectId} and report_id = ${report.id}`.execute(
      db,
    );
  }
}

/** The first look's figures alone, without a server. */
async function showFetch({ store: name, projectId, database }: Measured): Promise<void> {
  await using store = await openStore(
    { databaseUrl: database.DATABASE_URL ?? null, dataDir: database.OVERHEARD_DATA_DIR ?? "." },
    createLog("silent"),
  );
  const times: number[] = [];
  for (const tag of tags)
    times.push(
      await timed(async () => {
        const { rows } = await sql<{ figures: unknown }>`
          select f.figures from part_figures f join reports r on r.project_id = f.project_id and r.id = f.report_id
          where f.project_id = ${projectId} and f.kind = 'report' and f.part ilike ${`%${tag}%`}
          order by r.created_at desc limit 2`.execute(store.db);
        if (rows.length !== 2) throw new Error(`${rows.length} figures are stored of the tag ${tag}`);
      }),
    );
  console.log(row([name, "their stored figures alone", "", times.map((ms) => ms.toFixed(0)).join(" "), ""]));
}

interface Measured {
  database: Record<string, string>;
  store: string;
  key: string;
  projectId: string;
}

async function show(
  { store, key, projectId }: Measured,
  { url, child }: RunningServer,
  when: string,
): Promise<void> {
  const me = client(url, key);
  for (const [view, part] of [
    ["summary", ""],
    ["full", "&part=figures"],
  ]) {
    const at = `/v1/reports/latest?projectId=${projectId}&view=${view}${part}`;
    const whole = await timed(() => ask(me, at));
    const cpu = await cpuMs(child.pid!);
    const times: number[] = [];
    for (const tag of tags) times.push(await timed(() => ask(me, `${at}&tag=${tag}`)));
    const spent = ((await cpuMs(child.pid!)) - cpu) / tags.length;
    const within = when === "at once" || view === "full" || Math.max(...times) <= boundMs;
    missed ||= !within;
    const figures = [whole.toFixed(0), times.map((ms) => ms.toFixed(0)).join(" "), spent.toFixed(0)];
    console.log(row([store, `${view}, ${when}`, ...figures]) + (within ? "" : "  missed"));
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

async function ask(
  me: Client,
  path: string,
  body?: unknown,
  method = body === undefined ? "GET" : "POST",
): Promise<void> {
  const response = await fetch(me.url + path, {
    method,
    headers: { authorization: `Bearer ${me.key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status } = response;
  const text = await response.text();
  if (status >= 300) throw new Error(`${path} was answered with ${status} ${text.slice(0, 400)}`);
}

async function cpuMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function row(cells: readonly string[]): string {
  return cells.map((cell, at) => (at < 2 ? cell.padEnd(at === 0 ? 12 : 26) : cell.padStart(18))).join("");
}
