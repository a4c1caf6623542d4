import assert from "node:assert/strict";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { longTest } from "../depth.ts";
import { byPrompt, failing } from "../fake-engines.ts";
import { rpc } from "../mcp.ts";
import { freePort } from "../server-process.ts";
import { type AppOptions, startApp } from "../start-app.ts";
import { anyStore, type TestStore } from "../stores.ts";
import { type SentSpan, startCollector } from "./collector.ts";

/** Stands in everything that people, vendors and answers write here. */
const canary = "Zanzibar-7341";

const root = join(import.meta.dirname, "../..");

interface Watched extends AppOptions {
  share?: number;
  store?: TestStore;
}

/** The app with somebody in it, which tells the collector at this address. */
async function appTelling(t: TestContext, endpoint: string, { share = 1, store, ...options }: Watched = {}) {
  const telemetry = { endpoint, headers: { "x-team": "blue" }, serviceName: "overheard", share };
  const app = await startApp(t, store ?? anyStore[0]!, {
    engines: { chatgpt: byPrompt(() => `${canary} is the usual pick.`) },
    ...options,
    config: { telemetry },
  });
  return { app, me: await app.member() };
}

/** The same with a collector; `finish` lets all work end, and then the app, which sends what is left. */
async function watchedApp(t: TestContext, options: Watched = {}) {
  const collector = await startCollector();
  const { app, me } = await appTelling(t, collector.endpoint, options);
  t.after(() => collector[Symbol.asyncDispose]());
  const finish = async () => {
    await app.settle();
    await app.app.close();
  };
  return { app, me, collector, finish };
}

const one = (spans: readonly SentSpan[], name: string): SentSpan => {
  const found = spans.filter((span) => span.name === name);
  assert.equal(found.length, 1, `${name} among ${spans.map((span) => span.name)}`);
  return found[0]!;
};

for (const store of anyStore)
  test(`${store.name}: a request over REST, its jobs and the calls of assistants are one trace, without a foreign word`, {
    skip: store.skip,
  }, async (t) => {
    const { app, me, collector, finish } = await watchedApp(t, { store });
    const project = await me.project({
      ...{ name: canary, brand: canary, competitors: [], prompts: [`Is ${canary} good?`, "best crm?"] },
    });
    const { status, data } = await me.call<{ id: string }>("POST", "/v1/analyze/project", {
      projectId: project.id,
    });
    assert.equal(status, 200);
    await finish();

    const { spans } = collector;
    const request = one(spans, "POST /v1/analyze/project");
    assert.deepEqual(
      [request.parentSpanId, request.kind, request.values["http.route"]],
      ["", 2, "/v1/analyze/project"],
    );
    assert.equal(request.values["http.response.status_code"], 200);
    assert.equal(request.values["overheard.organization_id"], me.userId);
    const inTrace = spans.filter(({ traceId }) => traceId === request.traceId);
    const asks = inTrace.filter(({ name }) => name === "job ask.chatgpt");
    assert.deepEqual(
      asks.map(({ parentSpanId, kind, values }) => [parentSpanId, kind, values["overheard.report_id"]]),
      asks.map(() => [request.spanId, 5, data.id]),
    );
    assert.equal(asks.length, 2);
    const calls = inTrace.filter(({ name }) => name === "ask chatgpt");
    assert.deepEqual(
      new Set(calls.map(({ parentSpanId }) => parentSpanId)),
      new Set(asks.map(({ spanId }) => spanId)),
    );
    for (const call of calls) {
      assert.equal(call.kind, 3);
      assert.equal(call.values["overheard.outcome"], "answered");
      assert.equal(call.values["gen_ai.provider.name"], "chatgpt");
      assert.equal(typeof call.values["overheard.cost_usd"], "number");
    }
    assert.equal(one(inTrace, "job finish").parentSpanId, request.spanId);
    const line = app.logged
      .map((each) => JSON.parse(each))
      .find(({ action }) => action === "run_project_analysis");
    assert.equal(line.trace_id, request.traceId);
    assert.equal(collector.bytes().includes(canary), false);
    assert.equal(collector.headers[0]?.["x-team"], "blue");
  });

test("a call of a tool over MCP, its jobs and the calls of assistants are one trace too", async (t) => {
  const { app, me, collector, finish } = await watchedApp(t);
  const project = await me.project();
  const { result } = await rpc(
    app.app.door,
    {
      method: "tools/call",
      params: { name: "run_project_analysis", arguments: { projectId: project.id } },
    },
    { token: await me.connector() },
  );
  assert.notEqual(result.isError, true, JSON.stringify(result));
  await finish();
  const request = one(collector.spans, "POST /v1/analyze/project");
  assert.equal(request.values["overheard.door"], "mcp");
  const names = collector.spans.filter(({ traceId }) => traceId === request.traceId).map(({ name }) => name);
  assert.deepEqual(names.sort(), [
    ...["POST /v1/analyze/project", "ask chatgpt", "job ask.chatgpt", "job finish"],
  ]);
});

for (const share of [1, 0])
  test(`a caller's trace goes on here, but the caller does not decide what is recorded: of ${share}`, async (t) => {
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const { me, collector, finish } = await watchedApp(t, { share });
    await me.call("GET", "/v1/projects", undefined, { headers: { traceparent } });
    await finish();
    assert.deepEqual(
      collector.spans.map(({ traceId, parentSpanId }) => [traceId, parentSpanId]),
      share === 1 ? [[traceparent.slice(3, 35), traceparent.slice(36, 52)]] : [],
    );
  });

test("a call that fails says why in our own words, and each attempt is a call of its own", async (t) => {
  const { me, collector, finish } = await watchedApp(t, { engines: { chatgpt: failing("bad_key") } });
  const project = await me.project();
  await me.call("POST", "/v1/analyze/project", { projectId: project.id });
  await me.call("GET", "/v1/projects/0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13");
  await finish();
  const call = one(collector.spans, "ask chatgpt");
  assert.deepEqual([call.status, call.values["error.type"]], [2, "bad_key"]);
  const missed = one(collector.spans, "GET /v1/projects/{projectId}");
  assert.deepEqual([missed.status, missed.values["error.type"]], [0, "PROJECT_NOT_FOUND"]);
});

test("the collector gets the metrics of /metrics, under the same names and with the same numbers", async (t) => {
  const { me, collector, finish } = await watchedApp(t);
  for (let times = 0; times < 3; times += 1) await me.call("GET", "/v1/projects");
  await finish();
  const metric = (name: string) => {
    const found = collector.metrics.find((metric) => metric.name === name);
    assert.ok(found, name);
    return found;
  };
  const requests = metric("overheard_requests_total");
  assert.equal(requests.kind, "sum");
  assert.deepEqual(
    requests.points.map(({ values, value }) => [values.action, values.door, values.status, value]),
    [["list_projects", "rest", 200, 3]],
  );
  const [seconds] = metric("overheard_request_duration_seconds").points;
  assert.equal(seconds?.count, 3);
  assert.equal(
    seconds.counts?.reduce((sum, count) => sum + count, 0),
    3,
  );
  assert.equal(seconds.counts?.length, seconds.bounds!.length + 1);
  assert.equal(metric("overheard_spend_usd").kind, "gauge");
  assert.equal(requests.resource["service.name"], "overheard");
});

/** One that takes connections and what is sent, and never answers. */
async function startHangingCollector(t: TestContext) {
  const open = new Set<Socket>();
  const most = { connections: 0 };
  const server = createServer((socket) => {
    open.add(socket);
    most.connections = Math.max(most.connections, open.size);
    socket
      .on("data", () => undefined)
      .on("error", () => undefined)
      .on("close", () => open.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, most };
}

/** Bytes that are held once everything that can go has gone. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

longTest(
  "a collector that takes what is sent and never answers costs little memory and a few connections, and the end does not wait for it",
  async (t) => {
    const { endpoint, most } = await startHangingCollector(t);
    const { app, me } = await appTelling(t, endpoint);
    const project = await me.project();
    const many = async (count: number) => {
      for (let span = 0; span < count; span += 1) {
        const values = { "overheard.note": `${span} ${"x".repeat(500)}` };
        await app.app.ports.tracing.span(
          { name: "one of many", kind: "job", parent: null, values },
          async () => undefined,
        );
      }
    };
    // As many as wait for the collector and are on their way to it.
    await many(5_000);
    const before = heldBytes();
    await many(60_000);
    const grown = heldBytes() - before;
    assert.ok(grown < 10_000_000, `${grown} bytes more after 60,000 spans`);
    const { status } = await me.call("POST", "/v1/analyze/project", { projectId: project.id });
    assert.equal(status, 200);
    await app.settle();
    assert.ok(most.connections > 0 && most.connections <= 2, `${most.connections} connections`);
    const began = performance.now();
    await app.app.close();
    assert.ok(performance.now() - began < 3_000, `${performance.now() - began} ms`);
    // At the end all that waits is sent at once, in four lots, and the metrics.
    assert.ok(most.connections <= 6, `${most.connections} connections`);
  },
);

longTest(
  "a collector that is away costs nothing: everything is done, and the end does not wait for it",
  async (t) => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    const { app, me } = await appTelling(t, endpoint);
    const project = await me.project();
    const { status } = await me.call("POST", "/v1/analyze/project", { projectId: project.id });
    assert.equal(status, 200);
    // More than may wait.
    for (let span = 0; span < 6_000; span += 1)
      await app.app.ports.tracing.span(
        { name: "one of many", kind: "job", parent: null },
        async () => undefined,
      );
    await app.settle();
    const began = performance.now();
    await app.app.close();
    assert.ok(performance.now() - began < 3_000, `${performance.now() - began} ms`);
  },
);

test("nothing of OpenTelemetry is loaded before it is asked for", () => {
  const files = globSync("src/**/*.ts", { cwd: root });
  const importers = files.filter((file) =>
    /from "@opentelemetry\//.test(readFileSync(join(root, file), "utf8")),
  );
  assert.deepEqual(
    importers.filter((file) => !file.startsWith("src/server/telemetry/")),
    [],
  );
  const entries = files.filter(
    (file) =>
      !file.startsWith("src/server/telemetry/") &&
      !file.endsWith(".test.ts") &&
      /^import (?!type\b)[^;]*telemetry\//m.test(readFileSync(join(root, file), "utf8")),
  );
  assert.deepEqual(entries, []);
});
