import assert from "node:assert/strict";
import { test } from "node:test";
import { limitClasses } from "../../src/server/kernel/limit.ts";
import { onAnyStore } from "../start-app.ts";
import { authorizeAddress, hiddenIn, pkce, register, site } from "./flow.ts";
import { person } from "./person.ts";

onAnyStore(
  () => ({
    config: {
      ...{ baseUrl: site, siteUrl: site, corsOrigins: [site], trustedProxies: 1 },
      rateLimits: { ...limitClasses, sign_in: { limit: 3, windowSeconds: 900 } },
    },
  }),
  (app) => {
    /** One sign-in over HTTP, from where the proxy in front says. */
    async function signIn(email: string, password: string, from: string, cookie = "") {
      const response = await fetch(`${await app().address()}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": from, cookie, origin: site },
        body: JSON.stringify({ email, password }),
      });
      const cookies = response.headers.getSetCookie().map((one) => one.split(";")[0]);
      return { status: response.status, cookies, retryAfter: response.headers.get("retry-after") };
    }
    const v4 = (n: number) => `198.51.${n >> 8}.${n & 255}`;

    test("three wrong passwords of one IPv6 user lock out no other", async () => {
      const { email, password } = await person(app());
      const guesser = "2001:db8:1:1::1";
      const home = await signIn(email, password, guesser);
      const device = home.cookies.find((cookie) => cookie?.includes(".device="))!;
      const statuses = [];
      for (let n = 0; n < 5; n += 1) statuses.push((await signIn("eve@e.example", "wrong", guesser)).status);
      assert.deepEqual(statuses, [401, 401, 401, 429, 429]);
      assert.equal((await signIn(email, password, "2001:db8:1:1:ffff::2")).status, 429, "the same /64");
      assert.equal((await signIn(email, password, guesser, device)).status, 200, "where it is known");
      assert.equal((await signIn(email, password, "2001:db8:1:2::1")).status, 200, "another /64");
    });

    test("60 wrong passwords from 60 addresses, and the right one does not go in; who was there before does", async () => {
      const { email, password } = await person(app());
      const home = await signIn(email, password, "203.0.113.1");
      assert.equal(home.status, 200);
      const device = home.cookies.find((cookie) => cookie?.includes(".device="))!;
      const statuses = [];
      for (let n = 0; n < 60; n += 1)
        statuses.push((await signIn(email, `wrong password ${n}`, v4(n))).status);
      // The first sign-in, from an address that nobody knew, was one of the ten.
      assert.equal(statuses.filter((status) => status === 401).length, 9);
      assert.equal(statuses.filter((status) => status === 429).length, 51);
      const right = await signIn(email, password, v4(100));
      assert.equal(right.status, 429);
      assert.ok(Number(right.retryAfter) > 0 && Number(right.retryAfter) <= 900);
      assert.equal((await signIn(email, password, "203.0.113.1")).status, 429, "from where it was known");
      assert.equal(
        (await signIn(email, password, v4(101), device)).status,
        200,
        "with the browser, elsewhere",
      );
      assert.equal((await signIn(email, "wrong", v4(102), device)).status, 401);
    });

    test("the page for signing in counts with it, and says how long to wait", async () => {
      const { email, password } = await person(app());
      for (let n = 0; n < 12; n += 1) await signIn(email, "wrong", v4(300 + n));
      const address = await app().address();
      const visit = { headers: { "x-forwarded-for": v4(400) }, redirect: "manual" as const };
      const asked = await fetch(
        address + authorizeAddress(await register(app().app.door), pkce().challenge),
        visit,
      );
      const { pathname, search } = new URL(asked.headers.get("location")!);
      const text = await (await fetch(address + pathname + search, visit)).text();
      const sent = await fetch(`${address}/connect/sign-in`, {
        ...visit,
        method: "POST",
        headers: { ...visit.headers, origin: site, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams([
          ...hiddenIn({ text, status: 200, location: "", headers: {} }),
          ["email", email],
          ["password", password],
        ]),
      });
      assert.equal(sent.status, 429);
      assert.ok(Number(sent.headers.get("retry-after")) > 60);
      assert.match(await sent.text(), /Wait 15 minutes/);
      assert.deepEqual(sent.headers.getSetCookie(), []);
    });

    /** One request to the accounts as it is written, with the right origin. */
    async function raw(path: string, type: string, body: string, n: number, cookie = "") {
      const response = await fetch(`${await app().address()}/api/auth${path}`, {
        method: "POST",
        headers: { "content-type": type, "x-forwarded-for": v4(n), origin: site, cookie },
        body: Buffer.from(body),
      });
      const cookies = response.headers.getSetCookie().map((one) => one.split(";")[0]!);
      return { status: response.status, cookies, text: await response.text() };
    }

    test("whatever the body is sent as, an attempt is counted, or refused", async () => {
      const { email, password } = await person(app());
      for (let n = 0; n < 11; n += 1) await signIn(email, "wrong", v4(500 + n));
      const json = JSON.stringify({ email, password });
      const form = new URLSearchParams({ email, password }).toString();
      for (const [n, [type, body]] of [
        ["application/json", json],
        ["application/json; charset=utf-8", json],
        ["application/json; form", json],
        ["application/json; form", `{"email":"eve@e.example",${json.slice(1)}`],
        ["application/json; x=application/x-www-form-urlencoded", json],
        ["application/form+json", json],
        ["application/vnd.api+json", json],
        ["application/json; charset=utf-7", json],
        ["APPLICATION/JSON", json],
        ["text/plain", json],
        [
          "multipart/form-data; boundary=x",
          `--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n--x--`,
        ],
        ["application/x-www-form-urlencoded", form],
        ["application/x-www-form-urlencoded; application/json", form],
        ["Application/X-WWW-Form-Urlencoded", form],
        ["application/x-www-form-urlencoded;charset=utf-8", `${form}&email=eve%40e.example`],
        ["application/x-www-form-urlencoded", `email=eve%40e.example&${form}`],
        ["application/json", `{"email":"eve@e.example",${json.slice(1)}`],
        ["application/json", `\ufeff${json}`],
        ["application/json", JSON.stringify({ email: email.toUpperCase(), password })],
        ["application/json", JSON.stringify({ email: ` ${email} `, password })],
        ["application/json", JSON.stringify({ email: [email], password })],
        ["application/json", JSON.stringify([{ email, password }])],
        ["", json],
      ].entries() as unknown as [number, [string, string]][]) {
        const { status, text, cookies } = await raw("/sign-in/email", type, body, 600 + n);
        assert.ok(status >= 400 && status < 500, `${type} ${body}: ${status} ${text}`);
        assert.deepEqual(cookies, [], "nobody is known by it");
      }
    });

    test("a browser is known at the account that it has signed in to, whatever else the request named", async () => {
      const [victim, own] = [await person(app()), await person(app())];
      const named = `{"emails":["${victim.email}"],"user":{"email":"${victim.email}"},"email":"${own.email}","password":"${own.password}"}`;
      const { status, cookies } = await raw("/sign-in/email", "application/json; form", named, 700);
      assert.equal(status, 200);
      const device = cookies.find((cookie) => cookie.includes(".device="))!;
      const guesses = [];
      for (let n = 0; n < 12; n += 1)
        guesses.push((await signIn(victim.email, "wrong", v4(710 + n), device)).status);
      assert.equal(guesses.filter((status) => status === 401).length, 10, "as a stranger's");
      assert.equal((await signIn(own.email, own.password, v4(730), device)).status, 200);
    });

    test("who is signed in cannot guess the password without end either, and a link by mail ends a lock-out", async () => {
      const { email, password } = await person(app());
      const { cookies } = await signIn(email, password, v4(800));
      const session = cookies.find((cookie) => cookie?.includes("session_token="))!;
      const statuses: number[] = [];
      for (const [at, path] of ["/change-password", "/two-factor/enable", "/two-factor/disable"].entries())
        for (let n = 0; n < 12; n += 1) {
          const guess = JSON.stringify({
            password: "wrong one",
            currentPassword: "wrong one",
            newPassword: "another horse",
          });
          statuses.push((await raw(path, "application/json", guess, 801 + 12 * at + n, session)).status);
        }
      assert.deepEqual(
        [
          statuses.filter((status) => status === 400).length,
          statuses.filter((status) => status === 429).length,
        ],
        [30, 6],
      );
      for (let n = 0; n < 12; n += 1) await signIn(email, "wrong", v4(850 + n));
      const link = await app().app.operator.resetPassword({
        ...{ email, password: null, endSecondStep: false, revokeKeys: false, revokeConnectors: false },
      });
      const token = new URL(link!).searchParams.get("token")!;
      const common = await raw(
        "/reset-password",
        "application/json",
        JSON.stringify({ token, newPassword: "PassWord1" }),
        870,
      );
      assert.deepEqual([common.status, JSON.parse(common.text).code], [400, "PASSWORD_TOO_COMMON"]);
      const fresh = "another horse battery";
      const set = await raw(
        "/reset-password",
        "application/json",
        JSON.stringify({ token, newPassword: fresh }),
        871,
      );
      assert.equal(set.status, 200, "the link was not used up");
      for (let n = 0; n < 12; n += 1) await signIn(email, "wrong", v4(880 + n));
      assert.equal((await signIn(email, fresh, v4(899))).status, 429);
      assert.equal(
        (await signIn(email, fresh, v4(899), set.cookies[0])).status,
        200,
        "where the link was opened",
      );
    });
  },
);
