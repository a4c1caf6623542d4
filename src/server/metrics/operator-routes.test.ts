import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { bearer, testDoor } from "../../../test/http/door.ts";
import { createMetrics } from "./metrics.ts";
import { type Check, type Operator, serveMetrics } from "./operator-routes.ts";
import { stateOfMigrations } from "./state-of.ts";

const up: Check = { state: "up", ok: true, needed: true };

function operator(checks: Operator["checks"], metricsToken: string | null = null): Operator {
  return { checks, metrics: createMetrics(), metricsToken };
}

test("contract/reliability: /healthz says that the process lives, without asking anything", async (t) => {
  const door = testDoor(t, { operator: operator(() => Promise.reject(new Error("must not be asked"))) });
  const response = await door.inject("/healthz");
  assert.deepEqual([response.statusCode, response.json()], [200, { status: "ok" }]);
  assert.equal(response.headers["cache-control"], "no-store");
});

test("contract/reliability: /readyz says what the server rests on, without a version", async (t) => {
  const keys: Check = { state: "stale", ok: false, needed: false };
  const door = testDoor(t, { operator: operator(async () => ({ database: up, keys })) });
  const response = await door.inject("/readyz");
  assert.deepEqual(
    [response.statusCode, response.json()],
    [200, { status: "ready", database: "up", keys: "stale" }],
  );
});

for (const [what, checks] of [
  ["is down", async () => ({ database: { state: "down", ok: false, needed: true } })],
  ["throws", () => Promise.reject(new Error("secret address 10.0.0.1"))],
  ["does not answer", () => new Promise<never>(() => {})],
] as const) {
  test(`contract/reliability: /readyz is 503 while the database ${what}`, async (t) => {
    const response = await testDoor(t, { operator: operator(checks) }).inject("/readyz");
    assert.deepEqual([response.statusCode, response.json().error.details.status], [503, "unavailable"]);
    assert.equal(response.headers["retry-after"], "2");
    assert.doesNotMatch(response.body, /10\.0\.0\.1/);
  });
}

for (const [what, pending, state] of [
  ["ok while none is pending", async () => [], "ok"],
  ["failed while one is pending", async () => ["0001-begin"], "failed"],
  ["unknown while the database cannot be asked", () => Promise.reject(new Error("gone")), "unknown"],
] as const) {
  test(`contract/reliability: /readyz calls the migrations ${what}`, async (t) => {
    const checks = async () => ({ database: up, migrations: await stateOfMigrations(pending) });
    const response = await testDoor(t, { operator: operator(checks) }).inject("/readyz");
    const { status, migrations } = state === "ok" ? response.json() : response.json().error.details;
    assert.deepEqual([status, migrations], [state === "ok" ? "ready" : "unavailable", state]);
  });
}

test("contract/reliability: /readyz is 503 while draining, /healthz is not", async (t) => {
  const door = testDoor(t, { operator: operator(async () => ({ database: up })) });
  door.drain();
  const response = await door.inject("/readyz");
  assert.deepEqual([response.statusCode, response.json().error.details.status], [503, "draining"]);
  assert.equal((await door.inject("/healthz")).statusCode, 200);
});

test("many looks at /readyz are one look at the database", async (t) => {
  let looks = 0;
  const checks = async () => {
    looks += 1;
    return { database: up };
  };
  const door = testDoor(t, { operator: operator(checks) });
  await Promise.all(Array.from({ length: 20 }, () => door.inject("/readyz")));
  assert.equal(looks, 1);
});

test("/metrics is not served where no token is set", async (t) => {
  const response = await testDoor(t, { operator: operator(async () => ({ database: up })) }).inject(
    "/metrics",
  );
  assert.equal(response.statusCode, 404);
});

for (const [authorization, status] of [
  ["Bearer right", 200],
  ["bearer right", 200],
  ["Bearer wrong", 401],
  ["Bearer right2", 401],
  ["Basic right", 401],
  ["", 401],
] as const) {
  test(`/metrics with Authorization ${JSON.stringify(authorization)} is ${status}`, async (t) => {
    const door = testDoor(t, { operator: operator(async () => ({ database: up }), "right") });
    const response = await door.inject({ url: "/metrics", headers: authorization ? { authorization } : {} });
    assert.equal(response.statusCode, status);
    if (status === 401) assert.ok(response.headers["www-authenticate"]);
  });
}

test("/metrics counts requests by action and status, and knows the event loop's lag", async () => {
  const metrics = createMetrics();
  metrics.observe({ action: "get_report", door: "rest", status: 304, seconds: 0.002 });
  const { text } = await metrics.read();
  assert.match(text, /overheard_requests_total\{action="get_report",door="rest",status="304"\} 1/);
  assert.match(
    text,
    /overheard_request_duration_seconds_bucket\{le="0\.0025",action="get_report",door="rest",class="3xx"\} 1/,
  );
  assert.match(text, /overheard_nodejs_eventloop_lag_seconds/);
});

async function metricsPort(t: TestContext, token: string | null): Promise<string> {
  const watched = operator(async () => ({ database: up }));
  const server = await serveMetrics(watched, { host: "127.0.0.1", port: 0, token });
  t.after(() => server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

test("/metrics can have a port of its own, where nothing else is", async (t) => {
  const origin = await metricsPort(t, null);
  assert.equal((await fetch(`${origin}/metrics`)).status, 200);
  assert.equal((await fetch(`${origin}/v1/things`, { headers: bearer() })).status, 404);
});

test("/metrics on its own port is for whoever has the token, where there is one", async (t) => {
  const origin = await metricsPort(t, "a-token-for-metrics");
  for (const authorization of [
    undefined,
    "Bearer another",
    "Basic a-token-for-metrics",
    "a-token-for-metrics",
  ]) {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await fetch(`${origin}/metrics`, { headers });
    assert.deepEqual([response.status, await response.text()], [401, ""], authorization);
    assert.equal(response.headers.get("www-authenticate"), "Bearer");
  }
  const headers = { authorization: "Bearer a-token-for-metrics" };
  assert.equal((await fetch(`${origin}/metrics`, { headers })).status, 200);
});

test("the port of /metrics tells health too, without the token", async (t) => {
  const origin = await metricsPort(t, "a-token-for-metrics");
  assert.deepEqual(await (await fetch(`${origin}/healthz`)).json(), { status: "ok" });
  assert.deepEqual(await (await fetch(`${origin}/readyz`)).json(), { status: "ready", database: "up" });
});

test("/metrics has calls to engines, and what the store says of queues, spending and schedules", async () => {
  const metrics = createMetrics(async () => ({
    queues: [{ queue: "ask.chatgpt", due: 3, oldestSeconds: 12 }],
    overdueSchedules: 2,
    spend: { spentUsd: 4, reservedUsd: 1, limitUsd: 100 },
  }));
  metrics.observeCall({ provider: "chatgpt", outcome: "again", seconds: 2, costUsd: 0 });
  metrics.observeCall({ provider: "chatgpt", outcome: "answered", seconds: 1, costUsd: 0.02 });
  metrics.observeSettled({ provider: "chatgpt", outcome: "answered" });
  metrics.observeSettled({ provider: "claude", outcome: "rate_limited" });
  const { text } = await metrics.read();
  for (const line of [
    'overheard_asks_settled_total{provider="chatgpt",outcome="answered"} 1',
    'overheard_asks_settled_total{provider="claude",outcome="rate_limited"} 1',
    'overheard_queue_due_jobs{queue="ask.chatgpt"} 3',
    'overheard_queue_oldest_seconds{queue="ask.chatgpt"} 12',
    "overheard_schedules_overdue 2",
    'overheard_spend_usd{kind="spent"} 4',
    'overheard_spend_usd{kind="limit"} 100',
    'overheard_engine_calls_total{provider="chatgpt",outcome="again"} 1',
    'overheard_engine_cost_usd_total{provider="chatgpt"} 0.02',
    'overheard_engine_seconds_count{provider="chatgpt"} 2',
  ])
    assert.ok(text.includes(line), line);
});

test("the operator's routes take no other method", async (t) => {
  const response = await testDoor(t, { operator: operator(async () => ({ database: up })) }).inject({
    method: "POST",
    url: "/healthz",
  });
  assert.deepEqual([response.statusCode, response.headers.allow], [405, "GET, HEAD, OPTIONS"]);
});
