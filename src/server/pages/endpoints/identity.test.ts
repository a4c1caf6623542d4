import assert from "node:assert/strict";
import { test } from "node:test";
import { testDoor } from "../../../../test/http/door.ts";
import type { AccountRequest } from "../../auth/accounts/fetch-accounts.ts";

const config = {
  baseUrl: "https://api.test",
  siteUrl: "https://site.test",
  corsOrigins: [],
  trustedProxies: 1,
};

test("the accounts' routes get the fields of the body and what they hear of its headers, no token among it", async (t) => {
  let seen: AccountRequest | undefined;
  const identityHandler = async (request: AccountRequest) => {
    seen = request;
    return Response.json({ ok: true }, { status: 201 });
  };
  const response = await testDoor(t, { config, identityHandler }).inject({
    method: "POST",
    url: "/api/auth/sign-in/email?x=1%20",
    headers: {
      ...{ "content-type": "application/json", cookie: "a=b", "x-forwarded-for": "6.6.6.6, 7.7.7.7" },
      ...{ authorization: "Bearer token", "x-overheard-source-address": "8.8.8.8" },
    },
    payload: '{"email":"ada@acme.example"}',
  });
  assert.deepEqual([response.statusCode, response.json()], [201, { ok: true }]);
  const { headers, ...rest } = seen!;
  assert.deepEqual(rest, {
    ...{ method: "POST", path: "/sign-in/email", query: "x=1%20", from: "7.7.7.7" },
    fields: { email: "ada@acme.example" },
  });
  assert.deepEqual(
    [...headers].filter(([name]) => name !== "user-agent"),
    [["cookie", "a=b"]],
  );
  assert.ok(response.headers["x-request-id"]);
  assert.equal(response.headers["cache-control"], "no-store");
});

for (const [type, payload, status] of [
  ["application/json", "{}", 200],
  ["APPLICATION/json; charset=UTF-8", "{}", 200],
  ["application/json; form", '{"email":"ann@a.example"}', 200],
  ["application/json; charset=utf-16", "{}", 415],
  ["application/x-www-form-urlencoded", "email=ann", 415],
  ["application/x-www-form-urlencoded; application/json", "email=ann", 415],
  ["multipart/form-data; boundary=x", "--x--", 415],
  ["application/vnd.api+json", "{}", 415],
  ["application/jsonp", "{}", 415],
  ["application/json, text/plain", "{}", 415],
  ["text/plain", "{}", 415],
  ["", "{}", 415],
  ["application/json", '{"email":"a","email":"b"}', 400],
  ["application/json", '{"email":"a","em\\u0061il":"b"}', 400],
  ["application/json", '[{"email":"a"}]', 400],
  ["application/json", "{", 400],
  ["application/json", '{"response":{"id":"\\u0000"}}', 400],
  ["application/json", `{"email":"${"x".repeat(40_000)}"}`, 413],
] as const)
  test(`a body of an account of type ${type || "(none)"} is ${status}: ${payload.slice(0, 30)}`, async (t) => {
    const identityHandler = async () => Response.json({});
    const response = await testDoor(t, { config, identityHandler }).inject({
      ...{ method: "POST", url: "/api/auth/sign-in/email", payload: Buffer.from(payload) },
      headers: type ? { "content-type": type } : {},
    });
    assert.equal(response.statusCode, status, response.body);
  });

test("each cookie of an account keeps a header of its own", async (t) => {
  const identityHandler = async () => {
    const headers = new Headers();
    headers.append("set-cookie", "a=1; Expires=Wed, 15 Jul 2026 00:00:00 GMT");
    headers.append("set-cookie", "b=2");
    return new Response(null, { status: 302, headers });
  };
  const response = await testDoor(t, { config, identityHandler }).inject("/api/auth/callback");
  assert.deepEqual(response.headers["set-cookie"], ["a=1; Expires=Wed, 15 Jul 2026 00:00:00 GMT", "b=2"]);
});

test("an account route that fails tells nothing", async (t) => {
  const identityHandler = () => Promise.reject(new Error("secret text"));
  const door = testDoor(t, { config, identityHandler });
  const response = await door.inject("/api/auth/token");
  assert.deepEqual([response.statusCode, response.json().error.code], [500, "INTERNAL_ERROR"]);
  assert.doesNotMatch(response.body, /secret/);
});
