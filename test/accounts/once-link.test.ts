import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyStore } from "../start-app.ts";

onAnyStore(
  () => ({}),
  (app) => {
    const open = (path: string, headers: Record<string, string> = {}) =>
      app().app.door.inject({ url: path, headers, remoteAddress: headers.from ?? "127.0.0.1" });
    const link = async (email: string) => {
      const { pathname, search } = new URL((await app().app.onceAddress(email)) ?? "");
      return pathname + search;
    };

    test("a link signs in its account, once, in a browser on this machine", async () => {
      const { email } = await app().member();
      const path = await link(email);
      const first = await open(path);
      assert.equal(first.statusCode, 303);
      assert.equal(new URL(String(first.headers.location)).pathname, "/");
      const cookie = first.cookies
        .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
        .join("; ");
      const token = await app().app.door.inject({ url: "/api/auth/token", headers: { cookie } });
      const account = await app().app.door.inject({
        url: "/v1/account-status",
        headers: { authorization: `Bearer ${token.json().token}` },
      });
      assert.equal(account.json().data.user.email, email);
      assert.equal((await open(path)).statusCode, 410);
    });

    test("a link is not taken from another machine, nor through a proxy, and stays good for its owner", async () => {
      const { email } = await app().member();
      const path = await link(email);
      assert.equal((await open(path, { from: "192.0.2.7" })).statusCode, 410);
      assert.equal((await open(path, { "x-forwarded-for": "192.0.2.7" })).statusCode, 410);
      assert.equal((await open(path)).statusCode, 303);
    });

    test("no request begins a session without a password by the way that the link goes", async () => {
      const { userId } = await app().member();
      const response = await app().app.door.inject({
        method: "POST",
        url: "/api/auth/sign-in/once",
        headers: { "content-type": "application/json" },
        payload: JSON.stringify({ accountId: userId }),
      });
      assert.equal(response.statusCode, 404);
    });
  },
);
