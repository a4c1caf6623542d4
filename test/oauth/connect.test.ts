import assert from "node:assert/strict";
import { test } from "node:test";
import { rpc } from "../mcp.ts";
import { onEachStore, type TestApp } from "../start-app.ts";
import { type Account, allow, authorizeAddress, browser, connect, pkce, register, signIn, site, tokenRequest } from "./flow.ts";

let people = 0;

/** Somebody with an account and a password. */
async function person({ app }: TestApp): Promise<Account> {
  people += 1;
  const account = { email: `person-${people}@acme.example`, password: "correct horse battery" };
  await app.operator.createUser(account);
  return account;
}

const headers = { host: "127.0.0.1:8787" };

onEachStore(
  () => ({ config: { baseUrl: site, siteUrl: site, corsOrigins: [site] } }),
  (app) => {
    const door = () => app().app.door;

    test("145 an assistant is let in, lists projects, and its token works on the API", async () => {
      const account = await person(app());
      const { tokens, answered } = await connect(door(), account);
      assert.equal(tokens.status, 200, JSON.stringify(tokens));
      assert.match(tokens.access_token, /^oh_mcp_[0-9A-Za-z]{36}$/);
      assert.ok(tokens.refresh_token);
      assert.equal(answered.searchParams.get("iss"), site);
      assert.equal(answered.searchParams.get("state"), "st4te");
      const listed = await rpc(door(), { method: "tools/list" }, { token: tokens.access_token, headers });
      assert.equal(listed.status, 200, listed.text);
      const rest = await app().send({ method: "GET", path: "/v1/projects", token: tokens.access_token });
      assert.equal(rest.status, 200, rest.text);
    });
  },
);
