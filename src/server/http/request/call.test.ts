import assert from "node:assert/strict";
import { test } from "node:test";
import { testActions } from "../../../../test/http/actions.ts";
import { bearer, testDoor } from "../../../../test/http/door.ts";
import { fakePorts } from "../../../../test/http/ports.ts";
import { post } from "../../../../test/http/requests.ts";

test("the three limit headers are on 2xx, 304, 4xx and 5xx once the user is known", async (t) => {
  const door = testDoor(t);
  const { headers } = await door.inject({ url: "/v1/things", headers: bearer() });
  for (const request of [
    { url: "/v1/things", headers: bearer() },
    { url: "/v1/things", headers: { ...bearer(), "if-none-match": String(headers.etag) } },
    { url: "/v1/things/missing", headers: bearer() },
    { url: "/v1/things/find?view=x", headers: bearer() },
    { url: "/v1/break", headers: bearer() },
  ]) {
    const response = await door.inject(request);
    const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) =>
      Number(response.headers[`ratelimit-${name}`]),
    );
    assert.equal(limit, 120, `${response.statusCode}`);
    assert.ok(remaining! < 120 && reset! >= 1 && reset! <= 60);
  }
});

test("a key that is sent where other APIs take it is not read, and its sender hears where it goes", async (t) => {
  const door = testDoor(t);
  for (const [request, place] of [
    [{ url: "/v1/things", headers: { "x-api-key": "key" } }, "the header X-API-Key"],
    [{ url: "/v1/things?api_key=key", headers: {} }, "the address"],
  ] as const) {
    const response = await door.inject(request);
    assert.equal(response.statusCode, 401);
    assert.equal(
      response.json().error.message,
      `Send the token as \`Authorization: Bearer TOKEN\`: it is not read from ${place}.`,
    );
    assert.equal(response.json().error.details.reason, "missing");
  }
  const beside = await door.inject({ url: "/v1/things", headers: { ...bearer(), "x-api-key": "other" } });
  assert.equal(beside.statusCode, 200);
});

test("beyond the limit is 429 with when to come back, told by one clock", async (t) => {
  const now = () => new Date("2026-03-01T12:00:00.250Z");
  const ports = fakePorts({ now, rules: { read: { limit: 2, windowSeconds: 30 } } });
  const door = testDoor(t, { ports });
  const get = (token: string, url = "/v1/things") => door.inject({ url, headers: bearer(token) });
  await get("key");
  await get("key");
  const { headers, statusCode, ...response } = await get("key");
  assert.equal(statusCode, 429);
  assert.deepEqual(response.json().error.details, { bucket: "list_things", limit: 2, reset_seconds: 30 });
  assert.equal(headers["retry-after"], "30");
  assert.deepEqual(
    [headers["ratelimit-remaining"], headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]],
    ["0", "2", "0"],
  );
  assert.equal(headers["x-ratelimit-reset"], String(Date.parse("2026-03-01T12:00:31Z") / 1000));
  assert.equal((await get("key", "/v1/things/latest")).statusCode, 200);
  assert.equal((await get("other")).statusCode, 200);
});

test("a flood of bad bodies is limited before they are parsed", async (t) => {
  const door = testDoor(t, { ports: fakePorts({ rules: { write: { limit: 1, windowSeconds: 60 } } }) });
  assert.equal((await door.inject(post("{"))).statusCode, 400);
  assert.equal((await door.inject(post("{"))).statusCode, 429);
});

test("too many runs at once is 429 with the figures of that bound", async (t) => {
  const { headers } = await testDoor(t).inject({ method: "POST", url: "/v1/busy", headers: bearer() });
  assert.deepEqual(
    [headers["retry-after"], headers["x-ratelimit-limit"], headers["ratelimit-limit"]],
    ["5", "3", "10"],
  );
});

test("a key where only a session will do is counted as a failed attempt", async (t) => {
  const actions = testActions.map((action) =>
    action.name === "list_things" ? { ...action, sessionOnly: true } : action,
  );
  const ports = fakePorts({ rules: { auth_fail: { limit: 2, windowSeconds: 60 } } });
  const door = testDoor(t, { ports, actions });
  const get = (token: string) => door.inject({ url: "/v1/things", headers: bearer(token) });
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await get("key")).statusCode);
  assert.deepEqual(statuses, [401, 401, 429]);
  assert.equal((await get("session")).statusCode, 200);
});

test("failed sign-ins are counted by source address; a good token still passes", async (t) => {
  const config = {
    baseUrl: "http://api.test",
    siteUrl: "http://site.test",
    corsOrigins: [],
    trustedProxies: 1,
  };
  const door = testDoor(t, {
    config,
    ports: fakePorts({ rules: { auth_fail: { limit: 2, windowSeconds: 60 } } }),
  });
  const tryToken = (address: string, token = "nope") =>
    door.inject({
      url: "/v1/things",
      headers: { ...bearer(token), "x-forwarded-for": `9.9.9.9, ${address}` },
    });
  await tryToken("1.1.1.1");
  await tryToken("1.1.1.1");
  const third = await tryToken("1.1.1.1");
  assert.deepEqual(
    [third.statusCode, third.json().error.details.bucket, third.headers["retry-after"]],
    [429, "auth_fail", "60"],
  );
  assert.equal(third.headers["ratelimit-limit"], undefined);
  assert.equal((await tryToken("1.1.1.1", "key")).statusCode, 200);
  assert.equal((await tryToken("2.2.2.2")).statusCode, 401);
});
