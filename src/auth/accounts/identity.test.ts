import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { getMigrations } from "better-auth/db/migration";
import { anyStore, stores, type TestStore } from "../../../test/stores.ts";
import { limitClasses } from "../../kernel/access/limit.ts";
import { createLog } from "../../kernel/log.ts";
import { createVault } from "../../kernel/secret/vault.ts";
import { createLimiter } from "../../store/db/limits/limits.ts";
import { createJwtVerifier } from "../jwt/jwt.ts";
import { createKeySet } from "../jwt/key-set.ts";
import { createAccounts } from "./accounts.ts";
import { createIdentity } from "./identity.ts";

const secret = "a secret of at least thirty-two characters";
const password = "correct horse battery";
const limiter = () => createLimiter({ rules: { ...limitClasses }, scale: 1, place: "memory" });

async function world(
  t: TestContext,
  open: TestStore["open"],
  more: { signUp?: "open" | "closed"; siteUrl?: string } = {},
) {
  const { db } = await open(t);
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const config = {
    siteUrl: "https://site.example",
    baseUrl: "https://api.example",
    signUp: "closed" as const,
    passwords: true,
    oidc: null,
    ...more,
  };
  const identity = createIdentity({
    ...{ db, log, limiter: limiter(), secret, config },
    ...{ sendMail: null, vault: createVault(Buffer.alloc(32)) },
  });
  const call = async (
    method: string,
    path: string,
    options: { body?: unknown; headers?: Record<string, string>; from?: string } = {},
  ) => {
    const { body, headers = {}, from = "203.0.113.7" } = options;
    const request = new Request(`${config.siteUrl}/api/auth${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await identity.handler(request, from);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: text ? JSON.parse(text) : null };
  };
  const signIn = (email: string, password: string, from?: string) =>
    call("POST", "/sign-in/email", { body: { email, password }, ...(from ? { from } : {}) });
  return { db, identity, config, call, signIn, lines };
}

for (const store of anyStore) {
  const { name, skip } = store;

  test(`${name}: with another secret the server signs with a new key; with the same one, with the one it had`, {
    skip,
  }, async (t) => {
    const { db, identity, config } = await world(t, store.open);
    await identity.createUser("ada@example.com", password);
    const again = (secret: string) =>
      createIdentity({
        ...{ db, log: createLog("silent"), limiter: limiter(), secret, config },
        ...{ sendMail: null, vault: createVault(Buffer.alloc(32)) },
      });
    const keyOf = (token: string) =>
      JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).kid as string;
    const first = keyOf(await identity.issueToken("ada@example.com"));
    assert.equal(keyOf(await again(secret).issueToken("ada@example.com")), first);
    const other = again("another secret of more than thirty-two characters");
    const token = await other.issueToken("ada@example.com");
    assert.notEqual(keyOf(token), first);
    assert.deepEqual(
      (await other.jwks()).map(({ kid }) => kid),
      [keyOf(token)],
    );
  });

  test(`${name}: the tables are those that the account library needs`, { skip }, async (t) => {
    const { db } = await store.open(t);
    const { options } = createAccounts({
      db,
      log: createLog("silent"),
      limiter: limiter(),
      secret,
      siteUrl: "https://s.example",
      issuer: "i",
      audience: "a",
      sourceHeader: "x",
      passwords: true,
      signUp: "closed",
      provider: null,
      sendReset: async () => undefined,
      latestEnd: async () => null,
    });
    const { toBeCreated, toBeAdded } = await getMigrations(options);
    assert.deepEqual([toBeCreated, toBeAdded], [[], []]);
  });

  test(`${name}: who signs in gets a session JWT of 15 minutes for this API, by cookie or by bearer token`, {
    skip,
  }, async (t) => {
    const { identity, config, call, signIn } = await world(t, store.open);
    const subject = await identity.createUser("Ann@A.example", password);
    const { json, headers } = await signIn("ann@a.example", password);
    const cookie = headers.get("set-cookie")!.split(";")[0]!;
    const byCookie = await call("GET", "/token", { headers: { cookie } });
    const byBearer = await call("GET", "/token", { headers: { authorization: `Bearer ${json.token}` } });
    const verifier = createJwtVerifier({
      ...identity,
      keys: createKeySet({ read: identity.jwks }),
      now: () => new Date(),
    });
    for (const { json } of [byCookie, byBearer]) {
      const session = await verifier.verify(json.token);
      assert.deepEqual([session.subject, session.email], [subject, "ann@a.example"]);
      const claims = JSON.parse(Buffer.from(json.token.split(".")[1], "base64url").toString());
      assert.deepEqual(
        [claims.iss, claims.aud, claims.exp - claims.iat],
        [config.siteUrl, `${config.baseUrl}/v1`, 900],
      );
    }
    const published = await call("GET", "/jwks");
    assert.deepEqual(
      published.json.keys.map((key: object) => Object.keys(key).sort()),
      [["alg", "crv", "kid", "kty", "x"]],
    );
  });

  test(`${name}: sign-up is closed: 403 in JSON, and no account is made`, { skip }, async (t) => {
    const { identity, call } = await world(t, store.open);
    const { status, json } = await call("POST", "/sign-up/email", {
      body: { email: "eve@e.example", password, name: "Eve" },
    });
    assert.deepEqual([status, json.code], [403, "SIGN_UP_CLOSED"]);
    assert.equal(await identity.findUser("eve@e.example"), null);
  });

  test(`${name}: sign-up, where it is open, makes an account that can sign in`, { skip }, async (t) => {
    const { call, signIn } = await world(t, store.open, { signUp: "open" });
    assert.equal(
      (await call("POST", "/sign-up/email", { body: { email: "eve@e.example", password, name: "Eve" } }))
        .status,
      200,
    );
    assert.equal((await signIn("eve@e.example", password)).status, 200);
  });

  test(`${name}: sign-in is limited by the address of the door, whatever the client says of itself`, {
    skip,
  }, async (t) => {
    const { identity, call } = await world(t, store.open);
    await identity.createUser("ann@a.example", password);
    const statuses: number[] = [];
    let last: Awaited<ReturnType<typeof call>> | undefined;
    for (let n = 0; n < 6; n++) {
      const forged = {
        "x-forwarded-for": `198.51.100.${n}`,
        "x-overheard-source-address": `198.51.100.${n}`,
      };
      last = await call("POST", "/sign-in/email", {
        body: { email: "ann@a.example", password: "wrong one" },
        headers: forged,
      });
      statuses.push(last.status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 429, 429, 429]);
    assert.match(last!.headers.get("retry-after")!, /^([1-9]|10)$/);
    assert.match(last!.headers.get("content-type")!, /^application\/json/);
    const elsewhere = await call("POST", "/sign-in/email", {
      body: { email: "ann@a.example", password },
      from: "192.0.2.1",
    });
    assert.equal(elsewhere.status, 200);
  });
}

const [{ open }] = stores as [TestStore, TestStore];

test("a new password ends every session, and the old password no longer signs in", async (t) => {
  const { identity, call, signIn } = await world(t, open);
  await identity.createUser("ann@a.example", password);
  const { json } = await signIn("ann@a.example", password);
  await identity.resetPassword("ANN@a.example", "another password");
  assert.equal(
    (await call("GET", "/token", { headers: { authorization: `Bearer ${json.token}` } })).status,
    401,
  );
  assert.equal((await signIn("ann@a.example", password)).status, 401);
  assert.equal((await signIn("ann@a.example", "another password", "192.0.2.1")).status, 200);
});

test("an operator is told in one line why an account cannot be made or used", async (t) => {
  const { identity } = await world(t, open);
  await identity.createUser("ann@a.example", password);
  for (const [attempt, says] of [
    [() => identity.createUser("Ann@a.example", password), /an account with this address already/],
    [() => identity.createUser("ann", password), /no email address/],
    [() => identity.createUser("an\u212a@acme.example", password), /no email address/],
    [() => identity.createUser("Ann <ann@acme.example>", password), /no email address/],
    [() => identity.createUser("bob@b.example", "short"), /at least 8/],
    [() => identity.createUser("bob@b.example", "x".repeat(200)), /at most 128/],
    [() => identity.resetPassword("nobody@b.example", password), /no account/],
    [() => identity.resetPassword("ann@a.example", "short"), /8 to 128/],
    [() => identity.issueToken("nobody@b.example"), /no account/],
  ] as const) {
    await assert.rejects(
      attempt,
      (error: Error) => error.name === "AccountError" && says.test(error.message),
    );
  }
});

test("a page of another origin cannot act with a visitor's cookie", async (t) => {
  const { identity, call, signIn } = await world(t, open);
  await identity.createUser("ann@a.example", password);
  const cookie = (await signIn("ann@a.example", password)).headers.get("set-cookie")!.split(";")[0]!;
  const out = (origin: string) => call("POST", "/sign-out", { body: {}, headers: { cookie, origin } });
  assert.equal((await out("https://evil.example")).status, 403);
  assert.equal((await out("https://site.example.evil.example")).status, 403);
  assert.equal((await out("https://site.example")).status, 200);
});

test("over https the session cookie is Secure, HttpOnly and SameSite=Lax", async (t) => {
  const { identity, signIn } = await world(t, open);
  await identity.createUser("ann@a.example", password);
  const cookie = (await signIn("ann@a.example", password)).headers.get("set-cookie")!;
  for (const attribute of [/^__Secure-/, /; Secure/, /; HttpOnly/, /; SameSite=Lax/])
    assert.match(cookie, attribute);
});

test("an address that is not known and a wrong password get the same answer", async (t) => {
  const { identity, signIn } = await world(t, open);
  await identity.createUser("ann@a.example", password);
  const [wrong, unknown] = [
    await signIn("ann@a.example", "wrong password"),
    await signIn("bob@b.example", "wrong password"),
  ];
  assert.deepEqual([wrong.status, wrong.text], [unknown.status, unknown.text]);
});

for (const route of [
  "GET /ok",
  "POST /delete-user",
  "POST /change-email",
  "POST /request-password-reset",
  "GET /list-sessions",
  "POST /sign-in/social",
  "GET /jwks/",
  "GET /",
  "POST /jwks",
  "POST /verify-jwt",
  "POST /sign-jwt",
]) {
  test(`${route} of the account library cannot be reached`, async (t) => {
    const { call } = await world(t, open);
    const [method, path] = route.split(" ") as [string, string];
    const { status, json } = await call(method, path);
    assert.deepEqual([status, json.code], [404, "NOT_FOUND"]);
  });
}

test("no password, token or cookie, and no word of a client's, reaches the log", async (t) => {
  const { identity, call, signIn, lines } = await world(t, open);
  await identity.createUser("ann@a.example", password);
  const { json, headers } = await signIn("ann@a.example", password);
  await signIn("ann@a.example", "hunter2hunter2");
  await call("POST", "/sign-out", {
    body: {},
    headers: { cookie: headers.get("set-cookie")!, origin: "https://evil.example" },
  });
  await call("POST", "/sign-in/email", { body: "hunter2hunter2" });
  const text = lines.join("");
  for (const word of [password, "hunter2", json.token, "evil.example"]) assert.ok(!text.includes(word), word);
});
