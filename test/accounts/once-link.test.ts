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

    test("looking whether a link is there uses it up nowhere, and every page answers HEAD as GET", async () => {
      const { email } = await app().member();
      const path = await link(email);
      const { inject } = app().app.door;
      const head = (url: string) => inject({ method: "HEAD", url });
      for (const kept of [path, "/oauth2/authorize?client_id=x", "/api/auth/get-session", "/mcp"]) {
        const answer = await head(kept);
        assert.equal(answer.statusCode, 405, kept);
        assert.match(String(answer.headers.allow), /GET/, kept);
        assert.doesNotMatch(String(answer.headers.allow), /HEAD/, kept);
        assert.equal(answer.body, "", kept);
      }
      assert.equal((await open(path)).statusCode, 303);

      const pages = ["/sign-in", "/sign-in/code", "/sign-in/new-password", "/account/security", "/welcome"];
      const files = ["/openapi.json", "/.well-known/oauth-authorization-server", "/sign-in/passkey.js"];
      const foreign = ["/invitations/nobody", "/s/nobody", "/connect/consent", "/connect/error", "/nowhere"];
      const health = ["/healthz", "/readyz"];
      for (const url of [...pages, ...files, ...foreign, ...health]) {
        const [got, looked] = [await inject({ url }), await head(url)];
        assert.equal(looked.statusCode, got.statusCode, url);
        assert.equal(looked.body, "", url);
        const headers = (answer: typeof got) =>
          Object.entries(answer.headers).filter(([name]) => !/^(date|x-request-id|set-cookie)$/.test(name));
        assert.deepEqual(headers(looked), headers(got), url);
      }
      const posts = await inject({ method: "DELETE", url: "/invitations/nobody" });
      assert.deepEqual([posts.statusCode, posts.headers.allow], [405, "GET, HEAD, OPTIONS, POST"]);
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
