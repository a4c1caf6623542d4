import { randomBytes, randomUUID } from "node:crypto";
import type { TestContext } from "node:test";
import { importFigures, measuredPart } from "../src/figures/imported-answer.ts";
import { promptKey } from "../src/reader/prompt.ts";
import type { Provider } from "../src/reader/provider.ts";
import { compileReader, readAnswer } from "../src/reader/read.ts";
import { userOf } from "../src/server/accounts/users.ts";
import type { Db } from "../src/server/db/db.ts";
import { wholeOf } from "../src/server/db/reach.ts";
import type { Store } from "../src/server/db/store.ts";
import type { Engine, EngineAnswer, Question } from "../src/server/engines/engine.ts";
import { createOwnEngines } from "../src/server/engines/own-engines.ts";
import { newId } from "../src/server/kernel/id.ts";
import { createLog } from "../src/server/kernel/log.ts";
import { createVault } from "../src/server/kernel/secret/vault.ts";
import { findCredentials } from "../src/server/organizations/engine-credentials/engine-credentials.ts";
import { createOutside } from "../src/server/outbound/guard/safe-fetch.ts";
import type { SendMail } from "../src/server/outbound/mail/mail.ts";
import { createWebsite } from "../src/server/outbound/website/index.ts";
import { type Project, trackedBrands } from "../src/server/projects/project.ts";
import { insertProject } from "../src/server/projects/projects.ts";
import { type JobQueue, openQueue } from "../src/server/queue/queue.ts";
import { findReport, type Report } from "../src/server/reports/reports.ts";
import { planAsks } from "../src/server/runs/asking/planned-asks.ts";
import {
  insertImport,
  type KeptAnswer,
  readingBytes,
  stageImport,
} from "../src/server/runs/imports/imports.ts";
import { acceptRun } from "../src/server/runs/runs.ts";
import { createParsing } from "../src/server/threads/parsing.ts";
import { createWorker, type Worker, type WorkerParts } from "../src/server/worker/worker.ts";
import type { TestStore } from "./stores.ts";

/** An engine that answers as `ask` says, at once and for nothing unless said otherwise. */
export function fakeEngine(
  provider: Provider,
  ask: (question: Question, signal: AbortSignal) => string | Promise<string | Partial<EngineAnswer>>,
  limits: Partial<Pick<Engine, "concurrency" | "requestsPerMinute" | "estimateUsd" | "surface">> = {},
): Engine {
  return {
    provider,
    surface: "api",
    model: "fake-1",
    searches: false,
    concurrency: 200,
    requestsPerMinute: 100_000,
    estimateUsd: 0,
    ...limits,
    async ask(question, signal) {
      const answer = await ask(question, signal);
      return { ...plain, ...(typeof answer === "string" ? { text: answer } : answer) };
    },
  };
}

const plain: EngineAnswer = {
  text: "",
  truncated: false,
  declined: false,
  model: "fake-1",
  citations: [],
  citationsLeftOut: 0,
  searched: null,
  inputTokens: null,
  outputTokens: null,
  searches: null,
  queries: [],
  costUsd: 0,
};

export const enginesOf = (...engines: Engine[]): WorkerParts["engines"] => ({
  get: (provider) => engines.find((engine) => engine.provider === provider),
  configured: () => engines.map(({ provider }) => provider),
  list: () => [],
  withKey: () => undefined,
  warm: async () => {},
});

export const ownEnginesOf = (engines: WorkerParts["engines"]): WorkerParts["ownEngines"] =>
  createOwnEngines({ engines, vault: createVault(randomBytes(32)), find: findCredentials });

export interface Run {
  prompts?: readonly string[];
  samples?: number;
  type?: "visibility_analysis" | "visibility_analysis_api";
  limit?: number | null;
  monthlySpendUsd?: number;
  now?: Date;
  project?: Project;
}

/** A queue and a worker on a store, with somebody's project. */
export interface Work extends AsyncDisposable {
  store: Store;
  db: Db;
  queue: JobQueue;
  worker: Worker;
  project: Project;
  newProject(): Promise<Project>;
  accept(run?: Run): Promise<Report>;
  /** The same in a transaction of the caller's. */
  acceptIn(db: Db, run?: Run): Promise<Report>;
  report(id: string): Promise<Report>;
}

export type WorkOptions = Partial<Omit<WorkerParts, "db" | "queue" | "mail">> & {
  engines: WorkerParts["engines"];
  /** Takes the letters; without, they wait. */
  sendMail?: SendMail;
};

/** On a new store; all of it ends with the test. */
export async function startWork(t: TestContext, kind: TestStore, options: WorkOptions): Promise<Work> {
  let work: Work | undefined;
  // What is registered first ends first: the worker before the store.
  t.after(() => work?.[Symbol.asyncDispose]());
  work = await workOn(await kind.open(t), options);
  return work;
}

/** The timing of a worker that stands still: however long a test takes, it renews no claim and looks for none. */
export const standingStill = { poll: 3_600_000, renew: 3_600_000, free: 3_600_000 };

export const quickCrawl = { pagesMax: 200, timeMs: 60_000, delayMs: 0, atOnce: 4 };

/** What a worker crawls with that may reach these hosts besides public ones. */
export function crawlOf(allow: readonly string[], settings: WorkerParts["crawl"]["settings"]) {
  const outside = createOutside({ allow });
  const parsing = createParsing();
  return { outside, parsing, website: createWebsite(outside, parsing), settings };
}

export async function workOn(store: Store, options: WorkOptions): Promise<Work> {
  const { db, pool } = store;
  const log = options.log ?? createLog("silent");
  const mailVault = createVault(randomBytes(32));
  const queue = await openQueue({ db, pool, mailVault, log, shared: store.kind === "server" });
  const now = options.now ?? (() => new Date());
  const { engines, settings = { monthlySpendUsd: 100, sharedEngines: true } } = options;
  const ownEngines = ownEnginesOf(engines);
  const { crawl = crawlOf([], quickCrawl) } = options;
  const { connectionString } = store;
  const { sendMail, ...others } = options;
  const worker = createWorker({
    ...{ connectionString, ownEngines, storeNow: async () => now() },
    ...others,
    ...(sendMail ? { mail: { sendMail, mailVault } } : {}),
    db,
    queue,
    engines,
    settings,
    crawl,
    now,
    log,
  });
  const newProject = () => insertSomebodysProject(db);
  const project = await newProject();

  return {
    store,
    db,
    queue,
    worker,
    project,
    newProject,
    accept: (run = {}) => acceptSome(db, queue, engines, { project, now: now(), ...run }),
    acceptIn: (db, run = {}) => acceptSomeIn(db, queue, engines, { project, now: now(), ...run }),
    async report(id) {
      const report = await findReport(db, wholeOf((await ownerOf(db, id))!), id);
      if (!report) throw new Error("there is such a report");
      return report;
    },
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]();
      await queue[Symbol.asyncDispose]();
    },
  };
}

const ownerOf = async (db: Db, id: string) =>
  (await db.selectFrom("reports").where("id", "=", id).select("user_id").executeTakeFirst())?.user_id;

export async function insertSomebodysProject(db: Db): Promise<Project> {
  const user = await userOf(db, { issuer: "test", subject: randomUUID(), email: null }, new Date());
  return insertProject(db, {
    id: newId(),
    organizationId: user.id,
    name: "Acme",
    brand: "Acme",
    brandAliases: [],
    about: null,
    domain: null,
    websiteUrl: null,
    competitors: [{ name: "Bolt", aliases: [], domain: null, slug: "bolt" }],
    providers: null,
    samples: 1,
    until: null,
    monthlySpendUsd: null,
    schedule: "off",
    country: "US",
    language: "en",
    timezone: "UTC",
    workspaceId: null,
    now: new Date(),
  });
}

type AcceptedRun = Run & { project: Project; now: Date };

/** Accepts a run of every configured engine, in its own transaction. */
export async function acceptSome(
  db: Db,
  queue: JobQueue,
  engines: WorkerParts["engines"],
  run: AcceptedRun,
): Promise<Report> {
  return db.transaction().execute((db) => acceptSomeIn(db, queue, engines, run));
}

async function acceptSomeIn(
  db: Db,
  queue: JobQueue,
  engines: WorkerParts["engines"],
  run: AcceptedRun,
): Promise<Report> {
  const { project, now, prompts = ["best crm?"], samples = 1 } = run;
  const terms = { country: "US", language: "en", providers: engines.configured(), samples };
  const given = prompts.map((prompt) => ({ prompt, intent: null }));
  const asks = planAsks(given, terms.providers, samples, (prompt) => prompt.includes("Acme")).map((ask) => {
    const { surface, estimateUsd } = engines.get(ask.provider)!;
    return { ...ask, surface, estimateUsd };
  });
  return acceptRun(db, {
    id: newId(),
    project,
    type: run.type ?? "visibility_analysis",
    brands: trackedBrands(project),
    terms: { ...terms, prompts: given },
    asks,
    inputHash: JSON.stringify([prompts, samples]),
    quota: {
      periodStart: "2026-01-01T00:00:00.000Z",
      resetsAt: "2026-02-01T00:00:00.000Z",
      limit: run.limit ?? null,
    },
    monthlySpendUsd: run.monthlySpendUsd ?? 100,
    queue,
    now,
  });
}

/** A report of brought answers to one prompt, given at that time. */
export async function importInto(
  { db, project }: Work,
  answeredAt: string,
  texts = ["Acme"],
): Promise<Report> {
  const tracked = trackedBrands(project);
  const reader = compileReader(tracked);
  const answers = texts.map((text, index): KeptAnswer => {
    const prompt = "best crm?";
    const reading = readAnswer(reader, { text, citations: [], prompt });
    return {
      id: newId(),
      promptKey: promptKey(prompt),
      prompt,
      branded: false,
      provider: "chatgpt",
      sample: index + 1,
      model: null,
      text,
      citations: [],
      searched: null,
      answeredAt,
      measured: measuredPart(reading),
      reading: readingBytes(reading),
    };
  });
  const given = {
    ...{ id: newId(), project, brands: tracked, answers, inputHash: texts.join(), now: new Date() },
    figures: importFigures(answers, tracked),
  };
  await stageImport(db, given, () => undefined);
  return db.transaction().execute((db) => insertImport(db, given));
}
