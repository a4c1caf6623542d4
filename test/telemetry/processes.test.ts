import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { account, startProcess, startServer } from "../server-process.ts";
import { stores } from "../stores.ts";
import { startVendor } from "../vendors/vendor.ts";
import { startCollector } from "./collector.ts";

const onServer = stores.find(({ name }) => name === "PostgreSQL")!;

test("a request to one process and the jobs that another does of it are one trace", {
  skip: onServer.skip,
}, async (t) => {
  const store = await onServer.open(t);
  await using collector = await startCollector();
  const vendor = await startVendor("openai", { answer: "Acme is the usual pick.", delayMs: 5 });
  t.after(() => vendor.close());
  const settings = {
    ...{ DATABASE_URL: store.connectionString!, OPENAI_API_KEY: "key", OPENAI_BASE_URL: vendor.url },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_SERVICE_NAME: "ours" },
  };
  const server = await startServer({ ...settings, OVERHEARD_WORKER: "off" });
  t.after(() => server.stop("SIGKILL"));
  const worker = startProcess(["src/main.ts", "worker"], settings);
  t.after(() => worker.kill("SIGKILL"));
  const ended = new Promise((resolve) => worker.once("exit", resolve));

  const me = await account(server.url, "me@acme.example", settings);
  const project = { name: "Acme", brand: "Acme", competitors: [], prompts: ["best crm?"] };
  const { data } = await me.call<{ id: string }>("POST", "/v1/projects", project);
  const { data: report } = await me.call<{ id: string }>("POST", "/v1/analyze/project", {
    projectId: data.id,
  });
  for (let terminal = false; !terminal; await delay(100))
    ({ terminal } = (await me.call<{ terminal: boolean }>("GET", `/v1/reports/${report.id}`)).data);
  // What waits is sent at the end of each.
  worker.kill("SIGTERM");
  await ended;
  await server.stop();

  const request = collector.spans.find(({ name }) => name === "POST /v1/analyze/project");
  assert.ok(request);
  const ofTrace = collector.spans.filter(({ traceId }) => traceId === request.traceId);
  const processOf = (name: string) =>
    ofTrace.find((span) => span.name === name)?.resource["service.instance.id"];
  const [here, there] = [request.resource["service.instance.id"], processOf("ask chatgpt")];
  assert.ok(here && there && here !== there, `${here} ${there}`);
  assert.deepEqual([processOf("job ask.chatgpt"), processOf("job finish")], [there, there]);
  assert.equal(request.resource["service.name"], "ours");
  const answered = collector.metrics.find(
    ({ name, resource, points }) =>
      name === "overheard_asks_settled_total" &&
      resource["service.instance.id"] === there &&
      points.length > 0,
  );
  assert.deepEqual(answered?.points, [{ values: { provider: "chatgpt", outcome: "answered" }, value: 1 }]);
});

test("a process whose collector never answers ends in time and in order", async (t) => {
  const taken: Socket[] = [];
  const silent = createServer((socket) => void taken.push(socket.on("error", () => undefined).resume()));
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  t.after(() => {
    for (const socket of taken) socket.destroy();
    silent.close();
  });
  const dataDir = await mkdtemp(join(tmpdir(), "overheard-telemetry-"));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startServer({
    ...{ DATABASE_URL: "", OVERHEARD_DATA_DIR: dataDir },
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
  });
  t.after(() => server.stop("SIGKILL"));
  for (let request = 0; request < 50; request += 1)
    await (await fetch(`${server.url}/v1/projects`)).arrayBuffer();
  // Spans are sent every five seconds: one lot is under way.
  while (taken.length === 0) await delay(100);
  const began = performance.now();
  assert.equal(await server.stop(), 0);
  const ms = performance.now() - began;
  assert.ok(ms < 8_000, `${ms} ms`);
});
