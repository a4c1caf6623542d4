import assert from "node:assert/strict";
import { createHmac, hash } from "node:crypto";
import { type TestContext, test } from "node:test";
import { quickHash } from "../../../../test/fixtures/account.ts";
import { anyStore, embeddedStore, serverStore, type TestStore } from "../../../../test/stores.ts";
import { createLimiter, type LimitPlace } from "../../db/limits/limits.ts";
import { limitClasses, unlimited } from "../../kernel/limit.ts";
import { createLog } from "../../kernel/log.ts";
import { createVault } from "../../kernel/secret/vault.ts";
import { derivedSecret } from "../server-secret.ts";
import { createIdentity } from "./identity.ts";
import { createSignInGuard } from "./sign-in-guard.ts";

const secret = "a secret of at least thirty-two characters";
const siteUrl = "https://site.example";
const email = "ann@a.example";
const { limit } = limitClasses.sign_in_account;

async function world(t: TestContext, open: TestStore["open"]) {
  const { db, kind, pool } = await open(t);
  let at = 0;
  const place: LimitPlace = kind === "server" ? { pool: pool! } : "memory";
  const limiter = createLimiter({ rules: { ...limitClasses }, scale: 1, place, clock: () => at });
  const guarded = (by = limiter) => createSignInGuard({ db, limiter: by, secret, siteUrl });
  const config = { siteUrl, baseUrl: siteUrl, signUp: "closed" as const, passwords: true, oidc: null };
  const identity = createIdentity({
    ...{ db, log: createLog("silent"), limiter: unlimited, secret, config },
    ...{ sendMail: null, vault: createVault(Buffer.alloc(32)), passwordHash: quickHash },
  });
  await identity.createUser(email, "correct horse battery");
  const guard = guarded();
  const stranger = (to = email) => guard.take({ email: to, cookie: "" });
  const pass = (ms: number) => {
    at += ms;
  };
  return { guard, guarded, identity, stranger, place, pass };
}

const cookieOf = (header: string | null) => header?.split(";")[0] ?? "";

for (const { name, skip, open } of anyStore) {
  test(`${name}: of 60 strangers at once, ten may try an account, and then nobody of them`, {
    skip,
  }, async (t) => {
    const { stranger } = await world(t, open);
    const waits = await Promise.all(Array.from({ length: 60 }, () => stranger()));
    assert.equal(waits.filter((wait) => wait === null).length, limit);
    const longest = Math.max(...waits.map(Number));
    assert.ok(longest > 0 && longest <= limitClasses.sign_in_account.windowSeconds);
    assert.equal(await stranger("bob@b.example"), null, "another account");
    assert.notEqual(await stranger("ANN@A.example"), null, "the same account");
  });

  test(`${name}: a browser that was let in before goes on, at this account only`, { skip }, async (t) => {
    const { guard, stranger } = await world(t, open);
    const cookie = cookieOf(await guard.remember({ email, cookie: "" }));
    for (let n = 0; n <= limit; n += 1) await stranger();
    assert.equal(await guard.take({ email, cookie: `a=b; ${cookie}; c=d` }), null);
    assert.equal(await guard.remember({ email, cookie }), null, "it has one already");
    const twisted = [
      cookie.replace(/.$/, "_"),
      `${cookie}x`,
      cookie.replace("=", "=A"),
      "__Host-overheard.device=x.y",
    ];
    for (const wrong of twisted) assert.notEqual(await guard.take({ email, cookie: wrong }), null, wrong);
    const other = cookieOf(await guard.remember({ email: "bob@b.example", cookie: "" }));
    assert.notEqual(await guard.take({ email, cookie: other }), null);
  });

  test(`${name}: who holds a known browser cannot guess without end either`, { skip }, async (t) => {
    const { guard, stranger } = await world(t, open);
    const cookie = cookieOf(await guard.remember({ email, cookie: "" }));
    const waits = [];
    for (let n = 0; n < 100; n += 1) waits.push(await guard.take({ email, cookie }));
    const admitted = waits.filter((wait) => wait === null).length;
    assert.equal(admitted, limitClasses.sign_in_known.limit);
    assert.equal(await stranger(), null, "what it tried is not the strangers'");
  });

  test(`${name}: a new password makes strangers of browsers that knew the one before; older cookies count together`, {
    skip,
  }, async (t) => {
    const { guard, identity, stranger } = await world(t, open);
    const before = cookieOf(await guard.remember({ email, cookie: "" }));
    await identity.resetPassword(email, "another password");
    const device = "a".repeat(22);
    const account = hash("sha256", email, "base64url");
    // As browsers were marked before their cookies knew the password.
    const old = ["a", "b"].map((letter) => {
      const proof = createHmac("sha256", derivedSecret(secret, "devices")).update(
        `${device.replaceAll("a", letter)}\n${account}`,
      );
      return `__Host-overheard.device=${device.replaceAll("a", letter)}.${proof.digest("base64url")}`;
    });
    for (let n = 0; n <= limit; n += 1) await stranger();
    assert.equal(await guard.isKnown({ email, cookie: before }), false);
    assert.notEqual(await guard.take({ email, cookie: before }), null);
    let admitted = 0;
    for (let n = 0; n < 50; n += 1)
      admitted += (await guard.take({ email, cookie: old[n % 2]! })) === null ? 1 : 0;
    assert.equal(admitted, limitClasses.sign_in_known.limit);
    assert.equal(await guard.remember({ email, cookie: old[0]! }), null, "the browser is no new one");
    const renewed = cookieOf(await guard.remember({ email, cookie: old[0]! }, true));
    assert.equal(await guard.take({ email, cookie: renewed }), null);
  });

  test(`${name}: a new password lets its owner in at once`, { skip }, async (t) => {
    const { identity, stranger } = await world(t, open);
    for (let n = 0; n <= limit; n += 1) await stranger();
    assert.notEqual(await stranger(), null);
    await identity.resetPassword(email, "another password");
    assert.equal(await stranger(), null);
  });

  test(`${name}: an account that does not exist is answered as one that does`, { skip }, async (t) => {
    const { stranger } = await world(t, open);
    for (const to of ["nobody@b.example", `${"x".repeat(100_000)}@b.example`, "a\0b@c.example", ""]) {
      const waits = [];
      for (let n = 0; n <= limit; n += 1) waits.push((await stranger(to)) === null);
      assert.deepEqual([waits.indexOf(false), waits.length], [limit, limit + 1]);
    }
  });
}

test("whoever waits is let in: nobody is shut out for good", async (t) => {
  const { stranger, pass } = await world(t, embeddedStore.open);
  for (let n = 0; n <= limit; n += 1) await stranger();
  const wait = (await stranger())!;
  pass(wait * 1000);
  assert.equal(await stranger(), null);
});

test("processes that share a store share the count", { skip: serverStore.skip }, async (t) => {
  const { guard, guarded, place } = await world(t, serverStore.open);
  const second = guarded(createLimiter({ rules: { ...limitClasses }, scale: 1, place }));
  const waits = await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 ? guard : second).take({ email, cookie: "" })),
  );
  assert.equal(waits.filter((wait) => wait === null).length, limit);
});
