import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyStore } from "../start-app.ts";

const path = "/v1/projects";

onAnyStore(
  () => ({}),
  (app) => {
    const withHeaders = async (headers: Record<string, string>, at = path) =>
      app().send({ method: "GET", path: at, headers });

    test("contract/authentication: the scheme Bearer may be written in any case", async () => {
      const { key } = await app().member();
      for (const scheme of ["Bearer", "bearer", "BEARER"])
        assert.equal((await withHeaders({ authorization: `${scheme} ${key}` })).status, 200, scheme);
    });

    test("contract/authentication: a key in another scheme, a query or a cookie is 401", async () => {
      const { key } = await app().member();
      for (const [headers, at] of [
        [{ authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` }, path],
        [{ authorization: key }, path],
        [{ authorization: `Token ${key}` }, path],
        [{ "x-api-key": key }, path],
        [{ cookie: `authorization=${key}; overheard-8787.session_token=${key}` }, path],
        [{}, `${path}?access_token=${key}`],
        [{}, `${path}?authorization=Bearer%20${key}`],
      ] as const) {
        assert.equal((await withHeaders(headers, at)).status, 401, Object.keys(headers).join());
      }
    });

    test("contract/authentication: a missing or invalid token is 401 with the reason and a challenge", async () => {
      const me = await app().member();
      const session = await me.session();
      const [head, body, signature] = session.split(".") as [string, string, string];
      const claims = JSON.parse(Buffer.from(body, "base64url").toString());
      const forged = Buffer.from(JSON.stringify({ ...claims, sub: "somebody-else" })).toString("base64url");
      const none = Buffer.from('{"alg":"none"}').toString("base64url");
      for (const [token, reason] of [
        ["", "malformed"],
        ["garbage", "malformed"],
        ["oh_", "invalid"],
        [`oh_${"0".repeat(36)}`, "invalid"],
        [`${me.key}x`, "invalid"],
        [me.key.slice(0, -1), "invalid"],
        [me.key.toUpperCase(), "malformed"],
        [`oh_mcp_${me.key.slice(3)}`, "invalid"],
        [`${head}.${forged}.${signature}`, "invalid"],
        [`${head}.${body}.`, "malformed"],
        [`${head}.${body}.${signature.slice(4)}`, "invalid"],
        [`${none}.${body}.${signature}`, "invalid"],
        [`${session}.${signature}`, "malformed"],
      ] as const) {
        const { status, error, headers } = await withHeaders({ authorization: `Bearer ${token}` });
        const where = `${token.slice(0, 12)}…: ${error?.details?.reason}`;
        assert.deepEqual([status, error.code], [401, "UNAUTHORIZED"], where);
        if (token !== "") assert.equal(error.details?.reason, reason, where);
        assert.match(headers["www-authenticate"] ?? "", /^Bearer realm="api"/, where);
      }
    });

    test("contract/authentication: two credentials in one request are 401", async () => {
      const me = await app().member();
      const { inject } = app().app.door;
      const response = await inject({
        method: "GET",
        url: path,
        remoteAddress: "10.9.0.1",
        headers: { authorization: [`Bearer ${me.key}`, `Bearer ${me.key}`] as unknown as string },
      });
      assert.equal(response.statusCode, 401);
    });

    test("contract/authentication: a session JWT is accepted, and speaks for the same user as the key", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const { data } = await me.call<{ id: string }[]>("GET", path, undefined, { token: await me.session() });
      assert.deepEqual(
        data.map((project) => project.id),
        [id],
      );
    });

    test("contract/authentication: an account made over HTTP signs in and gets a session JWT that the API takes", async () => {
      const { operator, door } = app().app;
      await operator.createUser({ email: "ada@acme.example", password: "correct horse battery" });
      const signIn = await door.inject({
        method: "POST",
        url: "/api/auth/sign-in/email",
        headers: { "content-type": "application/json", origin: "http://site.test" },
        payload: JSON.stringify({ email: "ada@acme.example", password: "correct horse battery" }),
      });
      assert.equal(signIn.statusCode, 200, signIn.body);
      const [{ name, value: signed }] = signIn.cookies as [{ name: string; value: string }];
      const token = signed.split(".")[0]!;
      const asked = async (path: string, headers: Record<string, string>) =>
        door.inject({ method: "GET", url: `/api/auth/${path}`, headers });
      const cookie = `${name}=${encodeURIComponent(signed)}`;
      const session = (await asked("token", { cookie })).json().token as string;
      assert.equal((await withHeaders({ authorization: `Bearer ${session}` })).status, 200);
      assert.equal((await withHeaders({ authorization: `Bearer ${session}` }, "/v1/keys")).status, 200);
      const whole = await asked("get-session", { cookie });
      assert.equal(whole.json().user.email, "ada@acme.example");
      for (const body of [signIn.body, whole.body]) assert.ok(!body.includes(token), "no script may read it");
      for (const bearer of [token, signed, encodeURIComponent(signed)]) {
        const headers = { authorization: `Bearer ${bearer}` };
        assert.equal((await withHeaders(headers)).status, 401, "the session itself is no JWT");
        assert.equal((await asked("token", headers)).statusCode, 401);
        assert.equal((await asked("get-session", headers)).body, "null");
      }
    });

    test("sign-up is closed to strangers unless the operator opens it", async () => {
      const { statusCode } = await app().app.door.inject({
        method: "POST",
        url: "/api/auth/sign-up/email",
        headers: { "content-type": "application/json", origin: "http://site.test" },
        payload: JSON.stringify({
          email: "eve@evil.example",
          password: "correct horse battery",
          name: "Eve",
        }),
      });
      assert.equal(statusCode, 403);
    });

    test("contract/limits-and-plans: thirty failed attempts from one address in a minute, then 429 without any user's limit", async () => {
      const attempt = () => app().send({ method: "GET", path, token: "garbage", from: "10.9.9.9" });
      for (let made = 0; made < 30; made += 1) assert.equal((await attempt()).status, 401);
      const { status, error, headers } = await attempt();
      assert.deepEqual([status, error.code, error.details?.bucket], [429, "RATE_LIMITED", "auth_fail"]);
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.startsWith("ratelimit")),
        [],
      );
      assert.ok(Number(headers["retry-after"]) >= 1);
      const { key } = await app().member();
      assert.equal(
        (await app().send({ method: "GET", path, token: key, from: "10.9.9.9" })).status,
        200,
        "who has a key gets in",
      );
    });
  },
);
