import assert from "node:assert/strict";
import { test } from "node:test";
import { testDoor } from "../../../test/http/door.ts";

const config = {
  baseUrl: "https://api.test",
  siteUrl: "https://site.test",
  corsOrigins: [],
  trustedProxies: 1,
};

test("the accounts' routes get the request as it came, on the site's address", async (t) => {
  let seen: Request | undefined;
  const identityHandler = async (request: Request) => {
    seen = request.clone();
    return Response.json({ ok: true }, { status: 201 });
  };
  const response = await testDoor(t, { config, identityHandler }).inject({
    method: "POST",
    url: "/api/auth/sign-in/email?x=1%20",
    headers: { "content-type": "application/json", cookie: "a=b", "x-forwarded-for": "6.6.6.6, 7.7.7.7" },
    payload: '{"email":"ada@acme.example"}',
  });
  assert.deepEqual([response.statusCode, response.json()], [201, { ok: true }]);
  assert.equal(seen?.url, "https://site.test/api/auth/sign-in/email?x=1%20");
  assert.deepEqual(await seen?.json(), { email: "ada@acme.example" });
  assert.equal(seen?.headers.get("cookie"), "a=b");
  assert.equal(seen?.headers.get("x-forwarded-for"), "7.7.7.7");
  assert.ok(response.headers["x-request-id"]);
  assert.equal(response.headers["cache-control"], "no-store");
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

test("a body too large for an account route is 413", async (t) => {
  const identityHandler = async () => new Response("must not be asked");
  const payload = "x".repeat(300 * 1024);
  const response = await testDoor(t, { config, identityHandler }).inject({
    method: "POST",
    url: "/api/auth/sign-up/email",
    payload,
  });
  assert.equal(response.statusCode, 413);
});
