import assert from "node:assert/strict";
import { after, afterEach, before, describe } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Static } from "typebox";
import { type Config, readConfig } from "../src/config.ts";
import type { Plan } from "../src/server/api/access/plan.ts";
import type { AnyAction } from "../src/server/api/action.ts";
import { type App, buildApp } from "../src/server/app.ts";
import type { Db } from "../src/server/db/db.ts";
import { createLog } from "../src/server/kernel/log.ts";
import type { ProjectView } from "../src/server/projects/project-view.ts";
import { type ConnectorTerms, insertConnector } from "./connector.ts";
import { type Answer, type Request, send, withStandIns } from "./doors.ts";
import { type FakeEngines, fakeEngines, type Script } from "./fake-engines.ts";
import { insertIdentity, quickHash } from "./fixtures/account.ts";
import { anyStore, type Ending, stores, type TestStore } from "./stores.ts";

export interface AppOptions {
  /** What its engines say; none: the sandbox alone is set up. */
  engines?: Script;
  /** What each of them costs at most, USD. */
  estimateUsd?: number;
  config?: Partial<Config>;
  actions?: readonly AnyAction[];
  now?: () => Date;
  /** Whether errors in the log are part of the test. */
  faults?: "expected";
}

/** The real app on a new store, without a port: real migrations, queue, accounts and door, fake engines. */
export interface TestApp {
  app: App;
  db: Db;
  engines: FakeEngines;
  /** Every line of the log. */
  logged: string[];
  send<D = unknown>(request: Request): Promise<Answer<D>>;
  /** Its address on loopback, from the first call on. */
  address(): Promise<string>;
  /** A new account. */
  member(options?: { plan?: Plan }): Promise<Member>;
  /** Works until no job is due. */
  settle(): Promise<void>;
}

/** Somebody with an account. */
export interface Member {
  email: string;
  userId: string;
  /** An API key, K. */
  key: string;
  /** A session JWT, J. */
  session(): Promise<string>;
  /** The token of an assistant that it has let in, C; a new one each time. */
  connector(terms?: ConnectorTerms): Promise<string>;
  /** With the API key, unless told otherwise. */
  call<D = unknown>(
    method: string,
    path: string,
    body?: unknown,
    options?: { token?: string | null; headers?: Record<string, string> },
  ): Promise<Answer<D>>;
  /** A new project: Acme against Bolt and Cube, one prompt, unless told otherwise. */
  project(terms?: Record<string, unknown>): Promise<Project>;
}

export type Project = Static<typeof ProjectView>;

let accounts = 0;

export async function startApp(t: Ending, store: TestStore, options: AppOptions = {}): Promise<TestApp> {
  const handles = openHandles();
  let end: (() => Promise<void>) | undefined;
  // What is registered first ends first: the app before its store.
  t.after(() => end?.());
  const opened = await store.openQuiet(t);
  const { db } = opened;
  const logged: string[] = [];
  const engines = fakeEngines(options.engines ?? {}, { estimateUsd: options.estimateUsd ?? 0 });
  const app = await buildApp(
    { ...testConfig(), ...options.config },
    {
      store: opened,
      engines,
      passwordHash: quickHash,
      log: createLog("debug", { write: (line) => void logged.push(line) }),
      ...(options.actions ? { actions: options.actions } : {}),
      ...(options.now ? { now: options.now } : {}),
    },
  );
  if (options.actions) withStandIns.add(app.door);
  app.worker.attend();
  const settle = () => app.worker.settle();

  end = async () => {
    engines.reset();
    await settle();
    const left = await jobsLeft(db);
    await app.close();
    assert.deepEqual(left, [], "jobs are left");
    if (options.faults !== "expected") assert.deepEqual(errorsIn(logged), [], "errors are in the log");
  };
  t.after(() => noneLeft(handles, store.name));

  const request = <D>(request: Request) => send<D>(app.door, request);
  let listening: Promise<string> | undefined;
  const address = () => {
    listening ??= app.door.listen({ host: "127.0.0.1", port: 0 });
    return listening;
  };
  return {
    app,
    db,
    engines,
    logged,
    address,
    send: request,
    settle,
    member: (terms = {}) => newMember(app, db, request, terms),
  };
}

/**
 * Defines tests once for each kind of store, all of them on one app that `tests` can ask for. Each finds the engines
 * as the options have them, whatever the one before had them say.
 */
export const onEachStore: OnStores = (options, tests) => onStores(stores, options, tests);

/** The same on one store, for what every store shows alike: what each route and tool is called for is tested on all. */
export const onAnyStore: OnStores = (options, tests) => onStores(anyStore, options, tests);

type OnStores = (options: () => AppOptions, tests: (app: () => TestApp) => void) => void;

function onStores(chosen: readonly TestStore[], ...[options, tests]: Parameters<OnStores>): void {
  for (const store of chosen) {
    describe(store.name, { skip: store.skip }, () => {
      const endings: (() => unknown)[] = [];
      let app: TestApp | undefined;
      before(async () => {
        app = await startApp({ after: (end) => void endings.push(end as () => unknown) }, store, options());
      });
      after(async () => {
        const outcomes = [];
        for (const end of endings)
          outcomes.push(...(await Promise.allSettled([Promise.resolve().then(end)])));
        for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
      });
      afterEach(async () => {
        app?.engines.reset();
        await app?.settle();
      });
      tests(() => app!);
    });
  }
}

export const testSecret = "only-for-tests-0123456789-abcdefghij";

function testConfig(): Config {
  return readConfig({
    OVERHEARD_SECRET: testSecret,
    OVERHEARD_BASE_URL: "http://api.test",
    OVERHEARD_SITE_URL: "http://site.test",
  });
}

async function newMember(
  app: App,
  db: Db,
  request: <D>(request: Request) => Promise<Answer<D>>,
  { plan }: { plan?: Plan },
): Promise<Member> {
  accounts += 1;
  const email = `member-${accounts}@acme.example`;
  await insertIdentity(db, email);
  if (plan) await app.operator.setPlan({ email, plan });
  const key = await app.operator.createKey({ email, name: null, organization: null });
  const { id: userId } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  let session: Promise<string> | undefined;

  const call: Member["call"] = (method, path, body, { token = key, headers } = {}) =>
    request({
      method,
      path,
      body,
      token,
      headers: { ...(path.startsWith("/v1/analyze") ? patient : {}), ...headers },
    });
  return {
    email,
    userId,
    key,
    session: () => (session ??= app.operator.issueToken({ email })),
    connector: (terms) => {
      const { siteUrl } = app.services.settings;
      return insertConnector(db, { secret: testSecret, siteUrl, email }, terms);
    },
    call,
    async project(terms = {}) {
      const { status, data, text } = await call<Project>("POST", "/v1/projects", { ...acme, ...terms });
      assert.equal(status, 201, text);
      return data;
    },
  };
}

/** On a busy machine even answers that are there at once take their time. */
const patient = { prefer: "wait=25" };

const acme = {
  name: "Acme",
  brand: "Acme",
  domain: "acme.example",
  competitors: [{ name: "Bolt", domain: "bolt.example" }, { name: "Cube" }],
  prompts: ["best crm?"],
};

async function jobsLeft(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; state: string }>`
    select name, state from jobs.job where state in ('created', 'retry', 'active')`.execute(db);
  return rows.map(({ name, state }) => `${name}: ${state}`);
}

const errorsIn = (logged: readonly string[]): string[] =>
  logged.filter((line) => ["error", "fatal"].includes(JSON.parse(line).level));

// A standard stream counts as a pipe from the first look at it on, which a library may take at any time.
void [process.stdin, process.stdout, process.stderr];

/** Timers, sockets and servers that keep the process alive. */
const openHandles = (): string[] =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => /Timeout|TCP|Pipe|Server/.test(kind))
    .sort();

/** Connections take a moment to close; what is there after that is left. */
async function noneLeft(before: readonly string[], where: string): Promise<void> {
  for (let waits = 0; openHandles().length > before.length && waits < 400; waits += 1) {
    await pause(25);
    // Out of the timer's own turn, in which it still counts as open.
    await new Promise(setImmediate);
  }
  const left = openHandles();
  assert.ok(left.length <= before.length, `left open on ${where}: ${left} (before: ${before})`);
}
