import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { sql } from "kysely";
import { browser, hiddenIn, type Page } from "../oauth/flow.ts";
import { onAnyStore } from "../start-app.ts";

const site = "http://site.test";
const password = "correct horse battery";
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code that an authenticator app shows for a key in base32 (RFC 6238), `steps` of 30 seconds from now. */
function codeOf(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac("sha1", key).update(counter).digest();
  const at = mac.at(-1)! & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

let people = 0;

onAnyStore(
  () => ({ config: { rateLimitScale: 0 } }),
  (app) => {
    const tab = () => browser(app().app.door, site);
    type Tab = ReturnType<typeof tab>;

    async function somebody() {
      people += 1;
      const email = `step-${people}@acme.example`;
      await app().app.operator.createUser({ email, password });
      return email;
    }
    const signIn = (at: Tab, email: string, next = "/account/security") =>
      at.post("/sign-in", [
        ["email", email],
        ["password", password],
        ["next", next],
      ]);
    const csrf = (page: Page) => hiddenIn(page).find(([name]) => name === "csrf")!;
    const isSignedIn = async (at: Tab) => (await at.get("/account/security")).status === 200;

    /** Switches the second step on for an account; its key and its backup codes. */
    async function withSecondStep(at: Tab) {
      const page = await at.get("/account/security");
      const setup = await at.post("/account/totp", [csrf(page), ["password", password]]);
      const secret = /<code>([A-Z2-7]+)<\/code>/.exec(setup.text)![1]!;
      const backup = /<pre>([^<]+)<\/pre>/.exec(setup.text)![1]!.split("\n");
      const sent = await at.post("/account/confirm-totp", [csrf(setup), ["code", codeOf(secret)]]);
      assert.equal(sent.location, `${site}/account/security?done=totp`);
      return { secret, backup };
    }

    test("after the password a code is asked for, and only a right one signs in", async () => {
      const email = await somebody();
      const first = tab();
      await signIn(first, email);
      const { secret } = await withSecondStep(first);
      const at = tab();
      const sent = await signIn(at, email, "/account/security?x=1");
      assert.equal(sent.location, `${site}/sign-in/code?next=%2Faccount%2Fsecurity%3Fx%3D1`);
      assert.equal(await isSignedIn(at), false);
      const wrong = await at.post("/sign-in/code", [
        ["code", "000000"],
        ["next", "/account/security"],
      ]);
      assert.deepEqual([wrong.status, /Incorrect code/.test(wrong.text)], [401, true]);
      const right = await at.post("/sign-in/code", [
        ["code", codeOf(secret)],
        ["next", "/account/security"],
      ]);
      assert.equal(right.location, `${site}/account/security`);
      assert.equal(await isSignedIn(at), true);
    });

    test("a code of the authenticator app signs in once, also where two send it at once", async () => {
      const email = await somebody();
      const first = tab();
      await signIn(first, email);
      const { secret } = await withSecondStep(first);
      const tabs = [tab(), tab(), tab()];
      for (const at of tabs) await signIn(at, email);
      const code = codeOf(secret);
      await Promise.all(tabs.map((at) => at.post("/sign-in/code", [["code", code]])));
      const signedIn = [];
      for (const at of tabs) signedIn.push(await isSignedIn(at));
      assert.equal(signedIn.filter(Boolean).length, 1);
      const next = tab();
      await signIn(next, email);
      await next.post("/sign-in/code", [["code", codeOf(secret, 1)]]);
      assert.equal(await isSignedIn(next), true);
    });

    test("ten wrong codes lock the second step, however many sign-ins they are spread over", async () => {
      const email = await somebody();
      const at = tab();
      await signIn(at, email);
      const { secret } = await withSecondStep(at);
      const enter = async (code: string) => {
        const next = tab();
        await signIn(next, email);
        await next.post("/sign-in/code", [["code", code]]);
        return isSignedIn(next);
      };
      const wrong = [-9, -8, -7].map((steps) => codeOf(secret, steps));
      for (let n = 0; n < 10; n += 1) assert.equal(await enter(wrong[n % 3]!), false);
      assert.equal(await enter(codeOf(secret, 1)), false, "locked");
      assert.equal(await isSignedIn(at), true, "where somebody is signed in they stay");
    });

    test("a link for a new password works once, also where several use it at one instant", async () => {
      const email = await somebody();
      const terms = {
        email,
        password: null,
        endSecondStep: false,
        revokeKeys: false,
        revokeConnectors: false,
      };
      for (let round = 0; round < 3; round += 1) {
        const token = new URL((await app().app.operator.resetPassword(terms))!).searchParams.get("token")!;
        const ends = await Promise.all(
          [1, 2, 3, 4].map(
            (n) =>
            tab().post("/sign-in/new-password", [["token", token], ["password", `another horse ${n}`]]), // biome-ignore format: one form
          ),
        );
        assert.deepEqual(ends.map(({ status }) => status).toSorted(), [200, 400, 400, 400]);
      }
    });

    test("a new password ends every older link for one, and every sign-in that waits for its code", async () => {
      const email = await somebody();
      const at = tab();
      await signIn(at, email);
      const { secret } = await withSecondStep(at);
      const link = async () => {
        const terms = {
          email,
          password: null,
          endSecondStep: false,
          revokeKeys: false,
          revokeConnectors: false,
        };
        return new URL((await app().app.operator.resetPassword(terms))!).searchParams.get("token")!;
      };
      const [older, newer] = [await link(), await link()];
      const waiting = tab();
      await signIn(waiting, email);
      const set = (token: string, fresh: string) =>
        tab().post("/sign-in/new-password", [["token", token], ["password", fresh]]); // biome-ignore format: one form
      assert.equal((await set(newer, "another horse battery")).status, 200);
      const late = await set(older, "a third horse battery");
      assert.deepEqual([late.status, /has been used/.test(late.text)], [400, true]);
      await waiting.post("/sign-in/code", [["code", codeOf(secret, 1)]]);
      assert.equal(await isSignedIn(waiting), false);
    });

    test("a backup code works once", async () => {
      const email = await somebody();
      const first = tab();
      await signIn(first, email);
      const { backup } = await withSecondStep(first);
      for (const expected of [true, false]) {
        const at = tab();
        await signIn(at, email);
        await at.post("/sign-in/code", [
          ["code", backup[0]!],
          ["next", "/account/security"],
        ]);
        assert.equal(await isSignedIn(at), expected);
      }
    });

    test("no browser skips the code: none is trusted with it, and where one was, its page says so", async () => {
      const email = await somebody();
      const first = tab();
      await signIn(first, email);
      const { backup } = await withSecondStep(first);
      const at = tab();
      await signIn(at, email);
      const sent = await app().app.door.inject({
        ...{ method: "POST", url: "/api/auth/two-factor/verify-backup-code" },
        headers: {
          ...{ "content-type": "application/json", origin: site },
          cookie: [...at.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        },
        payload: JSON.stringify({ code: backup[0], trustDevice: true }),
      });
      assert.equal(sent.statusCode, 200, sent.body);
      assert.ok(!sent.cookies.some(({ name }) => name.includes("trust")));
      assert.ok(!sent.body.includes("token"), sent.body);
      const trusted = tab();
      trusted.cookies.set("overheard.trust_device", "given.before");
      const asked = await signIn(trusted, email);
      assert.match(asked.location, /\/sign-in\/code/);
      assert.match((await trusted.get(asked.location)).text, /This browser used to skip the code/);
      await trusted.post("/sign-in/code", [["code", backup[1]!]]);
      assert.equal(await isSignedIn(trusted), true);
      assert.equal(trusted.cookies.get("overheard.trust_device"), "", "said once");
    });

    test("letting an assistant in asks for the code as well", async () => {
      const email = await somebody();
      const first = tab();
      await signIn(first, email);
      await withSecondStep(first);
      const at = tab();
      for (const path of ["/sign-in/email", "/oauth2/sign-in/email"]) {
        const { statusCode } = await app().app.door.inject({
          method: "POST",
          url: path,
          headers: { "content-type": "application/json", origin: site },
          payload: JSON.stringify({ email, password }),
        });
        assert.ok(statusCode >= 400, path);
      }
      assert.equal(await isSignedIn(at), false);
    });

    test("a program that signs in gets no session before the code", async () => {
      const email = await somebody();
      const first = tab();
      await signIn(first, email);
      await withSecondStep(first);
      const response = await app().app.door.inject({
        method: "POST",
        url: "/api/auth/sign-in/email",
        headers: { "content-type": "application/json", origin: site },
        payload: JSON.stringify({ email, password }),
      });
      assert.equal(JSON.parse(response.body).twoFactorRedirect, true);
      assert.ok(!response.headers["set-auth-token"]);
      assert.ok(!response.cookies.some(({ name, value }) => name.includes("session_token") && value !== ""));
    });

    test("the operator can switch the second step off for somebody who has lost it", async () => {
      const email = await somebody();
      const first = tab();
      await signIn(first, email);
      await withSecondStep(first);
      const link = await app().app.operator.resetPassword({
        ...{ email, password: null, endSecondStep: true, revokeKeys: false, revokeConnectors: false },
      });
      assert.equal(await isSignedIn(first), false);
      const { pathname, search } = new URL(link!);
      const at = tab();
      const page = await at.get(pathname + search);
      const fresh = "another horse battery";
      const set = await at.post("/sign-in/new-password", [...hiddenIn(page), ["password", fresh]]);
      assert.match(set.text, /Your password is set/);
      const again = await at.post("/sign-in/new-password", [...hiddenIn(page), ["password", fresh]]);
      assert.deepEqual([again.status, /has been used/.test(again.text)], [400, true]);
      const sent = await at.post("/sign-in", [
        ["email", email],
        ["password", fresh],
      ]);
      assert.equal(sent.location, `${site}/`);
    });

    test("sessions are listed, and end one by one or all but this one, with their tokens", async () => {
      const email = await somebody();
      const [here, there, elsewhere] = [tab(), tab(), tab()];
      for (const at of [here, there, elsewhere]) await signIn(at, email);
      const jwtOf = async (at: Tab) => JSON.parse((await at.get("/api/auth/token")).text).token as string;
      const opens = async (token: string) =>
        (await app().send({ method: "GET", path: "/v1/projects", token })).status;
      const tokens = [await jwtOf(there), await jwtOf(elsewhere)];
      assert.deepEqual([await opens(tokens[0]!), await opens(tokens[1]!)], [200, 200]);
      const page = await here.get("/account/security");
      assert.equal(page.text.split("Sign it out").length - 1, 2);
      const ids = hiddenIn(page).filter(([name]) => name === "id");
      await here.post("/account/end-session", [csrf(page), ids[0]!]);
      const left = [await isSignedIn(there), await isSignedIn(elsewhere)];
      assert.deepEqual(left.toSorted(), [false, true]);
      await here.post("/account/end-other-sessions", [csrf(page)]);
      assert.deepEqual(
        [await isSignedIn(here), await isSignedIn(there), await isSignedIn(elsewhere)],
        [true, false, false],
      );
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      assert.deepEqual([await opens(tokens[0]!), await opens(tokens[1]!)], [401, 401]);
      const out = await here.post("/account/sign-out", [csrf(page)]);
      assert.equal(out.headers["clear-site-data"], '"storage"', "unsaved edits are for nobody else");
      assert.equal(await isSignedIn(here), false);
    });

    test("signing in again in a browser ends the session that it had, whoever's that was", async () => {
      const [email, other] = [await somebody(), await somebody()];
      const at = tab();
      const sessions = async () => {
        const { rows } = await sql<{ email: string }>`
          select email from identity_sessions s join identity_users u on u.id = s."userId"
          where email in (${email}, ${other})`.execute(app().db);
        return rows.map((row) => row.email);
      };
      const seen: string[][] = [];
      for (const who of [email, email, other]) {
        await signIn(at, who);
        assert.equal(await isSignedIn(at), true);
        seen.push(await sessions());
      }
      assert.deepEqual(seen, [[email], [email], [other]]);
      await signIn(tab(), email);
      assert.equal((await sessions()).length, 2, "another browser is left alone");
    });

    test("a session that an identity provider has opened is nobody's where no provider is set", async () => {
      const email = await somebody();
      const at = tab();
      await signIn(at, email);
      assert.equal((await at.get("/api/auth/token")).status, 200);
      await sql`
        update identity_sessions set "signedInBy" = 'oidc' from identity_users u
        where u.id = "userId" and u.email = ${email}`.execute(app().db);
      assert.equal((await at.get("/api/auth/token")).status, 401);
      assert.equal((await at.get("/api/auth/get-session")).text, "null");
      assert.equal(await isSignedIn(at), false);
    });

    test("contract/organizations: adding a passkey and making an owner require a sign-in within ten minutes", async () => {
      for (const [minutes, passkey, owner, viewer] of [
        [9, 200, 201, 201],
        [11, 403, 403, 201],
      ] as const) {
        const email = await somebody();
        const at = tab();
        await signIn(at, email);
        await sql`
          update identity_sessions set "createdAt" = now() - make_interval(mins => ${minutes}) from identity_users u
          where u.id = "userId" and u.email = ${email}`.execute(app().db);
        const options = await at.get("/api/auth/passkey/generate-register-options");
        assert.equal(options.status, passkey, options.text);
        if (passkey === 403) assert.equal(JSON.parse(options.text).code, "SESSION_NOT_FRESH");
        const { token } = JSON.parse((await at.get("/api/auth/token")).text) as { token: string };
        const invite = (role: string) =>
          app().send<{ id: string }>({
            ...{ method: "POST", path: "/v1/organization/invitations", token },
            body: { email: `${role}-${email}`, role },
          });
        const invited = await invite("owner");
        assert.equal(invited.status, owner, invited.text);
        assert.equal((await invite("viewer")).status, viewer);
        if (owner === 201) continue;
        assert.equal(invited.error.code, "SIGN_IN_AGAIN");
        const { data } = await app().send<{ member_id: string }>({
          ...{ method: "GET", path: "/v1/organization", token },
        });
        const path = `/v1/organization/members/${data.member_id}`;
        const made = await app().send({ method: "PATCH", path, token, body: { role: "owner" } });
        assert.equal(made.error.code, "SIGN_IN_AGAIN");
      }
    });

    test("somebody else's session cannot be ended, and a form from elsewhere does nothing", async () => {
      const [mine, other] = [tab(), tab()];
      await signIn(mine, await somebody());
      await signIn(other, await somebody());
      const [page, theirs] = [await mine.get("/account/security"), await other.get("/account/security")];
      const { rows } = await sql<{ id: string }>`
        select id from identity_sessions`.execute(app().db);
      for (const { id } of rows) {
        if (page.text.includes(id)) continue;
        await mine.post("/account/end-session", [csrf(page), ["id", id]]);
      }
      assert.equal(await isSignedIn(other), true);
      const foreign = await other.post("/account/sign-out", [csrf(theirs)], {
        origin: "https://evil.example",
      });
      assert.equal(foreign.status, 403);
      await other.post("/account/sign-out", [csrf(page)]);
      assert.equal(await isSignedIn(other), true);
    });

    test("nobody is led to another site after signing in", async () => {
      const email = await somebody();
      for (const next of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"])
        assert.equal((await signIn(tab(), email, next)).location, `${site}/`);
    });
  },
);
