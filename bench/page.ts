/**
 * The public page of a share link: how large it is, and how long the server takes for it, beside the one look into the
 * store that it rests on and beside an answer that says nothing. The usual page has a year of daily runs, five rivals
 * and four assistants; the largest has everything as long as it may be, in letters of one byte. Ends with 1 if a bound is missed.
 */
import { gzipSync } from "node:zlib";
import { readConfig } from "../src/config.ts";
import { importFigures } from "../src/figures/imported-answer.ts";
import { type FigureName, figureOf, type ShownIn, shownIn } from "../src/figures/metrics/metric-table.ts";
import type { Estimate, SharedFigures, SharedReport } from "../src/figures/shared-report.ts";
import { providers } from "../src/reader/provider.ts";
import { buildApp } from "../src/server/app.ts";
import { openMemoryStore } from "../src/server/db/open.ts";
import { newId } from "../src/server/kernel/id.ts";
import { createLog } from "../src/server/kernel/log.ts";
import { newShareToken } from "../src/server/kernel/secret/share-token.ts";
import { trackedBrands } from "../src/server/projects/project.ts";
import type { SharedPage } from "../src/server/reports/share-links/share-link.ts";
import { findSharedPage, insertShareLink } from "../src/server/reports/share-links/share-links.ts";
import { insertImport, stageImport } from "../src/server/runs/imports/imports.ts";
import { insertSomebodysProject } from "../test/work.ts";

const bytesMost = 40_000;
const msMost = 15;
const rounds = Number(process.env.BENCH_ROUNDS ?? 300);

const pages: Record<string, SharedPage> = {
  usual: pageOf({ rivals: 5, assistants: 4, name: 12, prompt: 60, summary: 300 }),
  largest: pageOf({ rivals: 10, assistants: 12, name: 120, prompt: 160, summary: 2000 }),
};

const config = readConfig({
  OVERHEARD_SECRET: "only-for-benchmarks-0123456789-abcdefghij",
  OVERHEARD_WORKER: "off",
});
await using store = await openMemoryStore();
await using app = await buildApp(config, { store, log: createLog("silent") });
const { db } = store;
const project = await insertSomebodysProject(db);
const now = new Date();
const tracked = trackedBrands(project);
const given = {
  ...{ id: newId(), project, brands: tracked, answers: [], inputHash: "", now },
  figures: importFigures([], tracked),
};
await stageImport(db, given, () => undefined);
const report = await db.transaction().execute((db) => insertImport(db, given));

const nothing = await timesOf(async () => void (await app.door.inject({ url: "/healthz" })));
const row = (cells: readonly string[]) =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(34) : cell.padStart(11))).join("");
const ms = (value: number) => value.toFixed(2);
let missed = false;

console.log(row(["", "bytes", "gzipped", "CPU ms", "median ms", "95 % ms", "ratio"]));
console.log(
  row(["an answer that says nothing", "", "", ms(nothing.cpu), ms(nothing.median), ms(nothing.late), "1.0"]),
);
for (const [name, page] of Object.entries(pages)) {
  const { token, hash } = await share(page);
  const read = await timesOf(async () => void (await findSharedPage(db, hash, now)));
  const url = `/s/${token}`;
  const { body, statusCode } = await app.door.inject({ url });
  if (statusCode !== 200) throw new Error("the page opens");
  const whole = await timesOf(async () => void (await app.door.inject({ url })));
  const bytes = Buffer.byteLength(body);
  const ratio = (value: number) => (value / nothing.cpu).toFixed(1);
  missed ||= Math.max(whole.cpu, whole.median) > msMost || bytes > bytesMost;
  console.log(
    row([
      `${name}: the look into the store`,
      "",
      "",
      ms(read.cpu),
      ms(read.median),
      ms(read.late),
      ratio(read.cpu),
    ]),
  );
  const sizes = [String(bytes), String(gzipSync(body).length)];
  console.log(
    row([`${name}: the page`, ...sizes, ms(whole.cpu), ms(whole.median), ms(whole.late), ratio(whole.cpu)]),
  );
}
console.log(row(["bounds", `≤ ${bytesMost}`, "", `≤ ${msMost}`, `≤ ${msMost}`]));
process.exitCode = missed ? 1 : 0;

async function share({ snapshot: shown, ...page }: SharedPage) {
  const { token, prefix, hash } = newShareToken();
  await insertShareLink(db, {
    ...page,
    id: newId(),
    organizationId: project.organizationId,
    projectId: project.id,
    reportId: report.id,
    tokenHash: hash,
    tokenPrefix: prefix,
    timeframe: "12m",
    snapshot: shown,
    createdAt: now.toISOString(),
  });
  return { token, hash };
}

/** Milliseconds a time: of the processor, which a busy machine does not stretch, and of the clock. */
async function timesOf(work: () => Promise<void>): Promise<{ cpu: number; median: number; late: number }> {
  // Until everything is compiled.
  for (let round = 0; round < 30; round += 1) await work();
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  const { user, system } = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  return {
    cpu: (user + system) / 1000 / rounds,
    median: times[Math.floor(rounds * 0.5)]!,
    late: times[Math.floor(rounds * 0.95)]!,
  };
}

interface Size {
  rivals: number;
  assistants: number;
  /** Characters. */
  name: number;
  prompt: number;
  summary: number;
}

function pageOf({ rivals, assistants, name, prompt, summary }: Size): SharedPage {
  const text = (length: number, at: number) => `${at} ${"best tool & more ".repeat(200)}`.slice(0, length);
  const list = <T>(length: number, make: (at: number) => T): T[] =>
    Array.from({ length }, (_, at) => make(at));
  const prompts = () =>
    list(5, (at) => ({
      prompt: text(prompt, at),
      answers: 40,
      mentions: 30 - at,
      bestCompetitor: text(name, at),
    }));
  const shown: SharedReport = {
    brand: text(name, 0),
    measuredAt: new Date().toISOString(),
    timezone: "UTC",
    sandbox: false,
    surfaces: ["api"],
    prompts: 50,
    answersFailed: 3,
    figures: figuresAt(0),
    change: {
      direction: "flat",
      reports: 1,
      prompts: 48,
      appearanceRateDelta: 0.02,
      appearanceRateDeltaCi: [-0.03, 0.07],
    },
    rivals: list(rivals, (at) => ({ name: text(name, at), ...figuresAt(at) })),
    providers: list(assistants, (at) => ({
      provider: providers[at]!,
      models: [text(20, at)],
      ...figuresAt(at),
    })),
    sources: list(10, (at) => ({
      domain: `${"sub.".repeat(4)}site${at}.example`,
      citations: 200 - at,
      citationShare: 0.12,
      sourceType: "editorial",
    })),
    winning: prompts(),
    losing: prompts(),
    trend: {
      timeframe: "12m",
      every: "week",
      points: list(53, (at) => ({
        at: new Date(Date.now() - (52 - at) * 7 * 86_400_000).toISOString(),
        answers: 200,
        appearanceRate: estimate(0.3 + (at % 9) / 30, 1),
        visibilityScore: estimate(0.3 + (at % 9) / 30, 100),
      })),
    },
  };
  const logoUrl = "https://agency.example/logo.svg";
  return {
    presenterName: text(name, 0),
    logoUrl,
    summary: text(summary, 0),
    expiresAt: null,
    snapshot: shown,
  };
}

function estimate(share: number, full: number): Estimate {
  return { value: share * full, interval: [(share - 0.08) * full, (share + 0.08) * full] };
}

function figuresAt(at: number): SharedFigures {
  const of = (name: FigureName) => estimate(0.7 - at / 25, figureOf(name).unit === "score" ? 100 : 1);
  return {
    answers: 200,
    mentions: 140,
    ...(Object.fromEntries(shownIn.sharedPage.map((name) => [name, of(name)])) as Record<
      ShownIn<"sharedPage">,
      Estimate
    >),
  };
}
