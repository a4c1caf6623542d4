import assert from "node:assert/strict";
import { test } from "node:test";
import { bearer, testDoor } from "../../../test/http/door.ts";
import { ownProjectId } from "../../../test/http/ports.ts";
import { post } from "../../../test/http/requests.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

for (const [method, url, token] of [
  ["GET", "/v1/things", "key"],
  ["GET", "/v1/things", ""],
  ["GET", "/v1/nothing", "key"],
  ["GET", "/v1/break", "key"],
  ["DELETE", "/v1/things", "key"],
] as const) {
  test(`contract/http-details: ${method} ${url} ${token ? "" : "without a token "}carries the headers of every answer`, async (t) => {
    const response = await testDoor(t).inject({ method, url, headers: token ? bearer(token) : {} });
    const { headers } = response;
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["content-security-policy"], "default-src 'none'; frame-ancestors 'none'");
    assert.equal(headers["referrer-policy"], "no-referrer");
    assert.equal(headers["cross-origin-opener-policy"], "same-origin");
    assert.equal(headers["cross-origin-resource-policy"], "same-origin");
    assert.match(String(headers["permissions-policy"]), /camera=\(\)/);
    assert.match(String(headers.date), /GMT$/);
    assert.ok(headers["cache-control"]);
    assert.deepEqual(
      [headers.server, headers["x-powered-by"], headers["strict-transport-security"]],
      [undefined, undefined, undefined],
    );
    assert.deepEqual([headers.link, headers.deprecation, headers.sunset], [undefined, undefined, undefined]);
  });
}

test("contract/http-details: behind TLS browsers are told to stay there", async (t) => {
  const config = {
    baseUrl: "https://api.test",
    siteUrl: "https://site.test",
    corsOrigins: [],
    trustedProxies: 0,
  };
  const response = await testDoor(t, { config }).inject({ url: "/v1/things", headers: bearer() });
  assert.equal(response.headers["strict-transport-security"], "max-age=31536000; includeSubDomains");
});

test("contract/http-details: a UUID of the caller's is the request id, anything else is not", async (t) => {
  const door = testDoor(t);
  const idFor = async (given: string) => {
    const response = await door.inject({
      url: "/v1/things",
      headers: { ...bearer(), "x-request-id": given },
    });
    assert.equal(response.json().meta.request_id, response.headers["x-request-id"]);
    return response.headers["x-request-id"];
  };
  assert.equal(await idFor(ownProjectId), ownProjectId);
  assert.equal(await idFor(ownProjectId.toUpperCase()), ownProjectId);
  for (const other of ["x", `${ownProjectId}x`, "1; drop"]) assert.match(String(await idFor(other)), uuid);
  const both = await Promise.all([idFor(ownProjectId), idFor(ownProjectId)]);
  assert.deepEqual(both, [ownProjectId, ownProjectId]);
});

for (const [accept, encoding] of [
  ["gzip", "gzip"],
  ["br", "br"],
  ["gzip, br", "br"],
  ["gzip;q=1, br;q=0.5", "gzip"],
  ["*", "br"],
  ["deflate", undefined],
  ["gzip;q=0, br;q=0", undefined],
  ["identity;q=0", undefined],
  ["", undefined],
  [undefined, undefined],
] as const) {
  test(`contract/http-details: Accept-Encoding ${JSON.stringify(accept ?? null)} is answered in ${encoding ?? "plain text"}`, async (t) => {
    const headers = { ...bearer(), ...(accept === undefined ? {} : { "accept-encoding": accept }) };
    const door = testDoor(t);
    const response = await door.inject({ url: "/v1/large", headers });
    assert.deepEqual([response.statusCode, response.headers["content-encoding"]], [200, encoding]);
    assert.equal(Number(response.headers["content-length"]), response.rawPayload.length);
    assert.equal(
      response.headers.etag,
      (await door.inject({ url: "/v1/large", headers: bearer() })).headers.etag,
    );
    assert.match(String(response.headers.vary), /Accept-Encoding/);
  });
}

test("contract/http-details: less than 1 KiB, and anything with a secret, is not compressed", async (t) => {
  const door = testDoor(t);
  const small = await door.inject({ url: "/v1/things", headers: { ...bearer(), "accept-encoding": "gzip" } });
  const secret = await door.inject({
    method: "POST",
    url: "/v1/secrets",
    headers: { ...bearer("session"), "accept-encoding": "gzip" },
  });
  assert.deepEqual(
    [small.headers["content-encoding"], secret.headers["content-encoding"]],
    [undefined, undefined],
  );
  assert.ok(secret.rawPayload.length > 2000);
  assert.equal(secret.headers["cache-control"], "no-store");
});

for (const [authorization, challenge] of [
  [undefined, 'Bearer realm="api"'],
  [
    "Basic abc",
    'Bearer realm="api", error="invalid_token", error_description="the Authorization header is malformed"',
  ],
  ["Bearer nope", 'Bearer realm="api", error="invalid_token", error_description="the token is not valid"'],
  ["Bearer expired", 'Bearer realm="api", error="invalid_token", error_description="the token has expired"'],
] as const) {
  test(`contract/http-details: Authorization ${authorization ?? "absent"} is challenged`, async (t) => {
    const response = await testDoor(t).inject({
      url: "/v1/things",
      headers: authorization ? { authorization } : {},
    });
    assert.deepEqual([response.statusCode, response.headers["www-authenticate"]], [401, challenge]);
    assert.equal(response.headers["ratelimit-limit"], undefined);
  });
}

test("contract/http-details: a key where a session is needed is 401 and says so", async (t) => {
  const response = await testDoor(t).inject({ method: "POST", url: "/v1/secrets", headers: bearer() });
  assert.equal(response.json().error.code, "JWT_REQUIRED");
  assert.equal(
    response.headers["www-authenticate"],
    'Bearer realm="api", error="invalid_token", error_description="session JWT required"',
  );
});

test("contract/http-details: a token without the scope is 403 and names it", async (t) => {
  const response = await testDoor(t).inject({
    method: "PUT",
    url: "/v1/things/x",
    headers: bearer("reader"),
  });
  assert.equal(response.json().error.code, "INSUFFICIENT_SCOPE");
  assert.equal(
    response.headers["www-authenticate"],
    'Bearer realm="api", error="insufficient_scope", scope="projects:write"',
  );
});

test("contract/http-details: what was made or accepted is named by Location", async (t) => {
  const door = testDoor(t);
  const made = await door.inject(post('{"name":"a"}'));
  assert.deepEqual([made.statusCode, made.headers.location], [201, "/v1/things/new"]);
  const accepted = await door.inject({ method: "POST", url: "/v1/things/maybe", headers: bearer() });
  assert.deepEqual(
    [accepted.statusCode, accepted.headers.location, accepted.headers["retry-after"]],
    [202, "/v1/things/maybe", "2"],
  );
});

for (const [what, url, status] of [
  ["success", "/v1/old", 200],
  ["failure", "/v1/old?fail=true", 404],
] as const) {
  test(`a retired route says so on ${what}`, async (t) => {
    const { headers, statusCode } = await testDoor(t).inject({ url, headers: bearer() });
    assert.equal(statusCode, status);
    assert.equal(headers.deprecation, `@${Date.parse("2026-01-01T00:00:00Z") / 1000}`);
    assert.equal(headers.sunset, "Wed, 01 Jul 2026 00:00:00 GMT");
    assert.match(
      String(headers.link),
      /<https:\/\/overheard\.example\/docs\/old>; rel="deprecation"; type="text\/html", .*<\/v1\/things>; rel="successor-version"/,
    );
  });
}
