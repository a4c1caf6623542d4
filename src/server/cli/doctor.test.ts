import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { mockProvider } from "../../../test/accounts/mock-provider.ts";
import { startConnectProxy } from "../../../test/fixtures/connect-proxy.ts";
import { stores } from "../../../test/stores.ts";
import { startCollector } from "../../../test/telemetry/collector.ts";
import { readConfig } from "../../config.ts";
import { openStore } from "../db/open.ts";
import { createLog } from "../kernel/log.ts";
import type { Finding } from "../operator/doctor/finding.ts";
import { findingsOfStore, type StoreFacts } from "../operator/doctor/store-findings.ts";
import { doctor } from "./doctor.ts";

const root = mkdtempSync(join(tmpdir(), "oh-doctor-"));
after(() => rmSync(root, { recursive: true, force: true }));

type Environment = Record<string, string>;

/** What the doctor printed, and with what it ended. */
async function examined(environment: Environment, options: { ask?: boolean; json?: boolean } = {}) {
  const stdout = new PassThrough();
  const io = { stdin: Readable.from([]), stdout, stderr: new PassThrough(), env: {} };
  const exitCode = await doctor(() => readConfig(environment), options, io).then(
    () => 0,
    ({ exitCode }) => exitCode,
  );
  stdout.end();
  return { exitCode, out: await text(stdout) };
}

async function findings(environment: Environment, options: { ask?: boolean } = {}) {
  const { exitCode, out } = await examined(environment, { ...options, json: true });
  const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: Finding[] };
  assert.equal(ok, exitCode === 0);
  const of = (check: Finding["check"], state: Finding["state"]) =>
    findings.filter((one) => one.check === check && one.state === state);
  return { exitCode, findings, of };
}

const at = (name: string): Environment => ({ OVERHEARD_DATA_DIR: join(root, name) });

test("on a machine without a store nothing is made, and nothing is wrong", async () => {
  const { exitCode, of } = await findings(at("nothing"));
  assert.equal(exitCode, 0);
  assert.match(of("store", "ok")[0]!.says, /no store .* yet/);
  assert.match(of("engines", "warning")[0]!.says, /sandbox/);
  assert.equal(existsSync(join(root, "nothing")), false);
});

test("a place where the first start would make no store is told before it", async () => {
  const home = join(root, "home");
  mkdirSync(home);
  writeFileSync(join(home, "letter.odt"), "");
  for (const [dataDir, words] of [
    [home, /holds other files, such as letter\.odt/],
    [join(home, "letter.odt", "data"), /letter\.odt is not a directory/],
    ...(existsSync("/proc/self")
      ? [["/proc/self/data", /^The data directory \/proc\/self\/data cannot/]]
      : []),
  ] as [string, RegExp][]) {
    const { exitCode, of } = await findings({ OVERHEARD_DATA_DIR: dataDir });
    assert.deepEqual([exitCode, of("store", "failed").length], [1, 1], dataDir);
    assert.match(of("store", "failed")[0]!.says, words);
  }
});

test("a setting that cannot be read is the one finding, with what is wrong", async () => {
  const { exitCode, findings: found } = await findings({ PORT: "many" });
  assert.equal(exitCode, 1);
  assert.deepEqual(
    found.map(({ check, state, says }) => [check, state, says]),
    [["configuration", "failed", "PORT must be a whole number from 0 to 65535, not many."]],
  );
});

test("the table names each thing once, with what to do below it", async () => {
  const { out } = await examined({ ...at("table"), OVERHEARD_RATE_LIMIT_SCALE: "0" });
  assert.match(out, /^configuration {2}WARNING {2}Rate limits are off/m);
  assert.match(out, /^ +→ Unset OVERHEARD_RATE_LIMIT_SCALE/m);
});

test("a setting of the version before is doubted by what it did, and not by its value", async () => {
  const { exitCode, of } = await findings({ ...at("former"), VALKEY_URL: "valkey://:hunter2@cache" });
  const [{ says, do: remedy } = { says: "", do: null }] = of("configuration", "warning");
  assert.match(says, /^VALKEY_URL does nothing in this version\..* counted in PostgreSQL/);
  assert.deepEqual([exitCode, remedy, says.includes("hunter2")], [0, "Unset it.", false]);
});

test("why an assistant cannot be reached is said where it is known, a proxy's refusal first", async (t) => {
  const proxy = await startConnectProxy(t);
  const key = { OPENAI_API_KEY: "sk-x" };
  const said = async (environment: Environment) =>
    (await findings({ ...at("unreached"), ...key, ...environment }))
      .of("outbound", "failed")
      .map(({ says }) => says);
  proxy.refuses = 407;
  assert.match(
    (await said({ HTTPS_PROXY: proxy.url }))[0] ?? "",
    /asked: the proxy refuses its credentials\.$/,
  );
  proxy.refuses = 502;
  assert.match(
    (await said({ HTTPS_PROXY: proxy.url }))[0] ?? "",
    /the proxy refuses the connection \(502\)\.$/,
  );
  const other = createTcpServer((socket) => socket.on("error", () => undefined).end("SSH-2.0-x\r\n")).listen(
    0,
    "127.0.0.1",
  );
  await once(other, "listening");
  const address = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  assert.match((await said({ HTTPS_PROXY: `http://${address}` }))[0] ?? "", /address is no HTTP proxy\.$/);
  assert.match(
    (await said({ OPENAI_BASE_URL: `https://${address}` }))[0] ?? "",
    /asked: TLS with it fails\.$/,
  );
  other.close();
  assert.match(
    (await said({ OPENAI_BASE_URL: `http://${address}` }))[0] ?? "",
    /asked: nothing listens there\.$/,
  );
});

test("what answers a model's address on this machine is not looked for in the network", async () => {
  const [finding] = (
    await findings({ ...at("local"), LOCAL_LLM_URL: "http://localhost:9", LOCAL_LLM_MODEL: "m" })
  ).of("outbound", "failed");
  assert.match(finding!.do ?? "", /In a container, this address is the container itself/);
});

test("the telemetry collector is tried, and why it takes nothing is said", async (t) => {
  await using collector = await startCollector();
  const grpc = createHttp2Server().listen(0, "127.0.0.1");
  t.after(() => grpc.close());
  await once(grpc, "listening");
  const found = async (endpoint: string) => {
    const { of } = await findings({ ...at("collector"), OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    const about = [...of("outbound", "ok"), ...of("outbound", "warning")];
    return about.map(({ state, says, do: remedy }) => `${state} ${says} ${remedy ?? ""}`).join();
  };
  assert.match(await found(collector.endpoint), /^ok The telemetry collector .* takes what is sent/);
  assert.match(await found(`${collector.endpoint}/v1/traces`), /^ok /);
  assert.match(
    await found(`${collector.endpoint}/elsewhere`),
    /^warning .* it answers 404 at \/v1\/traces\./,
  );
  const { port } = grpc.address() as AddressInfo;
  assert.match(await found(`http://127.0.0.1:${port}`), /^warning .* not speak HTTP\/1\.1\. .*4317 is gRPC/);
});

test("an address out of the documentation is doubted", async () => {
  const site = async (host: string) =>
    (await findings({ ...at("reserved"), OVERHEARD_BASE_URL: `https://${host}` }))
      .of("configuration", "warning")
      .filter(({ says }) => /from the documentation/.test(says)).length;
  assert.equal(await site("overheard.example.com"), 1);
  assert.equal(await site("overheard.example"), 1);
  assert.equal(await site("overheard.my-example.com"), 0);
});

test("an embedded store is looked at without a server, and is none the newer for it", async () => {
  await (await openStore(readConfig(at("embedded")), createLog("silent")))[Symbol.asyncDispose]();
  const { exitCode, of } = await findings(at("embedded"));
  assert.equal(exitCode, 0);
  assert.match(of("store", "ok")[0]!.says, /up to date/);
  assert.ok(of("disk", "ok").length + of("disk", "warning").length >= 1);
});

const { skip, open } = stores.find(({ name }) => name === "PostgreSQL")!;

test("a PostgreSQL that is there is fine, and one that is not is said with what to do", {
  skip,
}, async (t) => {
  const { connectionString } = await open(t);
  const secret = { OVERHEARD_SECRET: "0123456789abcdefghijklmnopqrstuvwxyz" };
  const there = await findings({ ...secret, DATABASE_URL: connectionString! });
  assert.equal(there.exitCode, 0);
  assert.match(there.of("clock", "ok")[0]!.says, /0\.\d seconds apart/);
  const away = await findings({ ...secret, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
  assert.equal(away.exitCode, 1);
  const [finding] = away.of("store", "failed");
  assert.match(finding!.says, /127\.0\.0\.1:1\/none .* Nothing listens there/);
  assert.match(finding!.do!, /“Which PostgreSQL”/);
});

/** An assistant with an OpenAI-compatible API that answers every question so. */
function assistant(status: number): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    const message = { role: "assistant", content: "yes" };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(
      JSON.stringify(
        status === 200
          ? {
              id: "1",
              object: "chat.completion",
              model: "m",
              choices: [{ index: 0, message, finish_reason: "stop" }],
            }
          : { error: { message: "no" } },
      ),
    );
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

test("a provider with which nobody can sign in is told before somebody tries", async (t) => {
  const mock = await mockProvider(t);
  mock.offers = { token_endpoint_auth_methods_supported: ["private_key_jwt"] };
  const environment = { OIDC_ISSUER: mock.issuer, OIDC_CLIENT_ID: "o", OIDC_CLIENT_SECRET: "s" };
  const { exitCode, of } = await findings({ ...at("provider"), ...environment });
  assert.equal(exitCode, 1);
  assert.match(of("sign-in", "failed")[0]!.says, /keys or certificates \(private_key_jwt, tls_client_auth\)/);
});

test("an assistant is reached without a question, and asked only where that is wished", async (t) => {
  for (const [status, asked] of [
    [200, ["ok", /answers/]],
    [401, ["failed", /rejects the key/]],
    [
      403,
      [
        "failed",
        /\(m\) does not answer: the vendor refuses the request, without saying that the key is wrong/,
      ],
    ],
  ] as const) {
    const server = await assistant(status);
    t.after(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const environment = { ...at("engines"), LOCAL_LLM_URL: `${url}/v1`, LOCAL_LLM_MODEL: "m" };
    const looked = await findings(environment);
    assert.equal(looked.exitCode, 0);
    assert.ok(
      looked.of("outbound", "ok")[0]!.says.startsWith(url),
      JSON.stringify(looked.of("outbound", "ok")),
    );
    const [state, says] = asked;
    const spoken = await findings(environment, { ask: true });
    assert.ok(
      spoken.of("engines", state).some((one) => says.test(one.says)),
      JSON.stringify(spoken.findings),
    );
    server.closeAllConnections();
  }
});

test("an assistant that takes a connection and says nothing is slow, not out of reach", async (t) => {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const { exitCode, of } = await findings({ ...at("engines"), LOCAL_LLM_URL: url, LOCAL_LLM_MODEL: "m" });
  assert.equal(exitCode, 0);
  assert.match(of("outbound", "warning")[0]!.says, /takes the connection and does not answer/);
});

test("where a proxy is the only way out, it is named without its credentials, and assistants answer through it", async (t) => {
  const server = await assistant(200);
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const proxy = await startConnectProxy(t);
  proxy.leads.set("llm.vendor.example:80", `127.0.0.1:${(server.address() as AddressInfo).port}`);
  const environment = {
    ...{
      ...at("engines"),
      OPENAI_API_KEY: "sk-only-for-tests",
      OPENAI_BASE_URL: "http://llm.vendor.example/v1",
    },
    https_proxy: proxy.url.replace("//", "//me:hunter2@"),
  };
  const { exitCode, of, findings: found } = await findings(environment, { ask: true });
  assert.deepEqual(
    of("outbound", "ok").map(({ says }) => says),
    [
      `Everything outside is reached through the proxy ${proxy.url}.`,
      "http://llm.vendor.example can be reached.",
    ],
  );
  assert.ok(!JSON.stringify(found).includes("hunter2"));
  assert.ok(proxy.asked.length > 0 && proxy.asked.every(({ target }) => target === "llm.vendor.example:80"));
  assert.equal(exitCode, 1, "the model of this assistant answers no Responses API");
  const away = await findings({ ...at("engines"), HTTP_PROXY: "127.0.0.1:1" });
  assert.match(away.of("outbound", "failed")[0]!.says, /The proxy http:\/\/127\.0\.0\.1:1/);
});

test("an assistant behind an address where nobody listens cannot be reached", async () => {
  const { exitCode, of } = await findings({
    ...at("engines"),
    OPENAI_API_KEY: "sk-only-for-tests",
    OPENAI_BASE_URL: "http://127.0.0.1:1/v1",
  });
  assert.equal(exitCode, 1);
  assert.match(of("outbound", "failed")[0]!.says, /^http:\/\/127\.0\.0\.1:1 cannot be reached/);
});

const someMs = Date.UTC(2026, 10, 2);
const well: StoreFacts = {
  kind: "server",
  version: "17.4",
  pending: [],
  empty: false,
  clock: { storeMs: someMs, ourMs: someMs },
  collation: null,
  writable: true,
  room: true,
  secretFits: true,
  queue: { due: 3, oldestSeconds: 1, failed: 0, overdueSchedules: 0 },
  spend: { spentUsd: 1, reservedUsd: 0 },
  nearBounds: [],
};

test("an empty database is as it should be: the first start makes its tables", () => {
  const found = findingsOfStore({ ...well, pending: ["0001-begin"], empty: true }, { monthlySpendUsd: 100 });
  assert.deepEqual(
    found.filter(({ state }) => state !== "ok"),
    [],
  );
});

for (const [what, facts, check, state] of [
  ["migrations are missing", { pending: ["0037-x"] }, "store", "warning"],
  [
    "the clocks are three seconds apart",
    { clock: { storeMs: someMs + 3_000, ourMs: someMs } },
    "clock",
    "warning",
  ],
  [
    "the clocks are a minute apart",
    { clock: { storeMs: someMs, ourMs: someMs + 60_000 } },
    "clock",
    "failed",
  ],
  ["the clocks are both of 1970", { clock: { storeMs: 60_000, ourMs: 60_000 } }, "clock", "failed"],
  [
    "the system under it sorts text otherwise",
    { collation: { database: "o", made: "2.36", now: "2.41" } },
    "store",
    "warning",
  ],
  ["the database may only be read", { writable: false }, "store", "failed"],
  ["there is no room", { room: false }, "disk", "failed"],
  ["the secret is another one", { secretFits: false }, "store", "failed"],
  ["jobs wait", { queue: { ...well.queue!, oldestSeconds: 600 } }, "queue", "warning"],
  ["jobs were given up", { queue: { ...well.queue!, failed: 2 } }, "queue", "warning"],
  ["schedules are late", { queue: { ...well.queue!, overdueSchedules: 2 } }, "queue", "warning"],
  ["the month's money is nearly spent", { spend: { spentUsd: 70, reservedUsd: 15 } }, "engines", "warning"],
  [
    "an organization's money is nearly spent",
    { nearBounds: [{ id: "01a1f9b9-2007-7231-9136-36d27cd241fc", limitUsd: 5, usedUsd: 4.5 }] },
    "engines",
    "warning",
  ],
  ["the month's money is spent", { spend: { spentUsd: 100, reservedUsd: 0 } }, "engines", "failed"],
] as const) {
  test(`where ${what}, that alone is wrong, and it says what to do`, () => {
    const found = findingsOfStore({ ...well, ...facts } as StoreFacts, { monthlySpendUsd: 100 }).filter(
      (one) => one.state !== "ok",
    );
    assert.deepEqual(
      found.map((one) => [one.check, one.state]),
      [[check, state]],
    );
    assert.notEqual(found[0]!.do, null);
  });
}
