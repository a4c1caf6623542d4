import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { sql } from "kysely";
import {
  endRenewal,
  isProviders,
  renewVoucher,
  standingOf,
  voucherOf,
} from "../../src/server/accounts/oidc-grants.ts";
import { hiddenIn } from "../oauth/flow.ts";
import { invite } from "../organizations/joining.ts";
import { anyStore } from "../stores.ts";
import { mailbox } from "./mailbox.ts";
import { type MockProvider, mockProvider } from "./mock-provider.ts";
import { minute, redirectUri, site, world } from "./oidc-world.ts";
import { realProvider } from "./real-provider.ts";

/** A token's answer whose ID token proves nothing. */
function signedWith(alg: "HS256" | "none"): object {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const content = `${part({ alg, typ: "JWT" })}.${part({ sub: "ann", email: "ann@acme.example" })}`;
  const mac = alg === "none" ? "" : createHmac("sha256", "secret").update(content).digest("base64url");
  return { access_token: "x", token_type: "Bearer", expires_in: 60, id_token: `${content}.${mac}` };
}

const scopesOf = ({ location }: { location: string }) => new URL(location).searchParams.get("scope");

/** Where no mail server is: its letters stay on the queue. */
const unreachableMail = { url: "smtp://127.0.0.1:9", from: "o@s.example" };

for (const store of anyStore) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, body);

  on(
    "somebody of an allowed domain signs in with a certified provider, gets an account and a JWT",
    async (t) => {
      const real = await realProvider(t, redirectUri);
      real.people.set("ann", { email: "Ann@acme.example", email_verified: true, name: "Ann" });
      const { tab, signIn, token, opens, app } = await world(t, store, real);
      const at = tab();
      assert.equal((await signIn(at, real.visit)).location, `${site}/account/security`);
      const page = await at.get("/account/security");
      assert.match(page.text, /signed in as <strong>ann@acme\.example/);
      const { token: jwt } = await token(at);
      assert.equal(await opens(jwt!), 200);
      // A second time it is the same account.
      const elsewhere = tab();
      await signIn(elsewhere, real.visit);
      const [users] = [await app.app.operator.listAccounts({ search: "ann@", limit: 10 })];
      assert.deepEqual(
        users.map(({ sessions }) => sessions),
        [2],
      );
    },
  );

  on(
    "who leaves the certified provider's list is shut out at the next renewal, and others are not",
    async (t) => {
      const real = await realProvider(t, redirectUri);
      for (const name of ["ann", "bob"])
        real.people.set(name, { email: `${name}@acme.example`, email_verified: true, name });
      const { clock, tab, signIn, token, opens } = await world(t, store, real);
      const [ann, bob] = [tab(), tab()];
      await signIn(ann, real.visit);
      real.visitor = "bob";
      await signIn(bob, real.visit);
      const { token: jwt } = await token(ann);
      real.people.delete("ann");
      clock.ahead = 6 * minute;
      assert.equal((await token(ann)).status, 401);
      assert.equal(
        (await ann.get("/account/security")).location,
        `${site}/sign-in?next=%2Faccount%2Fsecurity`,
      );
      assert.equal(await opens(jwt!), 401, "the token goes with its session");
      assert.equal((await token(bob)).status, 200);
      // Refresh tokens are used once; the renewed one works as well.
      clock.ahead = 12 * minute;
      assert.equal((await token(bob)).status, 200);
      real.visitor = "ann";
    },
  );

  on("renewals of one person at once ask the provider once", async (t) => {
    const real = await realProvider(t, redirectUri);
    real.people.set("ann", { email: "ann@acme.example", email_verified: true, name: "Ann" });
    const { clock, tab, signIn, token } = await world(t, store, real);
    const at = tab();
    await signIn(at, real.visit);
    clock.ahead = 6 * minute;
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await token(at)).status));
    assert.deepEqual(new Set(statuses), new Set([200]));
    clock.ahead = 12 * minute;
    assert.equal((await token(at)).status, 200);
  });

  on("a JWT never outlives the provider's word by which it was made", async (t) => {
    const mock = await mockProvider(t);
    const { clock, tab, signIn, token } = await world(t, store, mock);
    const at = tab();
    await signIn(at, mock.visit);
    clock.ahead = 4 * minute;
    const { token: jwt } = await token(at);
    const { exp } = JSON.parse(Buffer.from(jwt!.split(".")[1]!, "base64url").toString());
    const left = exp * 1000 - Date.now();
    assert.ok(left > 14 * minute && left <= 15 * minute, String(left));
  });

  on(
    "while the provider is away its last word holds; then nobody gets in, and nobody is shut out for good",
    async (t) => {
      const mock = await mockProvider(t);
      const { clock, tab, signIn, token } = await world(t, store, mock);
      const at = tab();
      await signIn(at, mock.visit);
      mock.tokenAnswer = { statusCode: 503, body: { error: "temporarily_unavailable" } };
      clock.ahead = 6 * minute;
      assert.equal((await token(at)).status, 200);
      clock.ahead = 20 * minute;
      assert.equal((await token(at)).status, 503);
      assert.equal((await at.get("/account/security")).status, 503);
      mock.tokenAnswer = null;
      assert.equal((await token(at)).status, 200);
    },
  );

  on("with the provider away, slow or somebody else, signing in says so, and passwords go on", async (t) => {
    const mock = await mockProvider(t);
    await mock.stop();
    const { app, tab, signIn } = await world(t, store, mock);
    const page = await signIn(tab(), mock.visit);
    assert.deepEqual([page.status, /cannot be reached/.test(page.text)], [503, true]);
    const account = { email: "pat@acme.example", password: "correct horse battery" };
    await app.app.operator.createUser(account);
    const signed = await tab().post("/sign-in", Object.entries(account));
    assert.equal(signed.location, `${site}/`);
  });

  for (const [what, { claims = {}, ...says }] of [
    ["names another issuer in its discovery", { saysIssuer: "https://evil.example" }],
    ["does not call the address verified", { claims: { email_verified: false } }],
    ["says nothing of the address being verified", { claims: { email_verified: undefined } }],
    ["gives an address of another domain", { claims: { email: "ann@evil.example" } }],
    ["gives no address", { claims: { email: undefined } }],
    ["names a person by what no store keeps", { claims: { sub: "a\0n" } }],
    ["refuses the code", { tokenAnswer: { statusCode: 400, body: { error: "invalid_grant" } } }],
    ["answers with hostile words", { tokenAnswer: { statusCode: 500, body: { error: "<b>hostile</b>" } } }],
    ["gives a token for another client", { claims: { aud: "another" } }],
    ["gives a token that has ended", { claims: { exp: 1 } }],
    ["gives a token of another attempt", { claims: { nonce: "another" } }],
    ["gives a token of another issuer", { claims: { iss: "https://evil.example" } }],
  ] as [string, Partial<MockProvider>][])
    on(`nobody is let in by a provider that ${what}`, async (t) => {
      const mock = await mockProvider(t);
      const { app, tab, signIn, token } = await world(t, store, mock);
      Object.assign(mock, says, { claims: { ...mock.claims, ...claims } });
      const at = tab();
      const page = await signIn(at, mock.visit);
      assert.notEqual(page.location, `${site}/account/security`);
      const shown = page.location ? await at.get(page.location) : page;
      assert.match(shown.text, /<p class="problem" role="alert">[^<]+<\/p>/);
      assert.ok(!shown.text.includes("hostile") && !shown.text.includes("evil"));
      assert.equal((await token(at)).status, 401);
      assert.deepEqual(await app.app.operator.listAccounts({ search: null, limit: 10 }), []);
    });

  for (const [what, error, code, says] of [
    [
      "signs with a secret",
      "provider_shared_signature",
      null,
      { tokenAnswer: { statusCode: 200, body: signedWith("HS256") } },
    ],
    [
      "does not sign",
      "provider_shared_signature",
      null,
      { tokenAnswer: { statusCode: 200, body: signedWith("none") } },
    ],
    [
      "refuses the client",
      "provider_client_refused",
      "invalid_client",
      { tokenAnswer: { statusCode: 401, body: { error: "invalid_client" } } },
    ],
    [
      "has another redirect address registered",
      "provider_client_refused",
      "redirect_uri_mismatch",
      { tokenAnswer: { statusCode: 400, body: { error: "redirect_uri_mismatch" } } },
    ],
    [
      "has too much to do",
      "provider_away",
      "slow_down",
      { tokenAnswer: { statusCode: 429, body: { error: "slow_down" } } },
    ],
    [
      "does not take its code back",
      "provider_code_refused",
      "invalid_grant",
      { tokenAnswer: { statusCode: 400, body: { error: "invalid_grant" } } },
    ],
    [
      "refuses its userinfo and says no address in its token",
      "provider_userinfo_refused",
      null,
      { userinfoStatus: 403, claims: { sub: "ann" } },
    ],
    [
      "leaves out the groups",
      "groups_left_out",
      null,
      {
        claims: {
          ...{ sub: "ann", email: "ann@acme.example", email_verified: true },
          _claim_names: { groups: "src1" },
        },
      },
    ],
    [
      "sends no groups",
      "role_claim_missing",
      null,
      { claims: { sub: "ann", email: "ann@acme.example", email_verified: true } },
    ],
  ] as [string, string, string | null, Partial<MockProvider>][])
    on(`a provider that ${what} is said to, on the page and in the log`, async (t) => {
      const mock = await mockProvider(t);
      const { app, tab, signIn } = await world(t, store, mock, {
        ...{
          roleClaim: "groups",
          roles: [{ value: error === "role_claim_missing" ? "admins" : "*", role: "viewer" }],
          faults: "expected",
        },
      });
      Object.assign(mock, says);
      const at = tab();
      const page = await signIn(at, mock.visit);
      assert.equal(page.location, `${site}/sign-in?error=${error}`);
      const { text } = await at.get(page.location);
      assert.match(
        text,
        /<p class="problem" role="alert">Acme login[^<]+<\/p>|role="alert">You are in more groups/,
      );
      assert.ok(!text.includes("did not work"));
      if (error === "groups_left_out") return;
      if (error === "role_claim_missing") {
        const refusals = app.logged.filter((line) => line.includes("may not sign in"));
        assert.match(refusals[0]!, /"why":"role_claim_missing","roleClaim":"missing"/);
        return;
      }
      const line = app.logged
        .map((line) => JSON.parse(line) as { level: string; msg: string; fault: string; code: string })
        .find(({ msg }) => /^the identity provider (?:cannot be used|refuses)/.test(msg));
      assert.equal(line?.level, error === "provider_code_refused" ? "info" : "warn");
      assert.equal(line?.fault, error.replace("provider_", ""));
      if (code) assert.equal(line?.code, code);
    });

  on(
    "a browser that comes back without its cookie, or twice, is told to sign in again and why",
    async (t) => {
      const mock = await mockProvider(t);
      const { tab } = await world(t, store, mock, { faults: "expected" });
      const [at, other] = [tab(), tab()];
      const sent = await at.post("/sign-in/provider", [["next", "/account/security"]]);
      const back = await mock.visit(sent.location);
      assert.equal((await at.get(back)).location, `${site}/account/security`);
      for (const browser of [other, at]) {
        const { location } = await browser.get(back);
        const page = await browser.get(location);
        assert.deepEqual(
          [page.status, /already over\. Sign in again, with cookies/.test(page.text)],
          [400, true],
        );
      }
      for (const [code, says] of [
        ["temporarily_unavailable", /Acme login cannot be reached, or does not answer/],
        ["consent_required", /You were not signed in at Acme login/],
      ] as const)
        assert.match((await other.get(`/sign-in?error=${code}`)).text, says);
    },
  );

  on("a state that names something else that is kept for somebody is none", async (t) => {
    const mock = await mockProvider(t);
    const { app, db, tab } = await world(t, store, mock);
    await app.app.operator.createUser({ email: "pat@acme.example", password: "correct horse battery" });
    const kept = { endSecondStep: false, revokeKeys: false, revokeConnectors: false };
    await app.app.operator.resetPassword({ email: "pat@acme.example", password: null, ...kept });
    const { rows } = await sql<{ identifier: string }>`select identifier from identity_verifications`.execute(
      db,
    );
    assert.ok(rows.length > 0);
    for (const { identifier: state } of rows)
      for (const answer of ["error=invalid_scope", "error=access_denied", "code=x"]) {
        const page = await tab().get(`/api/auth/callback/oidc?${answer}&state=${encodeURIComponent(state)}`);
        assert.equal(page.status, 302, page.text);
      }
  });

  on("a provider that only offers secrets for signing is told before anybody is sent there", async (t) => {
    const mock = await mockProvider(t);
    const { tab, signIn } = await world(t, store, mock, { faults: "expected" });
    mock.offers = { id_token_signing_alg_values_supported: ["HS256", "none"] };
    const page = await signIn(tab(), mock.visit);
    assert.equal(page.status, 503);
    assert.match(page.text, /signs with a secret that this server has too/);
  });

  on(
    "a provider that does not know offline_access is asked again without it, and leads to the same page",
    async (t) => {
      const mock = await mockProvider(t);
      mock.refusesScope = "offline_access";
      const { tab } = await world(t, store, mock);
      const at = tab();
      const sent = await at.post("/sign-in/provider", [["next", "/account/security"]]);
      const again = await at.get(await mock.visit(sent.location));
      assert.equal(new URL(again.location).searchParams.get("scope"), "openid email profile");
      const back = await at.get(await mock.visit(again.location));
      assert.equal(back.location, `${site}/account/security`);
      assert.equal(scopesOf(await tab().post("/sign-in/provider", [])), "openid email profile");
      mock.refusesScope = "openid";
      const other = await at.post("/sign-in/provider", []);
      const refused = await at.get(await mock.visit(other.location));
      assert.match(refused.location, /\/sign-in\?.*error=invalid_scope/);
    },
  );

  on(
    "whoever says that scopes were refused changes nothing for others, nor twice for themselves",
    async (t) => {
      const mock = await mockProvider(t);
      mock.offers = { scopes_supported: ["openid", "email", "groups", "offline_access"] };
      const { tab, app } = await world(t, store, mock, { roleClaim: "groups", roles: [] });
      const all = "openid email offline_access groups";
      const refusedAt = (location: string) =>
        `/api/auth/callback/oidc?error=invalid_scope&state=${new URL(location).searchParams.get("state")}`;
      const at = tab();
      const sent = await at.post("/sign-in/provider", []);
      assert.equal(scopesOf(sent), all);
      const elsewhere = await tab().get(refusedAt(sent.location));
      assert.match(elsewhere.location, /\/sign-in\?error=state_mismatch/);
      const again = await at.get(refusedAt(sent.location));
      assert.equal(scopesOf(again), "openid email groups");
      assert.match((await at.get(refusedAt(sent.location))).location, /\/sign-in\?error=state_mismatch/);
      const third = await at.get(refusedAt(again.location));
      assert.equal(scopesOf(third), "openid email offline_access");
      assert.equal(scopesOf(await tab().post("/sign-in/provider", [])), all);
      const claimed = await app.app.door.inject({
        method: "POST",
        url: "/api/auth/sign-in/social",
        headers: { origin: site },
        payload: { provider: "oidc", callbackURL: site, additionalData: { sent: { first: 0, way: 3 } } },
      });
      const { url } = claimed.json<{ url: string }>();
      assert.equal(scopesOf({ location: url }), all);
    },
  );

  on("a provider that refuses its userinfo is taken at its token's word, if that says all", async (t) => {
    const mock = await mockProvider(t);
    mock.userinfoStatus = 403;
    const { tab, signIn } = await world(t, store, mock);
    assert.equal((await signIn(tab(), mock.visit)).location, `${site}/account/security`);
  });

  on("a userinfo answer that is signed with a secret does not count", async (t) => {
    const real = await realProvider(t, redirectUri, { userinfoSignature: "HS256" });
    real.people.set("ann", { email: "ann@acme.example", email_verified: true, name: "Ann" });
    const { tab, signIn } = await world(t, store, real);
    const { location } = await signIn(tab(), real.visit);
    assert.equal(location, `${site}/sign-in?error=provider_shared_signature`);
  });

  on(
    "a userinfo answer that is signed counts if its key, issuer, audience and subject are right",
    async (t) => {
      const real = await realProvider(t, redirectUri, { userinfoSignature: "RS256" });
      real.people.set("ann", { email: "ann@acme.example", email_verified: true, name: "Ann" });
      const { tab, signIn } = await world(t, store, real);
      assert.equal((await signIn(tab(), real.visit)).location, `${site}/account/security`);
    },
  );

  on(
    "keys that the provider has changed are learnt at the second attempt, if not at the first",
    async (t) => {
      const mock = await mockProvider(t);
      const { tab, signIn } = await world(t, store, mock);
      assert.equal((await signIn(tab(), mock.visit)).location, `${site}/account/security`);
      await mock.changeKeys();
      const first = await signIn(tab(), mock.visit);
      assert.ok(
        [`${site}/account/security`, `${site}/sign-in?error=provider_unreadable`].includes(first.location),
      );
      assert.equal((await signIn(tab(), mock.visit)).location, `${site}/account/security`);
    },
  );

  on(
    "nobody is let in by a token that is signed with a key that the provider does not publish",
    async (t) => {
      const mock = await mockProvider(t);
      const { app, tab, signIn } = await world(t, store, mock);
      await mock.changeKeys(true);
      for (let n = 0; n < 2; n += 1)
        assert.equal((await signIn(tab(), mock.visit)).location, `${site}/sign-in?error=provider_unreadable`);
      assert.deepEqual(await app.app.operator.listAccounts({ search: null, limit: 10 }), []);
    },
  );

  on(
    "an address that has an account is that account's, and a stranger's gets none where domains are not named",
    async (t) => {
      const mock = await mockProvider(t);
      const { app, db, tab, signIn } = await world(t, store, mock, { domains: [] });
      const refused = await signIn(tab(), mock.visit);
      assert.match(refused.location, /\/sign-in\?error=signup_disabled/);
      const { rows } = await sql`select 1 from identity_vouchers`.execute(db);
      assert.equal(rows.length, 0, "nothing is kept of a stranger");
      await app.app.operator.createUser({ email: "ann@acme.example", password: "correct horse battery" });
      assert.equal((await signIn(tab(), mock.visit)).location, `${site}/account/security`);
      assert.equal((await app.app.operator.listAccounts({ search: null, limit: 10 })).length, 1);
    },
  );

  on(
    "who is invited gets in by the provider though nobody else does, but not to an account that a copied link has made",
    async (t) => {
      const mock = await mockProvider(t);
      const { app, tab, signIn } = await world(t, store, mock, { domains: [] });
      const boss = await app.member();
      const { token } = await invite(boss, { email: "ann@acme.example" }, "viewer");
      const at = tab();
      assert.match((await at.get(`/invitations/${token}`)).text, /Sign in with Acme login/);
      assert.equal((await signIn(at, mock.visit)).location, `${site}/account/security`);
      const page = await at.get(`/invitations/${token}`);
      assert.equal((await at.post(`/invitations/${token}`, hiddenIn(page))).location, `${site}/`);

      const copied = await invite(boss, { email: "bea@acme.example" }, "viewer");
      const form: [string, string][] = [["password", "correct horse battery"]];
      assert.equal((await tab().post(`/invitations/${copied.token}/account`, form)).location, `${site}/`);
      mock.claims = { sub: "bea", email: "bea@acme.example", email_verified: true };
      assert.match((await signIn(tab(), mock.visit)).location, /error=account_not_linked/);
    },
  );

  on("who is invited with an address of the provider's domain is offered the provider alone", async (t) => {
    const mock = await mockProvider(t);
    const { app, tab, signIn } = await world(t, store, mock);
    const { token } = await invite(await app.member(), { email: "ann@acme.example" }, "viewer");
    const path = `/invitations/${token}`;
    const offered = await tab().get(path);
    assert.ok(offered.text.includes("Acme login") && !offered.text.includes('type="password"'));
    const made = await tab().post(`${path}/account`, [["password", "correct horse battery"]]);
    assert.deepEqual([made.status, made.location], [400, ""]);
    assert.deepEqual(await app.app.operator.listAccounts({ search: "ann@", limit: 10 }), []);
    const at = tab();
    assert.equal((await signIn(at, mock.visit)).location, `${site}/account/security`);
    assert.equal((await at.post(path, hiddenIn(await at.get(path)))).location, `${site}/`);
  });

  on(
    "an account with a person of the provider is no other person's there, until the operator parts them",
    async (t) => {
      const mock = await mockProvider(t);
      const { app, tab, signIn } = await world(t, store, mock, { domains: ["*"] });
      const inside = `${site}/account/security`;
      assert.equal((await signIn(tab(), mock.visit)).location, inside);
      const refusedFor = async (error: string, words: RegExp) => {
        const at = tab();
        const { location } = await signIn(at, mock.visit);
        assert.equal(location, `${site}/sign-in?error=${error}`);
        assert.match((await at.get(location)).text, words);
      };
      const { ann } = { ann: mock.claims };
      mock.claims = { ...ann, sub: "another ann" };
      await refusedFor(
        "email_of_another",
        /Another account at Acme login signs in here with your email address/,
      );
      // A confirmation in one document does not count for the address in the other.
      mock.claims = { sub: "eve", email: "eve@e.example", email_verified: true };
      mock.userinfo = { sub: "eve", email: "boss@acme.example" };
      await refusedFor("email_not_verified", /does not say that your email address is verified/);
      mock.userinfo = null;
      mock.claims = { ...ann, sub: "eve", email: "an\u212a@acme.example" };
      await refusedFor("email_unusable", /is not a plain address/);
      assert.equal((await app.app.operator.listAccounts({ search: null, limit: 10 })).length, 1);
      // The same person goes on, also under a new address.
      mock.claims = { ...ann, email: "ann.smith@acme.example" };
      assert.equal((await signIn(tab(), mock.visit)).location, inside);
      mock.claims = { ...ann, sub: "another ann" };
      assert.equal(await app.app.operator.unlinkUser({ email: "ann@acme.example" }), true);
      assert.equal((await signIn(tab(), mock.visit)).location, inside);
      mock.claims = ann;
      await refusedFor("email_of_another", /Whoever runs this server can separate the two/);
    },
  );

  on(
    "of first sign-ins at one instant to one account, one person of the provider gets it, and is signed in by trying again",
    async (t) => {
      const mock = await mockProvider(t);
      const { app, db, tab, signIn } = await world(t, store, mock, { domains: ["*"] });
      const inside = `${site}/account/security`;
      const email = "ann@acme.example";
      const links = async () => {
        const { rows } = await sql<{ subject: string }>`
          select split_part("accountId", ' ', 2) as subject from identity_accounts where "providerId" = 'oidc'`.execute(
          db,
        );
        return rows.map(({ subject }) => subject);
      };
      // Each comes back from the provider before the first of them is answered.
      async function atOnce(subjects: string[]) {
        const back = await Promise.all(
          subjects.map(async (sub) => {
            const at = tab();
            const { location } = await at.post("/sign-in/provider", [["next", "/account/security"]]);
            const address = await mock.visit(location);
            const code = new URL(address).searchParams.get("code")!;
            mock.byCode.set(code, { sub, email, email_verified: true });
            return { at, sub, address };
          }),
        );
        return Promise.all(
          back.map(async ({ at, sub, address }) => ({ at, sub, ...(await at.get(address)) })),
        );
      }
      for (const [made, subjects] of [
        ["before", ["one", "two", "three", "four"]],
        ["by it", ["one", "two", "three", "four"]],
        ["before", ["one", "one", "one"]],
        ["by it", ["one", "one", "one"]],
      ] as const)
        for (let round = 0; round < 3; round += 1) {
          if (made === "before")
            await app.app.operator.createUser({ email, password: "correct horse battery" });
          const ends = await atOnce([...subjects]);
          const [subject] = await links();
          assert.deepEqual(await links(), [subject], "one link is stored");
          for (const { at, sub, status, location } of ends) {
            assert.equal(status, 302);
            if (location === inside) assert.equal(sub, subject);
            else {
              const { status, text } = await at.get(location);
              assert.ok([403, 409].includes(status));
              assert.match(text, /role="alert">(?:Somebody signed in with|Another account at Acme)/);
            }
          }
          mock.byCode.clear();
          mock.claims = { sub: subject, email, email_verified: true };
          assert.equal((await signIn(tab(), mock.visit)).location, inside);
          await sql`delete from identity_users`.execute(db);
        }
    },
  );

  on("what the provider sends one browser back with signs in no other, nor a second time", async (t) => {
    const mock = await mockProvider(t);
    const { db, tab, token } = await world(t, store, mock);
    const begin = async (at: ReturnType<typeof tab>) =>
      mock.visit((await at.post("/sign-in/provider", [["next", "/account/security"]])).location);
    const [mine, other] = [tab(), tab()];
    const stolen = await begin(other);
    assert.notEqual((await mine.get(stolen)).location, `${site}/account/security`, "a sign-in by force");
    assert.equal((await token(mine)).status, 401);
    const back = await begin(mine);
    assert.equal((await mine.get(back)).location, `${site}/account/security`);
    mine.cookies.delete("overheard.session_token");
    assert.notEqual((await mine.get(back)).location, `${site}/account/security`);
    assert.equal((await token(mine)).status, 401);
    for (const twist of [
      (at: URL) => at.searchParams.delete("state"),
      (at: URL) => at.searchParams.set("state", "x"),
    ]) {
      const address = new URL(await begin(mine));
      twist(address);
      assert.notEqual((await mine.get(address.href)).location, `${site}/account/security`);
      assert.equal((await token(mine)).status, 401);
    }

    // Of the provider's tokens the browser gets none, and the store one, sealed.
    const { rows } = await sql<{ kept: string | null; sealed: string }>`
      select concat("accessToken", "refreshToken", "idToken") as kept, sealed_token as sealed
      from identity_accounts a join identity_vouchers v on v.subject = a."accountId"`.execute(db);
    assert.equal(rows.length, 1);
    assert.equal(rows[0]!.kept, "");
    assert.ok(rows[0]!.sealed.length > 40);
    assert.ok(![...mine.cookies.values()].some((value) => value.includes("eyJ")));
  });

  on(
    "an account that somebody makes while the provider's answer is looked at is not joined to it",
    async (t) => {
      const mock = await mockProvider(t);
      const { db, tab, signIn } = await world(t, store, mock);
      // After the look for an account, and before the link is written.
      await sql`create function meanwhile() returns trigger language plpgsql as $$ begin
      insert into identity_users (id, name, email, "selfMade") values ('stranger', '', 'ann@acme.example', true);
      return new; end $$`.execute(db);
      await sql`create trigger meanwhile after insert on identity_vouchers execute function meanwhile()`.execute(
        db,
      );
      assert.match((await signIn(tab(), mock.visit)).location, /error=account_not_linked/);
      for (const table of ["identity_accounts", "identity_vouchers", "identity_sessions"]) {
        const { rows } = await sql`select 1 from ${sql.table(table)}`.execute(db);
        assert.equal(rows.length, 0, table);
      }
    },
  );

  on("whom the provider signs in in a browser that is new to them gets a letter about it", async (t) => {
    const mock = await mockProvider(t);
    const { letters, mail } = await mailbox(t);
    const { app, tab, signIn } = await world(t, store, mock, { mail });
    const [home, other] = [tab(), tab()];
    const news: unknown[] = [];
    for (const at of [home, home, other]) {
      assert.equal((await signIn(at, mock.visit)).location, `${site}/account/security`);
      await app.settle();
      news.push(letters.splice(0).map(({ to, text }) => [to[0], /A new browser has signed in:/.test(text)]));
    }
    const letter = ["ann@acme.example", true];
    assert.deepEqual(news, [[letter], [], [letter]]);
  });

  on("a claim decides who comes in and as what; without a fitting value nobody does", async (t) => {
    const mock = await mockProvider(t);
    const roles = [
      { value: "admins", role: "admin" },
      { value: "marketing", role: "editor" },
    ];
    const { db, tab, signIn } = await world(t, store, mock, { roleClaim: "groups", roles });
    mock.claims.groups = ["sales"];
    assert.match((await signIn(tab(), mock.visit)).location, /error=not_admitted/);
    mock.claims.groups = ["marketing", "all"];
    assert.equal((await signIn(tab(), mock.visit)).location, `${site}/account/security`);
    const { rows } = await sql<{ role: string }>`select role from identity_vouchers`.execute(db);
    assert.deepEqual(rows, [{ role: "editor" }]);
  });

  on("a passkey or another session of somebody without a password hangs on the provider too", async (t) => {
    const mock = await mockProvider(t);
    const { db, clock, tab, signIn, token } = await world(t, store, mock);
    const at = tab();
    await signIn(at, mock.visit);
    const { rows } = await sql<{ id: string }>`select id from identity_users`.execute(db);
    assert.equal(await isProviders(db, rows[0]!.id, true), true);
    mock.tokenAnswer = { statusCode: 400, body: { error: "invalid_grant" } };
    clock.ahead = 6 * minute;
    assert.equal((await token(at)).status, 401);
    mock.tokenAnswer = null;
    assert.equal((await token(at)).status, 401, "the session is gone");
    assert.equal((await signIn(at, mock.visit)).location, `${site}/account/security`);
  });

  on("an account that is disabled is not let in by its provider either", async (t) => {
    const mock = await mockProvider(t);
    const { app, tab, signIn, token } = await world(t, store, mock);
    const at = tab();
    await signIn(at, mock.visit);
    await token(at);
    await app.app.operator.disableUser({ email: "ann@acme.example" });
    const again = tab();
    const page = await signIn(again, mock.visit);
    assert.notEqual(page.location, `${site}/account/security`);
    assert.equal((await token(again)).status, 401);
    assert.equal((await token(at)).status, 401);
  });

  on("with passwords off, no password opens anything, and an account is made without one", async (t) => {
    const mock = await mockProvider(t);
    const { app, tab, signIn } = await world(t, store, mock, { passwords: false, domains: [] });
    await app.app.operator.createUser({ email: "ann@acme.example", password: "correct horse battery" });
    const at = tab();
    const page = await at.get("/sign-in");
    assert.ok(page.text.includes("Sign in with Acme login") && !page.text.includes('type="password"'));
    for (const path of ["/sign-in/email", "/sign-up/email", "/request-password-reset", "/change-password"]) {
      const body = JSON.stringify({ email: "ann@acme.example", password: "correct horse battery" });
      const { statusCode } = await app.app.door.inject({
        method: "POST",
        url: `/api/auth${path}`,
        headers: { "content-type": "application/json", origin: site },
        payload: body,
      });
      assert.equal(statusCode, 404, path);
    }
    await assert.rejects(
      app.app.operator.resetPassword({
        ...{ email: "ann@acme.example", password: null, endSecondStep: false },
        ...{ revokeKeys: false, revokeConnectors: false },
      }),
      /Passwords are off/,
    );
    assert.equal((await signIn(at, mock.visit)).location, `${site}/account/security`);
  });

  on(
    "the mail for a forgotten password is no way back in for whom the provider lets in no more",
    async (t) => {
      const mock = await mockProvider(t);
      const { app, clock, tab, signIn, token } = await world(t, store, mock, { mail: unreachableMail });
      const dropLetters = () => sql`delete from jobs.job where name = 'mail' returning id`.execute(app.db);
      const lettersTo = async (email: string) => {
        await dropLetters();
        await tab().post("/sign-in/forgot", [["email", email]]);
        return (await dropLetters()).rows.length;
      };
      const at = tab();
      await signIn(at, mock.visit);
      mock.tokenAnswer = { statusCode: 400, body: { error: "invalid_grant" } };
      clock.ahead = 6 * minute;
      assert.equal((await token(at)).status, 401);
      assert.equal(await lettersTo("ann@acme.example"), 0);
      await app.app.operator.createUser({ email: "pat@acme.example", password: "correct horse battery" });
      assert.equal(await lettersTo("pat@acme.example"), 1);
    },
  );

  on(
    "an account that a stranger made with somebody's address is not signed in to with the provider",
    async (t) => {
      const mock = await mockProvider(t);
      const terms = { email: "ann@acme.example", password: "a stranger's password", name: "Ann" };
      const { app, db, tab, signIn } = await world(t, store, mock, {
        ...{ signUp: "open", domains: ["*", "company.example"] },
      });
      const signUp = (email: string) =>
        app.app.door.inject({
          method: "POST",
          url: "/api/auth/sign-up/email",
          headers: { "content-type": "application/json", origin: site },
          payload: JSON.stringify({ ...terms, email }),
        });
      const refused = await signUp("Ann@Company.example");
      assert.equal(refused.statusCode, 403);
      assert.match(refused.body, /SIGN_UP_AT_PROVIDER/);
      const made = await signUp(terms.email);
      assert.equal(made.statusCode, 200, made.body);
      assert.ok(!made.body.includes("selfMade"));
      const page = await signIn(tab(), mock.visit);
      assert.match(page.location, /error=account_not_linked/);
      // Closing sign-up later changes nothing about who made it.
      assert.equal(await standingOf(db, terms.email, "anybody"), "unproven");
      await app.app.operator.createUser({ ...terms, email: "bob@acme.example" });
      assert.equal(await standingOf(db, "bob@acme.example", "anybody"), "known");
    },
  );

  on("asking for an account with somebody's address keeps them from nothing at the provider", async (t) => {
    const mock = await mockProvider(t);
    const { mail } = await mailbox(t);
    const { app, tab, signIn } = await world(t, store, mock, { signUp: "open", domains: ["*"], mail });
    const asked = await app.app.door.inject({
      method: "POST",
      url: "/api/auth/sign-up/email",
      headers: { "content-type": "application/json", origin: site },
      payload: JSON.stringify({ email: "ann@acme.example", name: "A stranger's word", password: "" }),
    });
    assert.equal(asked.statusCode, 200, asked.body);
    assert.equal((await signIn(tab(), mock.visit)).location, `${site}/account/security`);
    const { rows } = await sql<{ name: string }>`select name from identity_users`.execute(app.db);
    assert.deepEqual(rows, [{ name: "Ann" }]);
    await app.settle();
  });

  on(
    "whoever asked the provider before somebody else did neither undoes nor outlives what was said since",
    async (t) => {
      const mock = await mockProvider(t);
      const { db, tab, signIn } = await world(t, store, mock);
      await signIn(tab(), mock.visit);
      const { rows } = await sql<{ id: string }>`select id from identity_users`.execute(db);
      const read = (await voucherOf(db, rows[0]!.id))!;
      const said = { ...read, vouchedAt: new Date(read.vouchedAt.getTime() + minute), sealedToken: "newer" };
      await renewVoucher(db, read, said);
      await renewVoucher(db, read, {
        ...read,
        vouchedAt: new Date(Date.now() + 9 * minute),
        sealedToken: "used up",
      });
      assert.equal(await endRenewal(db, read), false);
      assert.deepEqual(await voucherOf(db, rows[0]!.id), said);
    },
  );

  on("a clock that is set back lengthens nobody's time, and keeps nobody out", async (t) => {
    const mock = await mockProvider(t);
    const { db, clock, tab, signIn, token } = await world(t, store, mock);
    const at = tab();
    clock.ahead = 3 * 60 * minute;
    await signIn(at, mock.visit);
    // Whoever was asking when the clock was set back never said what came of it.
    await sql`update identity_vouchers set renewing_until = vouched_at + interval '20 seconds'`.execute(db);
    clock.ahead = 0;
    assert.equal((await token(at)).status, 200);
    const { rows } = await sql<{ at: Date }>`select vouched_at as at from identity_vouchers`.execute(db);
    assert.ok(rows[0]!.at.getTime() <= Date.now());
    await sql`update identity_vouchers set vouched_at = vouched_at + interval '3 hours'`.execute(db);
    mock.tokenAnswer = { statusCode: 400, body: { error: "invalid_grant" } };
    assert.equal((await token(at)).status, 401);
  });

  on("a form with letters that no proof has is refused like any other wrong one", async (t) => {
    const mock = await mockProvider(t);
    const { tab, signIn } = await world(t, store, mock);
    const at = tab();
    await signIn(at, mock.visit);
    const page = await at.post("/account/end-other-sessions", [["csrf", "é".repeat(43)]]);
    assert.deepEqual([page.status, page.location], [400, ""]);
    assert.match(page.text, /role="alert">Nothing was changed/);
  });
}

test("a provider that answers nothing for five seconds counts as away", { timeout: 30_000 }, async (t) => {
  const server = createServer(() => undefined).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { tab, signIn } = await world(t, anyStore[0]!, { issuer });
  const began = performance.now();
  const page = await signIn(tab(), async () => assert.fail("nobody is sent there"));
  assert.equal(page.status, 503);
  assert.ok(performance.now() - began < 15_000);
});
