import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { NoPostgres, type Postgres, startPostgres } from "../postgres.ts";
import {
  account,
  type Client,
  client,
  type RunningServer,
  startProcess,
  startServer,
} from "../server-process.ts";
import { stores } from "../stores.ts";
import { type FakeVendor, startVendor } from "../vendors/vendor.ts";

const onServer = stores.find(({ name }) => name === "PostgreSQL")!;
const { skip } = onServer;

interface Failure {
  error: { code: string; details?: Record<string, unknown> };
}

test("PostgreSQL gone is 503 with Retry-After and not ready; it is served again when it is back, and runs go on", {
  skip,
}, async (t) => {
  const postgres = await ownPostgres(t);
  if (!postgres) return;
  const vendor = await slowVendor(t, 1_000);
  const { server, me, projectId } = await serving(t, vendor, postgres.url);
  const run = await analyse(me, projectId, "who is best?");
  assert.equal(run.status, 200);

  await postgres.stop();
  const get = (path: string) => fetch(server.url + path, { headers: { authorization: `Bearer ${me.key}` } });
  await untilStatus(() => fetch(`${server.url}/readyz`), 503, 5_000);
  const { error: notReady } = (await (await fetch(`${server.url}/readyz`)).json()) as Failure;
  const { database, migrations } = notReady.details ?? {};
  assert.deepEqual({ database, migrations }, { database: "failed", migrations: "unknown" });
  for (const path of ["/v1/projects", `/v1/reports/${run.data.id}`]) {
    const answer = await get(path);
    assert.equal(answer.status, 503, path);
    assert.ok(Number(answer.headers.get("retry-after")) >= 1, path);
    assert.equal(((await answer.json()) as Failure).error.code, "SERVICE_UNAVAILABLE", path);
  }
  const refused = await analyse(me, projectId, "and now?");
  assert.equal(refused.status, 503);
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);

  await delay(1_500);
  await postgres.start();
  const back = performance.now();
  await untilStatus(() => fetch(`${server.url}/readyz`), 200, 10_000);
  await untilStatus(() => get("/v1/projects"), 200, 10_000);
  const later = await analyse(me, projectId, "and later?");
  assert.equal(later.status, 200);
  assert.ok(performance.now() - back < 10_000);
  for (const id of [run.data.id, later.data.id]) assert.equal(await endOf(me, id), "completed");
});

test("a SIGTERM under load fails no request that was taken in, and ends with 0 within 15 s", {
  skip,
}, async (t) => {
  const store = await onServer.open(t);
  const vendor = await slowVendor(t, 200);
  const { server, me, projectId } = await serving(t, vendor, store.connectionString!);
  const second = await another(t, vendor, store.connectionString!);
  const balancer = {
    servers: [server, second],
    answered: 0,
    faults: [] as string[],
    accepted: [] as string[],
  };
  const over = new AbortController();
  const load = Array.from({ length: 8 }, (_, lane) => send(balancer, me.key, projectId, lane, over.signal));

  for (const deadline = performance.now() + 30_000; balancer.answered < 200 && performance.now() < deadline; )
    await delay(20);
  const told = performance.now();
  assert.equal(await server.stop(), 0);
  assert.ok(performance.now() - told < 15_000);
  await delay(500);
  over.abort();
  await Promise.all(load);

  assert.deepEqual(balancer.faults, []);
  assert.ok(balancer.answered >= 200, `${balancer.answered} answers`);
  assert.ok(balancer.accepted.length > 0);
  for (const id of balancer.accepted) assert.equal(await endOf(client(second.url, me.key), id), "completed");
});

test("a second SIGTERM ends a server at once that still waits for somebody", { skip }, async (t) => {
  const store = await onServer.open(t);
  const { server, me } = await serving(t, await slowVendor(t, 10), store.connectionString!);
  const { port } = new URL(server.url);
  const slow = connect(Number(port), "127.0.0.1");
  slow.on("error", () => undefined);
  await once(slow, "connect");
  slow.write(
    `POST /v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${me.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  );
  await delay(200);
  server.child.kill("SIGTERM");
  await delay(1_000);
  assert.equal(server.child.exitCode, null);
  const again = performance.now();
  assert.equal(await server.stop(), 1);
  // Its time of grace is 10 s.
  assert.ok(performance.now() - again < 5_000);
});

test("two servers and a worker on one PostgreSQL share the runs, and no question is asked twice", {
  skip,
}, async (t) => {
  const store = await onServer.open(t);
  const vendor = await slowVendor(t, 150);
  const url = store.connectionString!;
  const { server, me, projectId } = await serving(t, vendor, url, "key-one");
  const second = await another(t, vendor, url, "key-two");
  const worker = startProcess(["src/main.ts", "worker"], settings(vendor, url, "key-three"));
  t.after(() => void worker.kill("SIGKILL"));
  await once(worker.stderr!, "data");

  const clients = [me, client(second.url, me.key)];
  const runs = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      analyse(clients[number % 2]!, projectId, `question ${number}?`),
    ),
  );
  for (const { data } of runs) assert.equal(await endOf(me, data.id), "completed");
  assert.equal(vendor.count(), 20 * promptsPerRun);
  const asking = new Set(vendor.requests.map(({ headers }) => headers.authorization));
  assert.deepEqual([...asking].sort(), ["Bearer key-one", "Bearer key-three", "Bearer key-two"]);
  assert.equal(await server.stop(), 0);
});

const promptsPerRun = 3;

async function ownPostgres(t: TestContext): Promise<Postgres | undefined> {
  try {
    const postgres = await startPostgres();
    t.after(() => postgres[Symbol.asyncDispose]());
    return postgres;
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error;
    t.skip(error.message);
    return undefined;
  }
}

async function slowVendor(t: TestContext, delayMs: number): Promise<FakeVendor> {
  const vendor = await startVendor("openai", { answer: "Acme is the usual pick, then Bolt.", delayMs });
  t.after(() => vendor.close());
  return vendor;
}

const settings = (vendor: FakeVendor, databaseUrl: string, key = "key-one"): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  OPENAI_API_KEY: key,
  OPENAI_BASE_URL: vendor.url,
  OVERHEARD_ENGINE_LIMITS: "chatgpt=5/100000",
  OVERHEARD_RATE_LIMIT_SCALE: "1000",
  OVERHEARD_RUNS_AT_ONCE: "1000",
  OVERHEARD_MONTHLY_SPEND_USD: "100000",
});

async function another(t: TestContext, ...terms: Parameters<typeof settings>): Promise<RunningServer> {
  const server = await startServer(settings(...terms));
  t.after(() => server.stop("SIGKILL"));
  return server;
}

async function serving(t: TestContext, ...terms: Parameters<typeof settings>) {
  const server = await another(t, ...terms);
  const me = await account(server.url, "me@acme.example", settings(...terms));
  const project = { name: "Acme", brand: "Acme", competitors: [{ name: "Bolt" }], prompts: ["best crm?"] };
  const { data } = await me.call<{ id: string }>("POST", "/v1/projects", project);
  return { server, me, projectId: data.id };
}

function analyse({ call }: Client, projectId: string, question: string) {
  const prompts = Array.from({ length: promptsPerRun }, (_, number) => `${question} (${number})`);
  const body = { projectId, brand: "Acme", prompts };
  return call<{ id: string }>("POST", "/v1/analyze/custom", body, { prefer: "wait=0" });
}

async function endOf({ call }: Client, id: string): Promise<string> {
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; ) {
    const { data } = await call<{ status: string; terminal: boolean }>("GET", `/v1/reports/${id}`);
    if (data.terminal) return data.status;
    await delay(50);
  }
  return "processing";
}

async function untilStatus(ask: () => Promise<Response>, status: number, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask().catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === status) return;
    assert.ok(performance.now() < deadline, `${answer?.status} and not ${status} after ${withinMs} ms`);
    await delay(50);
  }
}

interface Balancer {
  servers: RunningServer[];
  answered: number;
  faults: string[];
  accepted: string[];
}

/** One caller over keep-alive: it goes on to the other server once this one closes its connections. */
async function send(balancer: Balancer, key: string, projectId: string, lane: number, over: AbortSignal) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let at = 0;
  for (let number = 0; !over.aborted; number += 1) {
    const runs = lane === 0 || (lane === 1 && number % 10 === 0);
    const prompts = [`lane ${lane}, ${number}?`];
    const body = runs ? JSON.stringify({ projectId, brand: "Acme", prompts }) : null;
    const answer = await exchange(balancer.servers[at]!, agent, key, body).catch((error) => error as Error);
    if (answer instanceof Error) {
      // Nobody listens any more: nothing was taken in.
      if ((answer as NodeJS.ErrnoException).code !== "ECONNREFUSED" || at === 1)
        balancer.faults.push(`${body ? "POST" : "GET"} ${answer.message}`);
      at = 1;
      continue;
    }
    balancer.answered += 1;
    if (answer.status !== 200) balancer.faults.push(`${body ? "POST" : "GET"} ${answer.status}`);
    else if (body) balancer.accepted.push(JSON.parse(answer.body).data.id);
    if (answer.closes) at = 1;
  }
  agent.destroy();
}

function exchange({ url }: RunningServer, agent: Agent, key: string, body: string | null) {
  const { hostname, port } = new URL(url);
  return new Promise<{ status: number; body: string; closes: boolean }>((resolve, reject) => {
    const outgoing = request({
      agent,
      hostname,
      port,
      method: body ? "POST" : "GET",
      path: body ? "/v1/analyze/custom" : "/v1/projects",
      headers: { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) },
    });
    outgoing.on("error", reject);
    outgoing.on("response", async (response) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of response) chunks.push(chunk);
      } catch (error) {
        return reject(error);
      }
      resolve({
        status: response.statusCode!,
        body: Buffer.concat(chunks).toString(),
        closes: response.headers.connection === "close",
      });
    });
    outgoing.end(body ?? undefined);
  });
}
