import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { insertIdentity, ownOf } from "../../../test/fixtures/account.ts";
import { anyStore, stores, type TestStore } from "../../../test/stores.ts";
import { deleteKey, insertKey, listKeys } from "../accounts/keys/keys.ts";
import { userOf } from "../accounts/users.ts";
import { newId } from "../kernel/id.ts";
import { unlimited } from "../kernel/limit.ts";
import { createLog } from "../kernel/log.ts";
import { createVault } from "../kernel/secret/vault.ts";
import { setPlan } from "../organizations/organizations.ts";
import { createIdentity } from "./accounts/identity.ts";
import { createAuthenticator } from "./authenticate.ts";
import { createJwtVerifier } from "./jwt/jwt.ts";
import { createKeySet } from "./jwt/key-set.ts";
import { createKeys } from "./key.ts";
import { createKeyUse } from "./key-use.ts";

const secret = "a secret of at least thirty-two characters";
const config = {
  siteUrl: "https://site.example",
  baseUrl: "https://api.example",
  signUp: "closed" as const,
  passwords: true,
  oidc: null,
};

/** A server's sign-in, with a clock that is moved by hand. */
async function world(t: TestContext, open: TestStore["open"]) {
  const { db, pool } = await open(t);
  const log = createLog("silent");
  const time = { ms: Date.now() };
  const now = () => new Date(time.ms);
  const keys = createKeys({ prefix: "oh", secret });
  const identity = createIdentity({
    ...{ db, log, limiter: unlimited, secret, config },
    ...{ sendMail: null, vault: createVault(Buffer.alloc(32)) },
  });
  const keyUse = createKeyUse({ db, now, log });
  const authenticator = createAuthenticator({
    db,
    keyPrefix: "oh",
    keys,
    keyUse,
    jwt: createJwtVerifier({ ...identity, keys: createKeySet({ read: identity.jwks }), now }),
    issuer: "overheard",
    now,
    elapsed: () => time.ms,
  });
  const subject = await insertIdentity(db, "ann@a.example");
  const user = await userOf(db, { issuer: "overheard", subject, email: "ann@a.example" }, now());
  const addKey = async (expiresAt: Date | null = null) => {
    const { secret, prefix, hash } = keys.mint();
    const id = newId();
    const createdAt = now().toISOString();
    await insertKey(db, {
      id,
      ...ownOf(user.id),
      scopes: null,
      name: null,
      prefix,
      hash,
      createdAt,
      lastUsedAt: null,
      expiresAt: expiresAt?.toISOString() ?? null,
    });
    return { id, secret };
  };
  const as = (token: string) => authenticator.authenticate([`Bearer ${token}`]);
  return { db, pool, time, now, identity, authenticator, keyUse, user, addKey, as };
}

const refused = (reason: string) => ({ code: "UNAUTHORIZED", details: { reason } });

for (const store of anyStore) {
  const { name, skip } = store;

  test(`${name}: an API key speaks for its user, with every scope`, { skip }, async (t) => {
    const { user, addKey, as } = await world(t, store.open);
    const { id, secret } = await addKey();
    const caller = await as(secret);
    assert.deepEqual(
      { ...caller, scopes: caller.scopes.length },
      {
        ...ownOf(user.id),
        memberId: user.id,
        countedAs: user.id,
        signedInAt: null,
        role: "owner",
        kind: "key",
        credentialId: id,
        scopes: 6,
        email: "ann@a.example",
        plan: "free",
        planStatus: "active",
        planStartedAt: user.plan_started_at.toISOString(),
        ownEngines: [],
      },
    );
  });

  test(`${name}: a session JWT of an account speaks for one user, made at first sight`, {
    skip,
  }, async (t) => {
    const { db, identity, as } = await world(t, store.open);
    const subject = await identity.createUser("eve@e.example", "correct horse battery");
    const token = await identity.issueToken("eve@e.example");
    const callers = await Promise.all(Array.from({ length: 5 }, () => as(token)));
    assert.deepEqual(
      [callers[0]!.kind, callers[0]!.credentialId, callers[0]!.email],
      ["session", null, "eve@e.example"],
    );
    const again = await as(await identity.issueToken("eve@e.example"));
    assert.deepEqual(new Set([...callers, again].map(({ userId }) => userId)).size, 1);
    assert.equal(
      (await userOf(db, { issuer: "overheard", subject, email: null }, new Date())).id,
      again.userId,
    );
    // Whoever gets the address next is somebody else.
    await sql`update identity_users set email = 'eve.old@e.example' where id = ${subject}`.execute(db);
    await identity.createUser("eve@e.example", "correct horse battery");
    const next = await as(await identity.issueToken("eve@e.example"));
    assert.notEqual(next.userId, again.userId);
    assert.equal((await as(await identity.issueToken("eve.old@e.example"))).userId, again.userId);
  });

  test(`${name}: a token that was made for no session is refused once its account is gone, and makes nobody`, {
    skip,
  }, async (t) => {
    const { db, time, identity, as } = await world(t, store.open);
    const known = await insertIdentity(db, "known@a.example");
    await insertIdentity(db, "new@a.example");
    const tokens = [await identity.issueToken("known@a.example"), await identity.issueToken("new@a.example")];
    const { userId } = await as(tokens[0]!);
    await sql`delete from identity_users`.execute(db);
    time.ms += 1_001;
    const users = () => db.selectFrom("users").select(["id", "email"]).orderBy("id").execute();
    const before = await users();
    for (const token of tokens) await assert.rejects(as(token), refused("invalid"));
    // As their deletion leaves it, which somebody else made while this process knew them.
    await db.updateTable("users").set({ subject: "deleted", email: null }).where("id", "=", userId).execute();
    for (const token of tokens) await assert.rejects(as(token), refused("invalid"));
    const gone = { issuer: "overheard", subject: known, email: "another@a.example" };
    await assert.rejects(userOf(db, gone, new Date()), refused("invalid"));
    assert.deepEqual(
      (await users()).map(({ id }) => id),
      before.map(({ id }) => id),
    );
  });

  test(`${name}: use of a key is noted once a minute, and what is not yet written is written at the end`, {
    skip,
  }, async (t) => {
    const { db, time, user, addKey, as, keyUse } = await world(t, store.open);
    const { secret } = await addKey();
    const lastUsed = async () => (await listKeys(db, ownOf(user.id)))[0]!.lastUsedAt;
    const first = new Date(time.ms).toISOString();
    await as(secret);
    await keyUse.flush();
    assert.equal(await lastUsed(), first);
    time.ms += 59_000;
    await as(secret);
    await keyUse.flush();
    assert.equal(await lastUsed(), first);
    time.ms += 1_000;
    await as(secret);
    await keyUse.flush();
    assert.equal(await lastUsed(), new Date(time.ms).toISOString());
  });
}

const [{ open }] = stores as [TestStore, TestStore];

test("a key stops working when it expires, also within the second in which it is remembered", async (t) => {
  const { time, now, addKey, as } = await world(t, open);
  const { secret } = await addKey(new Date(now().getTime() + 500));
  await as(secret);
  time.ms += 500;
  await assert.rejects(as(secret), refused("expired"));
  time.ms += 10_000;
  await assert.rejects(as(secret), refused("expired"));
});

test("a session JWT stops working when it expires", async (t) => {
  const { time, identity, as } = await world(t, open);
  await identity.createUser("eve@e.example", "correct horse battery");
  const token = await identity.issueToken("eve@e.example");
  await as(token);
  time.ms += 16 * 60_000;
  await assert.rejects(as(token), refused("expired"));
});

test("a deleted key is refused at once where it was deleted, and within a second elsewhere", async (t) => {
  const { db, time, user, addKey, as, authenticator } = await world(t, open);
  const [here, elsewhere] = [await addKey(), await addKey()];
  await as(here.secret);
  await as(elsewhere.secret);
  for (const { id } of [here, elsewhere]) await deleteKey(db, ownOf(user.id), id);
  authenticator.forgetKey(here.id);
  await assert.rejects(as(here.secret), refused("invalid"));
  await as(elsewhere.secret);
  time.ms += 1_001;
  await assert.rejects(as(elsewhere.secret), refused("invalid"));
});

test("a key deleted while it is looked up is not remembered", async (t) => {
  const { db, user, addKey, as, authenticator } = await world(t, open);
  const { id, secret } = await addKey();
  const looking = as(secret);
  await deleteKey(db, ownOf(user.id), id);
  authenticator.forgetKey(id);
  await looking.catch(() => {});
  await assert.rejects(as(secret), refused("invalid"));
});

test("a new plan counts at once where it was set, and within a second elsewhere", async (t) => {
  const { db, time, now, user, addKey, as, authenticator } = await world(t, open);
  const { secret } = await addKey();
  await as(secret);
  await setPlan(db, user.id, "growth", now());
  assert.equal((await as(secret)).plan, "free");
  authenticator.forgetOrganization(user.id);
  assert.equal((await as(secret)).plan, "growth");
  await setPlan(db, user.id, "agency", now());
  time.ms += 1_001;
  assert.equal((await as(secret)).plan, "agency");
});

test("a hundred requests that come at once with one key look it up once; a remembered one not at all", async (t) => {
  const { pool, addKey, as, keyUse } = await world(t, open);
  const { secret } = await addKey();
  await as(secret);
  await keyUse.flush();
  let statements = 0;
  pool.on("acquire", () => (statements += 1));
  await Promise.all(Array.from({ length: 100 }, () => as(secret)));
  assert.equal(statements, 0);
  const { secret: fresh } = await addKey();
  statements = 0;
  await Promise.all(Array.from({ length: 100 }, () => as(fresh)));
  await delay(20);
  assert.ok(statements <= 2, `${statements}: one look, one note of use`);
});

test("blanks between Bearer and the token are one, and what is wrong with the header is said", async (t) => {
  const { addKey, authenticator } = await world(t, open);
  const { secret } = await addKey();
  assert.equal((await authenticator.authenticate([`bearer   ${secret}`])).kind, "key");
  for (const [header, says] of [
    [`Bearer "${secret}"`, /without quotation marks/],
    [`Bearer '${secret}'`, /without quotation marks/],
    [secret, /the word Bearer is missing/],
    [`Token ${secret}`, /Bearer in place of the word before/],
    [`Bearer ${secret} ${secret}`, /one token, and nothing else/],
  ] as const)
    await assert.rejects(authenticator.authenticate([header]), (error: Error) => {
      assert.match(error.message, says);
      assert.ok(!error.message.includes(secret));
      return true;
    });
});

test("what is no key or token of ours is refused, with the reason for WWW-Authenticate", async (t) => {
  const { pool, addKey, identity, authenticator } = await world(t, open);
  const { secret } = await addKey();
  await identity.createUser("eve@e.example", "correct horse battery");
  const jwt = await identity.issueToken("eve@e.example");
  let statements = 0;
  pool.on("acquire", () => (statements += 1));
  for (const [headers, reason] of [
    [[], "missing"],
    [[""], "missing"],
    [["  "], "missing"],
    [[`Bearer ${secret}`, `Bearer ${secret}`], "malformed"],
    [[`Bearer ${secret}, Bearer ${secret}`], "malformed"],
    [["Bearer"], "malformed"],
    [["Bearer "], "malformed"],
    [[secret], "malformed"],
    [[`Bearer\t${secret}`], "malformed"],
    [[` Bearer ${secret}`], "malformed"],
    [[`Bearer ${secret} `], "malformed"],
    [[`Basic ${Buffer.from(`${secret}:`).toString("base64")}`], "malformed"],
    [[`Token ${secret}`], "malformed"],
    [["Bearer garbage"], "malformed"],
    [["Bearer a.b"], "malformed"],
    [["Bearer a.b.c.d.e"], "malformed"],
    [["Bearer a..c"], "malformed"],
    [["Bearer a.b.c"], "invalid"],
    [[`Bearer ${"x".repeat(9000)}`], "malformed"],
    [[`Bearer ${secret.slice(0, -1)}`], "invalid"],
    [[`Bearer ${secret.replace("oh_", "oh_mcp_")}`], "invalid"],
    [[`Bearer ${secret.replace("oh_", "OH_")}`], "malformed"],
    [[`Bearer ${secret.replace("oh_", "ok_")}`], "malformed"],
    [[`Bearer ${jwt.slice(0, -4)}AAAA`], "invalid"],
  ] as const) {
    await assert.rejects(
      authenticator.authenticate(headers),
      refused(reason),
      headers.join(" + ").slice(0, 80),
    );
  }
  assert.ok(statements <= 1, "only the keys of the accounts were read");
  await assert.rejects(
    authenticator.authenticate([`Bearer ${createKeys({ prefix: "oh", secret }).mint().secret}`]),
    refused("invalid"),
  );
});

test("the scheme may be written in any letter case", async (t) => {
  const { addKey, authenticator, user } = await world(t, open);
  const { secret } = await addKey();
  for (const scheme of ["Bearer", "bearer", "BEARER"]) {
    assert.equal((await authenticator.authenticate([`${scheme} ${secret}`])).userId, user.id);
  }
});

test("a key of another server secret is not known", async (t) => {
  const { as } = await world(t, open);
  await assert.rejects(
    as(createKeys({ prefix: "oh", secret: "z".repeat(40) }).mint().secret),
    refused("invalid"),
  );
});
