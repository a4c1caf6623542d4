import assert from "node:assert/strict";
import { test } from "node:test";
import { bearer, testDoor } from "../../test/http/door.ts";
import { fakePorts } from "../../test/http/ports.ts";
import { sendRaw } from "../../test/http/raw.ts";
import { issuesOf, json, rows } from "../../test/http/requests.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test("a success is { data, meta } and nothing else", async (t) => {
  const response = await testDoor(t).inject({ url: "/v1/things", headers: bearer() });
  const body = response.json();
  assert.deepEqual(Object.keys(body), ["data", "meta"]);
  assert.deepEqual(Object.keys(body.meta), ["request_id", "billing"]);
  assert.equal(body.meta.billing.plan, "free");
});

test("a failure is { error } with a code, a message and the request id", async (t) => {
  const response = await testDoor(t).inject({ url: "/v1/things/missing", headers: bearer() });
  const { error } = response.json();
  assert.equal(response.statusCode, 404);
  assert.deepEqual(Object.keys(error), ["code", "message", "request_id"]);
  assert.equal(error.request_id, response.headers["x-request-id"]);
  assert.match(error.request_id, uuid);
});

test("the same path without /v1 is not found", async (t) => {
  const response = await testDoor(t).inject({ url: "/things", headers: bearer() });
  assert.equal(response.json().error.code, "NOT_FOUND");
});

test("a list in pages says so in meta, never in a Link header", async (t) => {
  const response = await testDoor(t).inject({ url: "/v1/things/find", headers: bearer() });
  assert.deepEqual(response.json().meta.pagination, { limit: 5, next_cursor: null, has_more: false });
  assert.equal(response.headers.link, undefined);
});

test("what was thrown by accident is a 500 that tells nothing", async (t) => {
  const door = testDoor(t);
  const response = await door.inject({ url: "/v1/break", headers: bearer() });
  assert.equal(response.json().error.code, "INTERNAL_ERROR");
  assert.doesNotMatch(response.body, /secret|select|srv/);
  assert.match(JSON.stringify(door.ports.logged), /select \* from users/);
});

test("a store that cannot be reached is a 503 that says when to come back", async (t) => {
  const response = await testDoor(t).inject({ url: "/v1/outage", headers: bearer() });
  assert.equal(response.statusCode, 503);
  assert.equal(response.headers["retry-after"], "2");
  assert.doesNotMatch(response.body, /10\.0\.0\.1/);
});

test("contract/http-details: HEAD answers as GET does, with the same headers and no body, and counts to the limit", async (t) => {
  const door = testDoor(t);
  const get = await door.inject({ url: "/v1/things", headers: bearer() });
  const head = await door.inject({ method: "HEAD", url: "/v1/things", headers: bearer() });
  assert.equal(head.body, "");
  for (const name of ["etag", "content-length", "content-type", "cache-control", "vary"])
    assert.equal(head.headers[name], get.headers[name]);
  assert.equal(head.headers["ratelimit-remaining"], "118");
  assert.equal((await door.inject({ method: "HEAD", url: "/v1/things" })).statusCode, 401);
});

test("contract/http-details: a browser's preflight is 204 without a token and costs nothing", async (t) => {
  const door = testDoor(t);
  const headers = { origin: "http://app.test", "access-control-request-method": "POST" };
  const response = await door.inject({ method: "OPTIONS", url: "/v1/things", headers });
  assert.equal(response.statusCode, 204);
  assert.equal(response.headers["access-control-allow-origin"], "http://app.test");
  assert.equal(response.headers["access-control-allow-methods"], "GET, HEAD, OPTIONS, POST");
  assert.match(
    String(response.headers["access-control-allow-headers"]),
    /Authorization.* Traceparent, Tracestate, Baggage, Sentry-Trace/,
  );
  assert.equal(response.headers["access-control-max-age"], "600");
  assert.equal(
    response.headers.vary,
    "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
  );
  assert.equal(response.headers["ratelimit-limit"], undefined);
  assert.equal(response.headers["content-type"], undefined);
});

test("contract/http-details: OPTIONS alone says what the path takes", async (t) => {
  const response = await testDoor(t).inject({ method: "OPTIONS", url: "/v1/things/some" });
  assert.deepEqual([response.statusCode, response.headers.allow], [204, "DELETE, GET, HEAD, OPTIONS, PUT"]);
});

for (const [what, url, status] of [
  ["a success", "/v1/things", 200],
  ["a 401", "/v1/things", 401],
  ["a 404", "/v1/nothing", 404],
  ["a 500", "/v1/break", 500],
] as const) {
  test(`contract/http-details: a page of an allowed origin may read ${what}`, async (t) => {
    const headers = { origin: "http://app.test", ...(status === 401 ? {} : bearer()) };
    const response = await testDoor(t).inject({ url, headers });
    assert.equal(response.statusCode, status);
    assert.equal(response.headers["access-control-allow-origin"], "http://app.test");
    assert.match(
      String(response.headers["access-control-expose-headers"]),
      /RateLimit-Remaining.*ETag.*Idempotent-Replayed/,
    );
    assert.match(String(response.headers.vary), /Origin/);
    assert.equal(response.headers["access-control-allow-credentials"], undefined);
  });
}

test("contract/http-details: another origin is not let in, and never reflected", async (t) => {
  const response = await testDoor(t).inject({
    url: "/v1/things",
    headers: { ...bearer(), origin: "http://evil.test" },
  });
  assert.equal(response.headers["access-control-allow-origin"], undefined);
});

for (const [method, url, status, allow] of [
  ["GET", "/v1/nothing", 404, undefined],
  ["GET", "/", 404, undefined],
  ["DELETE", "/v1/things", 405, "GET, HEAD, OPTIONS, POST"],
  ["PATCH", "/v1/things/latest", 405, "GET, HEAD, OPTIONS"],
  ["HEAD", "/v1/secrets", 405, "OPTIONS, POST"],
  ["TRACE", "/v1/things", 405, "GET, HEAD, OPTIONS, POST"],
] as const) {
  test(`contract/http-details: ${method} ${url} is ${status} without a token`, async (t) => {
    const response = await testDoor(t).inject({ method: method as "GET", url });
    assert.deepEqual([response.statusCode, response.headers.allow], [status, allow]);
    if (method !== "HEAD") assert.equal(response.json().error.request_id, response.headers["x-request-id"]);
    assert.equal(response.headers["cache-control"], "no-store");
  });
}

test("contract/http-details: X-HTTP-Method-Override changes nothing", async (t) => {
  const headers = { ...bearer(), "x-http-method-override": "POST" };
  assert.equal((await testDoor(t).inject({ url: "/v1/things", headers })).statusCode, 200);
});

for (const path of [
  "/v1/things/",
  "/v1//things",
  "//v1/things",
  "/v1/./things",
  "/v1/x/../things",
  "/v1/%2e%2e/v1/things",
  "/v1/x/%2e%2e/things",
  "/v1/things;x",
  "/V1/things",
  "/v1/Things",
  "/v1/%74hings",
  "/%76%31/things",
  "/v1",
  "/v1/",
]) {
  test(`contract/http-details: ${path} leads nowhere`, async (t) => {
    const address = await testDoor(t).listen({ host: "127.0.0.1", port: 0 });
    const { status, body } = await sendRaw(address, [
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer key\r\nConnection: close\r\n\r\n`,
    ]);
    assert.deepEqual([status, JSON.parse(body).error.code], [404, "NOT_FOUND"]);
  });
}

test("contract/http-details: /latest is never an id", async (t) => {
  const response = await testDoor(t).inject({ url: "/v1/things/latest", headers: bearer() });
  assert.equal(response.json().data.seen, "latest");
});

for (const [encoded, name] of [
  ["AC%2FDC", "AC/DC"],
  ["a%252Fb", "a%2Fb"],
  ["a+b", "a+b"],
  ["%2e%2e", ".."],
  ["..", ".."],
  ["%F0%9F%91%A9%E2%80%8D%F0%9F%94%AC", "👩‍🔬"],
  ["%D7%A9%D7%9C%D7%95%D7%9D", "שלום"],
  ["Nestle%CC%81", "Nestlé"],
  ["Nestl%C3%A9", "Nestlé"],
  ["%E5%8C%97".repeat(120), "北".repeat(120)],
] as const) {
  test(`contract/http-details: the path segment ${encoded.slice(0, 40)} is decoded once`, async (t) => {
    const address = await testDoor(t).listen({ host: "127.0.0.1", port: 0 });
    const { body } = await sendRaw(address, [
      `GET /v1/things/${encoded} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer key\r\nConnection: close\r\n\r\n`,
    ]);
    assert.equal(JSON.parse(Buffer.from(body, "latin1").toString()).data?.seen, name);
  });
}

for (const encoded of [
  "%zz",
  "%",
  "%f",
  "%ff",
  "%c0%af",
  "%e0%80%80",
  "%ed%a0%80",
  "%00",
  "a%00b",
  "%E5%8C%97".repeat(121),
]) {
  test(`contract/http-details: the path segment ${encoded.slice(0, 40)} is a 400`, async (t) => {
    const response = await testDoor(t).inject({ url: `/v1/things/${encoded}`, headers: bearer() });
    assert.equal(response.statusCode, 400);
    assert.equal(
      issuesOf(response).every((issue) => issue.startsWith("path /thing ")),
      true,
    );
  });
}

test("what the plan lacks is 403, and only after the project is known to be one's own", async (t) => {
  const door = testDoor(t, { ports: fakePorts({ plansOn: true }) });
  const own = await door.inject(rows('[{"name":"a","answer":"b"}]'));
  assert.deepEqual(
    [own.statusCode, own.json().error.details],
    [403, { feature: "share_links", plan: "free", required_plan: "starter", reason: "plan" }],
  );
  const foreign = await door.inject({
    ...rows('[{"name":"a","answer":"b"}]'),
    headers: { ...bearer("other"), ...json },
  });
  assert.equal(foreign.statusCode, 404);
});

test("contract/reliability: a request is one line with its route, never its path, its token or its body", async (t) => {
  const door = testDoor(t);
  await door.inject({ url: "/v1/things/hunter2?text=hunter3", headers: bearer("key") });
  const [line, ...more] = door.ports.logged;
  assert.equal(more.length, 0);
  assert.deepEqual(
    [line!.door, line!.action, line!.route, line!.status, line!.user_id, line!.key_id],
    ["rest", "get_thing", "GET /v1/things/{thing}", 200, "u1", "k1"],
  );
  assert.doesNotMatch(JSON.stringify(line), /hunter|Bearer/);
});

test("contract/reliability: what led nowhere is logged as well", async (t) => {
  const door = testDoor(t);
  await door.inject({ url: "/v1/hunter2" });
  assert.deepEqual([door.ports.logged[0]!.status, door.ports.logged[0]!.code], [404, "NOT_FOUND"]);
  assert.doesNotMatch(JSON.stringify(door.ports.logged), /hunter2/);
});
