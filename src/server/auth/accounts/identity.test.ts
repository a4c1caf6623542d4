import assert from "node:assert/strict";
import { scrypt } from "node:crypto";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { getMigrations } from "better-auth/db/migration";
import { sql } from "kysely";
import { quickHash } from "../../../../test/fixtures/account.ts";
import { anyStore, stores, type TestStore } from "../../../../test/stores.ts";
import { createLimiter } from "../../db/limits/limits.ts";
import { newId } from "../../kernel/id.ts";
import { type LimitRule, limitClasses } from "../../kernel/limit.ts";
import { createLog } from "../../kernel/log.ts";
import { createVault } from "../../kernel/secret/vault.ts";
import type { Mail } from "../../outbound/mail/mail.ts";
import { createJwtVerifier } from "../jwt/jwt.ts";
import { createKeySet } from "../jwt/key-set.ts";
import { createAccounts } from "./accounts.ts";
import { createIdentity } from "./identity.ts";
import {
  type CookieNames,
  cookieNamesAt,
  cookiesOnce,
  pendingAccount,
  sessionTokenIn,
  wasTrusted,
} from "./session-cookies.ts";
import type { SessionLives } from "./session-lives.ts";

const secret = "a secret of at least thirty-two characters";
const password = "correct horse battery";
const limiter = (clock?: () => number, rules: Record<string, LimitRule> = {}) =>
  createLimiter({
    ...{ rules: { ...limitClasses, ...rules }, scale: 1, place: "memory" },
    ...(clock ? { clock } : {}),
  });

async function world(
  t: TestContext,
  open: TestStore["open"],
  terms: {
    signUp?: "open" | "closed";
    siteUrl?: string;
    sessions?: SessionLives;
    sendMail?: (mail: Mail) => Promise<void>;
    clock?: () => number;
    rules?: Record<string, LimitRule>;
  } = {},
) {
  const { sendMail = null, clock, rules, ...more } = terms;
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
    ...{ db, log, limiter: limiter(clock, rules), secret, config },
    ...{ sendMail, vault: createVault(Buffer.alloc(32)), passwordHash: quickHash },
  });
  const call = async (
    method: string,
    path: string,
    options: { body?: unknown; headers?: Record<string, string>; from?: string } = {},
  ) => {
    const { body = {}, headers = {}, from = "203.0.113.7" } = options;
    const response = await identity.handler({
      ...{ method, path, from },
      headers: new Headers(headers),
      fields: body as Record<string, unknown>,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: text ? JSON.parse(text) : null };
  };
  const signIn = (email: string, password: string, from?: string) =>
    call("POST", "/sign-in/email", { body: { email, password }, ...(from ? { from } : {}) });
  return { db, identity, config, call, signIn, lines };
}

const cookieOf = (headers: Headers): string => headers.get("set-cookie")!.split(";")[0]!;
const tokenOf = (headers: Headers): string =>
  decodeURIComponent(cookieOf(headers).split("=")[1]!).split(".")[0]!;

for (const store of anyStore) {
  const { name, skip } = store;

  test(`${name}: outside of tests a password is stored as scrypt has it, with 32 MiB and a salt of its own`, {
    skip,
  }, async (t) => {
    const { db, config } = await world(t, store.open);
    const identity = createIdentity({
      ...{ db, log: createLog("silent"), limiter: limiter(), secret, config },
      ...{ sendMail: null, vault: createVault(Buffer.alloc(32)) },
    });
    // In two spellings that are one: keyboards differ.
    await identity.createUser("ada@example.com", `${password} e\u0301`);
    await identity.createUser("bob@example.com", `${password} \u00e9`);
    const { rows } = await sql<{ password: string }>`
      select password from identity_accounts where "providerId" = 'credential'`.execute(db);
    const stored = rows.map(({ password }) => /^([0-9a-f]{32}):([0-9a-f]{128})$/.exec(password)!);
    assert.equal(new Set(stored.map(([, salt]) => salt)).size, 2);
    const terms = { N: 2 ** 14, r: 16, p: 1, maxmem: 2 ** 26 };
    for (const [, salt, key] of stored) {
      const hash = await promisify<string, string, number, object, Buffer>(scrypt)(
        ...([`${password} \u00e9`, salt!, 64, terms] as const),
      );
      assert.equal(hash.toString("hex"), key);
    }
    const signIn = (given: string) =>
      identity.signIn.withPassword({
        email: "ada@example.com",
        password: given,
        from: "192.0.2.1",
        cookie: "",
      });
    assert.equal((await signIn(`${password} e\u0301`)).ok, true);
    assert.equal((await signIn(password)).ok, false);
  });

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

  test(`${name}: a sign-in with the former password that is under way begins nothing`, {
    skip,
  }, async (t) => {
    const { db, identity, config } = await world(t, store.open);
    const email = "ada@example.com";
    await identity.createUser(email, password);
    let meanwhile: { after: string; work(): Promise<unknown> } | null = null;
    const awaited = new WeakSet<object>();
    // Another process does it once this one has read of that table.
    const watched = db.withPlugin({
      transformQuery({ node, queryId }) {
        if (meanwhile && JSON.stringify(node).includes(`"${meanwhile.after}"`)) awaited.add(queryId);
        return node;
      },
      async transformResult({ queryId, result }) {
        const now = awaited.has(queryId) ? meanwhile : null;
        if (now) meanwhile = null;
        await now?.work();
        return result;
      },
    });
    const other = createIdentity({
      ...{ db: watched, log: createLog("silent"), limiter: limiter(), secret, config },
      ...{ sendMail: null, vault: createVault(Buffer.alloc(32)), passwordHash: quickHash },
    });
    const signIn = (password: string) =>
      other.handler({
        ...{ method: "POST", path: "/sign-in/email", from: "203.0.113.7" },
        ...{ headers: new Headers(), fields: { email, password } },
      });
    const sessions = async () =>
      (await sql`select from identity_sessions where "expiresAt" > now()`.execute(db)).rows.length;
    assert.equal((await signIn(password)).status, 200);
    meanwhile = {
      after: "identity_accounts",
      work: () => identity.resetPassword(email, "another horse battery"),
    };
    const late = await signIn(password);
    assert.deepEqual([late.status, late.headers.getSetCookie(), await sessions()], [401, [], 0]);
    assert.equal((await signIn("another horse battery")).status, 200);
    meanwhile = {
      after: "users",
      work: () =>
        sql`insert into users (id, issuer, subject, email, plan_started_at, created_at, disabled_at)
          select ${newId()}::uuid, 'overheard', id, email, now(), now(), now() from identity_users`.execute(
          db,
        ),
    };
    const disabled = await signIn("another horse battery");
    assert.deepEqual([disabled.status, disabled.headers.getSetCookie()], [403, []]);
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
      sessions: { idleSeconds: 3_600, maxSeconds: 3_600 },
    });
    const { toBeCreated, toBeAdded } = await getMigrations(options);
    assert.deepEqual([toBeCreated, toBeAdded], [[], []]);
  });

  test(`${name}: who signs in gets a session JWT of 15 minutes for this API, by cookie alone`, {
    skip,
  }, async (t) => {
    const { identity, config, call, signIn } = await world(t, store.open);
    const subject = await identity.createUser("Ann@A.example", password);
    // As a phone's keyboard and a copied cell leave it.
    assert.equal((await signIn(" ann@a.example\n", password)).status, 200);
    const { headers } = await signIn("ann@a.example", password);
    const cookie = cookieOf(headers);
    const { json } = await call("GET", "/token", { headers: { cookie } });
    const verifier = createJwtVerifier({
      ...identity,
      keys: createKeySet({ read: identity.jwks }),
      now: () => new Date(),
    });
    const session = await verifier.verify(json.token);
    assert.deepEqual([session.subject, session.email], [subject, "ann@a.example"]);
    const claims = JSON.parse(Buffer.from(json.token.split(".")[1], "base64url").toString());
    assert.deepEqual(
      [claims.iss, claims.aud, claims.exp - claims.iat],
      [config.siteUrl, `${config.baseUrl}/v1`, 900],
    );
    const signed = decodeURIComponent(cookie.split("=")[1]!);
    for (const token of [signed, signed.split(".")[0]!]) {
      const { status } = await call("GET", "/token", { headers: { authorization: `Bearer ${token}` } });
      assert.equal(status, 401, "a session's token is no bearer token");
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

  test(`${name}: wrong passwords are limited by the address of the door, and use up nothing of who is right or known there`, {
    skip,
  }, async (t) => {
    const { identity, call } = await world(t, store.open, {
      rules: { sign_in: { limit: 4, windowSeconds: 900 } },
    });
    const email = "ann@a.example";
    await identity.createUser(email, password);
    const signIn = async (
      given: { email?: string; password?: string; from?: string; headers?: Record<string, string> } = {},
    ) => {
      const { from, headers = {}, ...named } = given;
      const body = { email, password, ...named };
      return call("POST", "/sign-in/email", { body, headers, ...(from ? { from } : {}) });
    };
    const office: Awaited<ReturnType<typeof call>>[] = [];
    for (let n = 0; n < 3; n++) office.push(...(await Promise.all([signIn(), signIn()])));
    assert.deepEqual([...new Set(office.map(({ status }) => status))], [200], "a whole office");
    const device = office[0]!.headers.getSetCookie().find((cookie) => cookie.includes("overheard.device="))!;
    let last: Awaited<ReturnType<typeof call>> | undefined;
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) {
      const forged = {
        "x-forwarded-for": `198.51.100.${n}`,
        "x-overheard-source-address": `198.51.100.${n}`,
      };
      last = await signIn({ email: `guess${n}@a.example`, headers: forged });
      statuses.push(last.status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 429, 429]);
    assert.match(last!.headers.get("retry-after")!, /^(?:[1-8]\d\d|900)$/);
    assert.match(last!.headers.get("content-type")!, /^application\/json/);
    assert.match(last!.text, /TOO_MANY_FROM_ADDRESS/);
    assert.equal((await signIn()).status, 429);
    assert.equal((await signIn({ headers: { cookie: device, origin: "https://site.example" } })).status, 200);
    assert.equal((await signIn({ from: "192.0.2.1" })).status, 200);
  });
}

const [{ open }] = stores as [TestStore, TestStore];

test("a new password ends every session, and the old password no longer signs in", async (t) => {
  const { identity, call, signIn } = await world(t, open);
  await identity.createUser("ann@a.example", password);
  const cookie = cookieOf((await signIn("ann@a.example", password)).headers);
  await identity.resetPassword("ANN@a.example", "another password");
  assert.equal((await call("GET", "/token", { headers: { cookie } })).status, 401);
  assert.equal((await signIn("ann@a.example", password)).status, 401);
  assert.equal((await signIn("ann@a.example", "another password", "192.0.2.1")).status, 200);
});

test("a password is good however old it is", async (t) => {
  const { db, identity, signIn } = await world(t, open);
  await identity.createUser("ann@a.example", password);
  for (const table of ["identity_accounts", "identity_users"])
    await sql`update ${sql.table(table)} set "createdAt" = '2001-01-01', "updatedAt" = '2001-01-01'`.execute(
      db,
    );
  assert.equal((await signIn("ann@a.example", password)).status, 200);
});

test("an operator is told in one line why an account cannot be made or used", async (t) => {
  const { identity } = await world(t, open);
  await identity.createUser("ann@a.example", password);
  for (const [attempt, says] of [
    [() => identity.createUser("Ann@a.example", password), /an account with this address already/],
    [() => identity.createUser("ann", password), /no email address/],
    [() => identity.createUser("an\u212a@acme.example", password), /no email address/],
    [() => identity.createUser("Ann <ann@acme.example>", password), /no email address/],
    [() => identity.createUser("bob@b.example", "short"), /8 to 128/],
    [() => identity.createUser("bob@b.example", "x".repeat(200)), /8 to 128/],
    [() => identity.createUser("bob@b.example", "Password"), /most common/],
    [() => identity.createUser("bobby@b.example", "bobby2026"), /made of your address/],
    [() => identity.resetPassword("ann@a.example", "Overheard1"), /made of your address/],
    [() => identity.resetPassword("ann@a.example", "12345678"), /most common/],
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

test("a session ends after a time without use, and after a time in all however much it is used", async (t) => {
  const { db, identity, call, signIn } = await world(t, open, {
    sessions: { idleSeconds: 3_600, maxSeconds: 10 * 3_600 },
  });
  await identity.createUser("ann@a.example", password);
  const headers = { cookie: cookieOf((await signIn("ann@a.example", password)).headers) };
  /** As if the session had begun and been used some hours ago; how long it lasts then, in hours. */
  const shifted = async (begun: number, used: number) => {
    await sql`
      update identity_sessions set "createdAt" = now() - make_interval(secs => ${begun * 3_600}),
        "updatedAt" = now() - make_interval(secs => ${used * 3_600}),
        "expiresAt" = now() + make_interval(secs => ${(1 - used) * 3_600})`.execute(db);
    const { json } = await call("GET", "/get-session", { headers });
    const { rows } = await sql<{ left: number }>`
      select extract(epoch from "expiresAt" - now())::float8 / 3600 as left from identity_sessions`.execute(
      db,
    );
    return { isIn: json !== null, left: rows[0]?.left ?? 0 };
  };
  const renewed = await shifted(5, 0.5);
  assert.ok(renewed.isIn && renewed.left > 0.9 && renewed.left <= 1, "its use renews it");
  const last = await shifted(9.5, 0.5);
  assert.ok(last.isIn && last.left > 0.4 && last.left <= 0.5, "ten hours in all");
  assert.equal((await shifted(5, 1.1)).isIn, false, "an hour without use");
});

test("an update that shortens sessions counts for those that are open", async (t) => {
  const { db, identity, config, signIn } = await world(t, open);
  await identity.createUser("ann@a.example", password);
  const cookie = cookieOf((await signIn("ann@a.example", password)).headers);
  await sql`update identity_sessions set "createdAt" = now() - interval '3 hours'`.execute(db);
  const again = (maxSeconds: number) =>
    createIdentity({
      ...{ db, log: createLog("silent"), limiter: limiter(), secret },
      config: { ...config, sessions: { idleSeconds: maxSeconds, maxSeconds } },
      ...{ sendMail: null, vault: createVault(Buffer.alloc(32)) },
    });
  assert.ok(await again(4 * 3_600).sessionOf(new Headers({ cookie })));
  assert.equal(await again(2 * 3_600).sessionOf(new Headers({ cookie })), null);
});

test("with mail, signing up tells nobody but the owner of the address whether there is an account", async (t) => {
  const letters: { to: string; text: string }[] = [];
  const { db, identity, call, signIn } = await world(t, open, {
    signUp: "open",
    sendMail: async (mail) => void letters.push(mail),
  });
  await identity.createUser("ann@a.example", password);
  const signUp = (email: string, from: string) =>
    call("POST", "/sign-up/email", { body: { email, password: "a stranger's password", name: "Eve" }, from });
  const [there, fresh] = [
    await signUp("Ann@a.example", "198.51.100.1"),
    await signUp("bob@b.example", "198.51.100.2"),
  ];
  assert.deepEqual([there.status, there.text], [fresh.status, fresh.text]);
  assert.deepEqual([...there.headers], [...fresh.headers]);
  for (const [n, email] of ["ann@a.example", "bob@b.example"].entries())
    assert.equal((await signIn(email, "a stranger's password", `198.51.100.1${n}`)).status, 401, email);
  assert.deepEqual(
    letters.map(({ to, text }) => [to, /already/.test(text), /new-password/.test(text)]),
    [
      ["ann@a.example", true, false],
      ["bob@b.example", false, true],
    ],
  );
  const token = /token=([\w-]+)/.exec(letters[1]!.text)![1]!;
  const body = { token, newPassword: password };
  assert.equal((await call("POST", "/reset-password", { body })).status, 200);
  assert.equal((await signIn("bob@b.example", password, "198.51.100.3")).status, 200);
  const { rows } = await sql<{ proven: boolean; made: boolean }>`
    select "emailVerified" as proven, "selfMade" as made from identity_users where email = 'bob@b.example'`.execute(
    db,
  );
  assert.deepEqual(rows, [{ proven: true, made: true }], "whoever reads the letter owns the address");
  const more = [];
  for (let n = 0; n < 4; n += 1) more.push((await signUp("ann+1@a.example", `198.51.100.2${n}`)).status);
  assert.deepEqual(more, [200, 200, 200, 200], "said of any address");
  assert.equal(letters.filter(({ to }) => to.startsWith("ann")).length, 3, "three letters to an inbox");
  const forgot = async (email: string, from: string) =>
    (await call("POST", "/request-password-reset", { body: { email }, from })).status;
  for (let n = 0; n < 4; n += 1) {
    assert.equal(await forgot("ann+2@a.example", `198.51.100.3${n}`), 200);
    assert.equal(await forgot("ann@a.example", `198.51.100.4${n}`), 200);
  }
  const resets = letters.filter(({ to, text }) => to === "ann@a.example" && /new-password/.test(text));
  assert.equal(resets.length, 3, "three letters to an account, whatever else was asked for");
});

test("without mail, an address from which people sign up gets ten attempts in an hour", async (t) => {
  let at = 0;
  const { call } = await world(t, open, { signUp: "open", clock: () => at });
  const statuses = [];
  for (let n = 0; n < 12; n += 1) {
    at += 11_000;
    const body = { email: `eve-${n}@e.example`, password, name: "Eve" };
    statuses.push((await call("POST", "/sign-up/email", { body })).status);
  }
  assert.deepEqual(statuses, [...Array(10).fill(200), 429, 429]);
});

test("servers on ports of one host keep their sessions apart", async (t) => {
  const named = async (siteUrl: string) => {
    const { call } = await world(t, open, { signUp: "open", siteUrl });
    const { headers } = await call("POST", "/sign-up/email", {
      body: { email: "ann@a.example", password, name: "Ann" },
    });
    return headers.getSetCookie().map((cookie) => cookie.split("=")[0]!);
  };
  const [first, second] = [await named("http://192.168.1.5:8787"), await named("http://192.168.1.5:9000")];
  assert.ok(
    first.includes("overheard-8787.session_token") && second.includes("overheard-9000.session_token"),
  );
  assert.deepEqual(
    first.filter((name) => second.includes(name)),
    [],
  );
});

test("cookies are read here as the library reads them", () => {
  const [plain, encrypted] = ["http://s.example", "https://s.example"].map(cookieNamesAt) as [
    CookieNames,
    CookieNames,
  ];
  const header = [
    "__Secure-overheard.two_factor=b.sig",
    ' overheard.two_factor = "a.sig" ',
    "overheard.two_factor=c.sig",
    "overheard.trust_device =T",
    '__Secure-overheard.trust_device="T"',
    "other",
    " x= 1",
  ].join(";");
  assert.equal(cookiesOnce(header), "__Secure-overheard.two_factor=b.sig; overheard.two_factor=a.sig; x=1");
  assert.deepEqual([pendingAccount(header, plain), pendingAccount(header, encrypted)], ["a", "b"]);
  assert.equal(wasTrusted("overheard.trust_device =T"), true);
  const set = ["overheard.session_token=a.sig; Path=/", "__Secure-overheard.session_token=b.sig; Path=/"];
  assert.deepEqual([sessionTokenIn(set, plain), sessionTokenIn(set, encrypted)], ["a", "b"]);
});

test("a link for the first account that made none, for whatever reason, is still good", async (t) => {
  const { db, identity } = await world(t, open);
  const token = new URL((await identity.joining.firstLink())!, "https://s.example").searchParams.get(
    "token",
  )!;
  const newcomer = { email: "ann@a.example", name: "", password, from: "203.0.113.7", cookie: "" };
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise ''no''; end'`.execute(
    db,
  );
  await sql`create trigger refuse before insert on identity_users execute function refuse()`.execute(db);
  await assert.rejects(identity.joining.enterFirst(token, newcomer));
  assert.equal(await identity.joining.opens(token), true);
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
  const { headers } = await signIn("ann@a.example", password);
  await signIn("ann@a.example", "hunter2hunter2");
  await call("POST", "/sign-out", {
    body: {},
    headers: { cookie: headers.get("set-cookie")!, origin: "https://evil.example" },
  });
  await call("POST", "/sign-in/email", { body: { email: "hunter2hunter2" } });
  const text = lines.join("");
  for (const word of [password, "hunter2", tokenOf(headers), "evil.example"])
    assert.ok(!text.includes(word), word);
});
