import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { openPlans, type Plan } from "../../src/server/api/access/plan.ts";
import { always } from "../fake-engines.ts";
import { legacy, modern, rpc } from "../mcp.ts";
import { invite } from "../organizations/joining.ts";
import { onEachStore } from "../start-app.ts";
import {
  allow,
  authorizeAddress,
  browser,
  connect,
  hiddenIn,
  pkce,
  redirectUri,
  register,
  signIn,
  site,
  tokenRequest,
} from "./flow.ts";
import { person } from "./person.ts";

const headers = { host: "127.0.0.1:8787" };

onEachStore(
  () => ({
    engines: { chatgpt: always("Acme is the usual pick.") },
    config: {
      ...{ baseUrl: site, siteUrl: site, corsOrigins: [site] },
      plans: { ...openPlans, starter: { ...openPlans.starter, features: ["share_links"] } },
    },
  }),
  (app) => {
    const door = () => app().app.door;
    const tool = (token: string, name: string, fields: Record<string, unknown> = {}, version = modern) =>
      rpc(
        door(),
        { method: "tools/call", params: { name, arguments: fields, _meta: { progressToken: "p" } } },
        { token, headers, version },
      );

    test("contract/assistants: an assistant is let in, and its token works at /mcp and on the API", async () => {
      const { tokens, answered } = await connect(door(), await person(app()));
      assert.equal(tokens.status, 200, JSON.stringify(tokens));
      assert.match(tokens.access_token, /^oh_mcp_[0-9A-Za-z]{36}$/);
      assert.equal(tokens.expires_in, 3600);
      assert.deepEqual([...answered.searchParams.keys()].sort(), ["code", "iss", "state"]);
      assert.equal(answered.searchParams.get("iss"), site);
      assert.equal(answered.searchParams.get("state"), "st4te");
      const listed = await tool(tokens.access_token, "list_projects");
      assert.deepEqual(listed.result.structuredContent, { result: [] });
      const rest = await app().send({ method: "GET", path: "/v1/projects", token: tokens.access_token });
      assert.equal(rest.status, 200, rest.text);
    });

    for (const version of [modern, legacy]) {
      test(`${version}: an assistant makes a project, runs it with its progress told, and reads the report`, async () => {
        const { tokens } = await connect(door(), await person(app()));
        const token = tokens.access_token;
        const terms = { name: "Acme", brand: "Acme", prompts: ["best crm?", "good crm?"] };
        const made = await tool(token, "create_project", terms, version);
        const projectId = made.result.structuredContent.result.id;
        const run = await tool(token, "run_project_analysis", { projectId }, version);
        assert.equal(run.result.structuredContent.result.status, "completed", run.text);
        const [told] = run.notifications;
        assert.equal(told?.method, "notifications/progress");
        assert.deepEqual([told?.params.progressToken, told?.params.total], ["p", 2]);
        const reportId = run.result.structuredContent.result.id;
        const read = await tool(token, "get_report", { reportId }, version);
        const data = read.result.structuredContent.result;
        assert.equal(data.metrics.appearance_rate, 1);
        assert.match(read.result.content[0].text, /Acme is named in/);
        const uri = `overheard://projects/${projectId}/latest-report`;
        const resource = await rpc(
          door(),
          { method: "resources/read", params: { uri } },
          { token, headers, version },
        );
        const fenced = /\nBEGIN ([\w-]{11})\n(.*)\nEND \1$/s.exec(resource.result.contents[0].text);
        assert.equal(JSON.parse(fenced?.[2] ?? "null")?.id, reportId);
      });
    }

    test("contract/authentication: a connector opens no route for keys and shows in no list of them", async () => {
      const account = await person(app());
      const { tokens } = await connect(door(), account);
      const session = await app().app.operator.issueToken({ email: account.email });
      for (const [method, path] of [
        ["GET", "/v1/keys"],
        ["POST", "/v1/keys"],
        ["DELETE", `/v1/keys/${crypto.randomUUID()}`],
        ["GET", "/v1/connectors"],
      ] as const) {
        const { status, error } = await app().send({ method, path, token: tokens.access_token });
        assert.deepEqual([status, error.code], [401, "JWT_REQUIRED"], `${method} ${path}`);
      }
      const { data } = await app().send({ method: "GET", path: "/v1/keys", token: session });
      assert.deepEqual(data, []);
    });

    test("a connector is listed with what it may do, and ends when its user says so", async () => {
      const account = await person(app());
      const { tokens, client } = await connect(door(), account, { scope: "visibility:read offline_access" });
      const token = await app().app.operator.issueToken({ email: account.email });
      await tool(tokens.access_token, "list_projects");
      const { data } = await app().send<
        { id: string; name: string; scopes: string[]; redirect_hosts: string[] }[]
      >({
        ...{ method: "GET", path: "/v1/connectors", token },
      });
      assert.equal(data.length, 1);
      const [{ id, name, scopes, redirect_hosts }] = data as [(typeof data)[0]];
      assert.deepEqual(
        [name, scopes, redirect_hosts],
        ["Test client", ["visibility:read", "offline_access"], ["127.0.0.1:33418"]],
      );
      const other = await person(app());
      const stranger = await app().app.operator.issueToken({ email: other.email });
      const path = `/v1/connectors/${id}`;
      assert.equal((await app().send({ method: "DELETE", path, token: stranger })).status, 404);
      assert.equal((await app().send({ method: "DELETE", path, token })).status, 200);
      const after = await rpc(door(), { method: "tools/list" }, { token: tokens.access_token, headers });
      assert.equal(after.status, 401);
      const renewed = await tokenRequest(door(), {
        ...{ grant_type: "refresh_token", refresh_token: tokens.refresh_token, client_id: client },
      });
      assert.equal(renewed.status, 400);
      const left = await app().send({ method: "GET", path: "/v1/connectors", token });
      assert.deepEqual(left.data, []);
    });

    test("a client that ends its own connection is gone from the list", async () => {
      const account = await person(app());
      const { tokens, client } = await connect(door(), account);
      const revoked = await door().inject({
        method: "POST",
        url: "/oauth2/revoke",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams({ token: tokens.refresh_token, client_id: client }).toString(),
      });
      assert.equal(revoked.statusCode, 200, revoked.body);
      const after = await rpc(door(), { method: "tools/list" }, { token: tokens.access_token, headers });
      assert.equal(after.status, 401, after.text);
      const token = await app().app.operator.issueToken({ email: account.email });
      assert.deepEqual((await app().send({ method: "GET", path: "/v1/connectors", token })).data, []);
    });

    test("the metadata of the OAuth server are found at the origin and below the resource's path", async () => {
      const bodies = await Promise.all(
        ["", "/mcp", "/mcp/"].map(async (below) => {
          const url = `/.well-known/oauth-authorization-server${below}`;
          const { statusCode, body } = await door().inject({ method: "GET", url });
          return `${statusCode} ${body}`;
        }),
      );
      assert.match(bodies[0]!, new RegExp(`^200 .*"issuer":"${site}"`));
      assert.equal(new Set(bodies).size, 1);
      assert.equal(
        (await door().inject({ method: "GET", url: "/.well-known/openid-configuration" })).statusCode,
        404,
      );
    });

    test("two programs that renew with one refresh token at once, or shortly after each other, get one answer", async () => {
      const { tokens, client } = await connect(door(), await person(app()));
      const fields = { grant_type: "refresh_token", refresh_token: tokens.refresh_token, client_id: client };
      const both = await Promise.all([tokenRequest(door(), fields), tokenRequest(door(), fields)]);
      const all = [...both, await tokenRequest(door(), fields)];
      assert.deepEqual(
        all.map(({ status }) => status),
        [200, 200, 200],
        JSON.stringify(all),
      );
      assert.equal(new Set(all.map(({ refresh_token }) => refresh_token)).size, 1);
      assert.equal(new Set(all.map(({ access_token }) => access_token)).size, 1);
      assert.equal((await tool(all[0]!.access_token, "list_projects")).status, 200);
      const next = await tokenRequest(door(), { ...fields, refresh_token: all[0]!.refresh_token });
      assert.equal(next.status, 200, "and it renews on");
      // What was asked for otherwise is no repetition, and ends nothing either.
      const other = await tokenRequest(door(), { ...fields, scope: "visibility:read" });
      assert.deepEqual([other.status, other.error], [400, "invalid_grant"]);
      assert.equal((await tool(next.access_token, "list_projects")).status, 200);
    });

    test("a refresh token renews once; used again later, it ends the whole family", async () => {
      const { tokens, client } = await connect(door(), await person(app()));
      const renew = (refresh_token: string) =>
        tokenRequest(door(), { grant_type: "refresh_token", refresh_token, client_id: client });
      const renewed = await renew(tokens.refresh_token);
      assert.equal(renewed.status, 200, JSON.stringify(renewed));
      assert.equal((await tool(renewed.access_token, "list_projects")).status, 200);
      await sql`update identity_oauth_refresh_tokens
        set "rotationReplayExpiresAt" = now() - interval '1 second' where "rotatedAt" is not null`.execute(
        app().db,
      );
      assert.equal((await renew(tokens.refresh_token)).status, 400);
      const after = await rpc(door(), { method: "tools/list" }, { token: renewed.access_token, headers });
      assert.equal(after.status, 401, "the family is gone");
      assert.equal((await renew(renewed.refresh_token)).status, 400);
    });

    test("contract/authentication: the assistant of a disabled account renews nothing, and goes on once the account is enabled", async () => {
      const account = await person(app());
      const { operator } = app().app;
      const { tokens, client } = await connect(door(), account);
      const fields = { grant_type: "refresh_token", refresh_token: tokens.refresh_token, client_id: client };
      const tab = browser(door());
      const { verifier, challenge } = pkce();
      const page = await signIn(tab, authorizeAddress(client, challenge), account);
      const answered = await allow(tab, page);
      const code = {
        ...{ grant_type: "authorization_code", code: answered.searchParams.get("code") ?? "" },
        ...{ code_verifier: verifier, client_id: client, redirect_uri: redirectUri },
      };
      await operator.disableUser({ email: account.email });
      const refused = await tokenRequest(door(), fields);
      assert.deepEqual([refused.status, refused.error], [400, "invalid_grant"], JSON.stringify(refused));
      assert.equal((await tokenRequest(door(), code)).status, 400, "nor does a code that it had");
      await operator.enableUser({ email: account.email });
      const renewed = await tokenRequest(door(), fields);
      assert.equal(renewed.status, 200, JSON.stringify(renewed));
      assert.equal((await tool(renewed.access_token, "list_projects")).status, 200);
    });

    test("contract/limits-and-plans: an assistant is let into no organization whose plan has none, and the page says so", async () => {
      const account = await person(app());
      const session = await app().app.operator.issueToken(account);
      const asked = async (plan: Plan) => {
        await app().app.operator.setPlan({ email: account.email, plan });
        const tab = browser(door());
        const address = authorizeAddress(await register(door()), pkce().challenge);
        return { tab, page: await signIn(tab, address, account) };
      };
      await app().send({ method: "GET", path: "/v1/projects", token: session });
      const { tab, page } = await asked("free");
      // The plan has changed since the page was opened.
      await app().app.operator.setPlan({ email: account.email, plan: "starter" });
      const scope: [string, string][] = [["scope", "visibility:read"]];
      const late = await tab.post("/connect/consent", [...hiddenIn(page), ...scope, ["decision", "allow"]]);
      assert.deepEqual(
        [late.status, /plan of this organization has no assistants/.test(late.text)],
        [400, true],
      );
      const without = await asked("starter");
      assert.match(without.page.text, /No organization of yours has a plan with assistants/);
      assert.doesNotMatch(without.page.text, /value="allow"/);
      const denied = await without.tab.post("/connect/consent", [
        ...hiddenIn(without.page),
        ["decision", "deny"],
      ]);
      assert.equal(new URL(denied.location).searchParams.get("error"), "access_denied");
      // Another organization, with another plan, is there to be chosen.
      const boss = await app().member();
      const { token } = await invite(boss, account, "editor");
      await app().send({
        ...{ method: "POST", path: "/v1/organization/invitations/accept", token: session, body: { token } },
      });
      const both = await asked("starter");
      assert.match(both.page.text, new RegExp(`<option value="${boss.userId}" selected>`));
      assert.match(both.page.text, / disabled>[^<]* \(its plan has no assistants\)</);
    });

    test("whoever signs in may allow less than the client asked for, or more", async () => {
      const account = await person(app());
      for (const [asked, allowed] of [
        ["visibility:read visibility:run offline_access", "visibility:read"],
        ["visibility:read", "visibility:read visibility:run offline_access"],
      ] as const) {
        const clientId = await register(door());
        const tab = browser(door());
        const { verifier, challenge } = pkce();
        const page = await signIn(tab, authorizeAddress(clientId, challenge, { scope: asked }), account);
        const answered = await allow(tab, page, allowed);
        const code = answered.searchParams.get("code") ?? "";
        const tokens = await tokenRequest(door(), {
          ...{ grant_type: "authorization_code", code, code_verifier: verifier, client_id: clientId },
          redirect_uri: redirectUri,
        });
        assert.equal(tokens.scope, allowed, JSON.stringify(tokens));
        const { result } = await rpc(
          door(),
          { method: "tools/list" },
          { token: tokens.access_token, headers },
        );
        const names = result.tools.map(({ name }: { name: string }) => name);
        assert.equal(names.includes("run_project_analysis"), allowed.includes("visibility:run"));
      }
    });

    test("whoever refuses sends the client away with access_denied, its state and our issuer", async () => {
      const clientId = await register(door());
      const tab = browser(door());
      const page = await signIn(tab, authorizeAddress(clientId, pkce().challenge), await person(app()));
      const answer = await tab.post("/connect/consent", [...hiddenIn(page), ["decision", "deny"]]);
      const { searchParams } = new URL(answer.location);
      assert.deepEqual(
        ["error", "state", "iss"].map((name) => searchParams.get(name)),
        ["access_denied", "st4te", site],
      );
    });

    test("contract/organizations: an assistant is let into the organization that the page names, whatever is chosen elsewhere meanwhile", async () => {
      const boss = await app().member();
      const account = await person(app());
      const session = await app().app.operator.issueToken(account);
      const { token } = await invite(boss, account, "editor");
      const asGuest = <D>(method: string, path: string, body?: unknown, headers = {}) =>
        app().send<D>({ method, path, token: session, body, headers });
      const own = (await asGuest<{ id: string }>("GET", "/v1/organization")).data.id;
      await asGuest("POST", "/v1/organization/invitations/accept", { token });
      const { verifier, challenge } = pkce();
      const clientId = await register(door());
      const tab = browser(door());
      const page = await signIn(tab, authorizeAddress(clientId, challenge), account);
      assert.match(page.text, new RegExp(`<option value="${own}" selected>`));
      const choice = page.text.replace(/<select name="organization">.*?<\/select>/s, "");
      const named = `<input type="hidden" name="organization" value="${boss.userId}">`;
      const answered = await allow(tab, { ...page, text: choice + named });
      const chosen = await asGuest("PUT", "/v1/account/organization", { organizationId: own });
      assert.equal(chosen.status, 200, chosen.text);
      const tokens = await tokenRequest(door(), {
        ...{ grant_type: "authorization_code", code: answered.searchParams.get("code") ?? "" },
        ...{ code_verifier: verifier, client_id: clientId, redirect_uri: redirectUri },
      });
      const { data } = await app().send<{ id: string }>({
        ...{ method: "GET", path: "/v1/organization", token: tokens.access_token },
      });
      assert.equal(data.id, boss.userId);
    });

    test("consent is asked for each time, also of a client that was let in before", async () => {
      const account = await person(app());
      const { client, tab } = await connect(door(), account);
      for (const prompt of [null, "none", "login"]) {
        const again = await tab.get(authorizeAddress(client, pkce().challenge, { prompt }));
        assert.match(again.location, prompt === "login" ? /\/connect\/sign-in\?/ : /\/connect\/consent\?/);
      }
    });

    test("a client that was let in before is asked for again after a sign-in, too", async () => {
      const account = await person(app());
      const { client } = await connect(door(), account);
      const { tokens } = await connect(door(), account, { clientId: client });
      assert.equal(tokens.status, 200, JSON.stringify(tokens));
    });

    test("contract/assistants: whoever lets an assistant in again with less takes the rest from its earlier tokens as well", async () => {
      const account = await person(app());
      const { client, tokens } = await connect(door(), account);
      const scope = "visibility:read offline_access";
      const less = await connect(door(), account, { clientId: client, scope });
      const renewed = await tokenRequest(door(), {
        ...{ grant_type: "refresh_token", refresh_token: tokens.refresh_token, client_id: client },
      });
      assert.equal(renewed.scope, scope);
      const create = (token: string) =>
        app().send({ method: "POST", path: "/v1/projects", body: { name: "A", brand: "Acme" }, token });
      for (const { access_token } of [tokens, renewed, less.tokens])
        assert.deepEqual([(await create(access_token)).status, access_token.length > 0], [403, true]);
      const more = await connect(door(), account, { clientId: client });
      assert.equal((await create(more.tokens.access_token)).status, 201);
      assert.equal((await create(less.tokens.access_token)).status, 403);
    });

    test("the consent page says who asks for what, in words, escaped, and cannot be framed", async () => {
      const clientId = await register(door(), { client_name: '<script>alert("x")</script> & Co' });
      const tab = browser(door());
      const page = await signIn(tab, authorizeAddress(clientId, pkce().challenge), await person(app()));
      assert.equal(page.status, 200);
      assert.match(page.text, /&lt;script&gt;alert\(&quot;x&quot;\)&lt;\/script&gt; &amp; Co/);
      assert.doesNotMatch(page.text, /<script/);
      assert.match(page.text, /a program on this computer \(127\.0\.0\.1:33418\)/);
      assert.match(page.text, /Run analyses \(uses your quota/);
      const policy = String(page.headers["content-security-policy"]);
      // A window that the assistant's site opened finds its way back; every other page is parted from who opened it.
      assert.equal(page.headers["cross-origin-opener-policy"], "unsafe-none");
      const alone = await app().app.door.inject({ method: "GET", url: "/sign-in" });
      assert.equal(alone.headers["cross-origin-opener-policy"], "same-origin");
      assert.match(policy, /frame-ancestors 'none'/);
      assert.match(policy, /form-action 'self' http:\/\/127\.0\.0\.1:33418/);
      assert.equal(page.headers["x-frame-options"], "DENY");
      assert.equal(page.headers["cache-control"], "no-store, no-transform");
    });

    test("of a client without a name it is said where it is, and no name that it chose", async () => {
      const clientId = await register(door(), { client_name: undefined });
      const tab = browser(door());
      const page = await signIn(tab, authorizeAddress(clientId, pkce().challenge), await person(app()));
      assert.match(page.text, /Connect an assistant without a name to your/);
      assert.match(page.text, /a program on this computer \(127\.0\.0\.1:33418\)/);
      assert.doesNotMatch(page.text, /chose that name/);
    });

    test("whoever allows nothing is asked again, and can still choose", async () => {
      const tab = browser(door());
      const address = authorizeAddress(await register(door()), pkce().challenge);
      const page = await signIn(tab, address, await person(app()));
      const again = await tab.post("/connect/consent", [...hiddenIn(page), ["decision", "allow"]]);
      assert.equal(again.status, 400);
      assert.match(again.text, /role="alert">Nothing is selected/);
      assert.doesNotMatch(again.text, / checked/);
      assert.ok((await allow(tab, again, "visibility:read")).searchParams.get("code"));
    });

    test("what goes wrong on a page is said on a page", async () => {
      const headers = { "content-type": "application/json", origin: site };
      for (const [payload, status, type] of [
        ["{}", 415, "application/json"],
        [`query=${"x".repeat(40_000)}`, 413, "application/x-www-form-urlencoded"],
      ] as const) {
        const { statusCode, headers: said } = await door().inject({
          ...{ method: "POST", url: "/connect/consent", payload },
          headers: { ...headers, "content-type": type },
        });
        assert.equal(statusCode, status);
        assert.match(String(said["content-type"]), /^text\/html/);
      }
    });

    test("a wrong password says so, keeps the address, and signs nobody in", async () => {
      const account = await person(app());
      const tab = browser(door());
      const asked = await tab.get(authorizeAddress(await register(door()), pkce().challenge));
      const page = await tab.get(asked.location);
      const wrong: [string, string][] = [...hiddenIn(page), ["email", account.email], ["password", "not it"]];
      const again = await tab.post("/connect/sign-in", wrong);
      assert.equal(again.status, 401);
      assert.match(again.text, /Incorrect email or password/);
      assert.ok(again.text.includes(account.email));
      assert.equal(tab.cookies.size, 0);
    });

    test("the server describes itself, with what it offers and nothing else", async () => {
      const { body } = await door().inject({ method: "GET", url: "/.well-known/oauth-authorization-server" });
      const described = JSON.parse(body);
      assert.equal(described.issuer, site);
      assert.deepEqual(described.code_challenge_methods_supported, ["S256"]);
      assert.deepEqual(described.token_endpoint_auth_methods_supported, ["none"]);
      assert.equal(described.authorization_response_iss_parameter_supported, true);
      for (const url of [
        "/oauth2/introspect",
        "/oauth2/userinfo",
        "/oauth2/create-client",
        "/sign-in/email",
      ]) {
        const { statusCode } = await door().inject({ method: "POST", url, payload: "{}" });
        assert.equal(statusCode, 404, url);
      }
    });
  },
);
