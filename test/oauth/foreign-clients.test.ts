import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { actions } from "../../src/server/actions.ts";
import { validInput } from "../catalogue.ts";
import { siteAt } from "../conformance/reach.ts";
import { always } from "../fake-engines.ts";
import { freePort } from "../server-process.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { anyStore } from "../stores.ts";
import { type Account, allow, browser, everything, redirectUri, signIn } from "./flow.ts";
import { memory } from "./memory.ts";
import { person } from "./person.ts";

let app: TestApp;
let address: string;
const endings: (() => unknown)[] = [];

before(async () => {
  const port = await freePort();
  app = await startApp({ after: (end) => void endings.push(end as () => unknown) }, anyStore[0]!, {
    config: siteAt(port),
    engines: { chatgpt: always("Acme is the usual pick.") },
  });
  address = await app.app.door.listen({ host: "127.0.0.1", port });
});
after(async () => {
  for (const end of endings) await end();
});

/** What the user does when a client sends the browser to this address; where the client is answered. */
async function userAllows(authorization: URL, account: Account, scopes = everything): Promise<URL> {
  const tab = browser(app.app.door, address);
  return allow(tab, await signIn(tab, authorization.href, account), scopes);
}

for (const mode of ["auto", "legacy"] as const) {
  test(`the official client (${mode}) finds its way in, works through its user's consent, and leaves`, async () => {
    const account = await person(app);
    const provider = memory();
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { authProvider: provider });
    const client = () => new Client({ name: "foreign", version: "1.0.0" }, { versionNegotiation: { mode } });
    const first = transport();
    await assert.rejects(client().connect(first), UnauthorizedError);
    const answered = await userAllows(provider.authorization!, account);
    await first.finishAuth(answered.searchParams);

    const session = client();
    await session.connect(transport());
    assert.equal(session.getNegotiatedProtocolVersion(), mode === "auto" ? "2026-07-28" : "2025-11-25");
    const { tools } = await session.listTools();
    assert.ok(
      tools.some(({ name }) => name === "run_project_analysis"),
      "more was allowed than was asked for",
    );
    const call = async (name: string, fields = {}) => {
      const { structuredContent, isError, content } = await session.callTool({ name, arguments: fields });
      assert.ok(!isError, JSON.stringify(content));
      // biome-ignore lint/suspicious/noExplicitAny: each tool answers something else
      return (structuredContent as any).result;
    };
    assert.deepEqual(await call("list_projects"), []);
    const project = await call("create_project", { name: "Acme", brand: "Acme", prompts: ["best crm?"] });
    const run = await call("run_project_analysis", { projectId: project.id });
    await app.settle();
    const report = await call("get_report", { reportId: run.id });
    assert.equal(report.metrics.appearance_rate, 1);
    assert.equal((await session.listPrompts()).prompts.length, 3);
    assert.ok((await session.listResourceTemplates()).resourceTemplates.length >= 1);

    const [token, client_id] = provider.revocable();
    const body = new URLSearchParams({ token, client_id });
    const revoked = await fetch(`${address}/oauth2/revoke`, { method: "POST", body });
    assert.equal(revoked.status, 200);
    await assert.rejects(session.callTool({ name: "list_projects", arguments: {} }));
    await session.close();
  });
}

test("oauth4webapi completes the flow with its strict checks on", async () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const resource = new URL(`${address}/mcp`);
  const described = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, insecure),
  );
  const issuer = new URL(described.authorization_servers![0]!);
  const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  const server = await oauth.processDiscoveryResponse(issuer, found);
  const registered = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      server,
      { redirect_uris: [redirectUri], token_endpoint_auth_method: "none" },
      insecure,
    ),
  );
  const client: oauth.Client = { client_id: registered.client_id };
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const authorization = new URL(server.authorization_endpoint!);
  for (const [name, value] of Object.entries({
    ...{ response_type: "code", client_id: client.client_id, redirect_uri: redirectUri, state },
    ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: "S256" },
    ...{ scope: everything, resource: resource.href },
  }))
    authorization.searchParams.set(name, value);
  const answered = await userAllows(authorization, await person(app));
  const parameters = oauth.validateAuthResponse(server, client, answered, state);
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      redirectUri,
      verifier,
      {
        ...insecure,
        additionalParameters: { resource: resource.href },
      },
    ),
  );
  assert.equal(tokens.token_type, "bearer");
  const renewed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token!, insecure),
  );
  const answer = await oauth.protectedResourceRequest(
    renewed.access_token,
    "GET",
    new URL(`${address}/v1/projects`),
    undefined,
    undefined,
    insecure,
  );
  assert.equal(answer.status, 200);
  const revoked = await oauth.revocationRequest(
    server,
    client,
    oauth.None(),
    renewed.refresh_token!,
    insecure,
  );
  await oauth.processRevocationResponse(revoked);
});

test("openid-client completes the flow with its strict checks on", async () => {
  const config = await openid.dynamicClientRegistration(
    new URL(address),
    { redirect_uris: [redirectUri], token_endpoint_auth_method: "none" },
    openid.None(),
    { algorithm: "oauth2", execute: [openid.allowInsecureRequests] },
  );
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const authorization = openid.buildAuthorizationUrl(config, {
    ...{ redirect_uri: redirectUri, scope: "visibility:read offline_access", state },
    ...{ code_challenge: await openid.calculatePKCECodeChallenge(verifier), code_challenge_method: "S256" },
    resource: `${address}/mcp`,
  });
  const answered = await userAllows(authorization, await person(app), "visibility:read offline_access");
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const tokens = await openid.authorizationCodeGrant(config, answered, checks);
  assert.equal(tokens.scope, "visibility:read offline_access");
  const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token!);
  await openid.tokenRevocation(config, renewed.refresh_token!);
  await assert.rejects(openid.refreshTokenGrant(config, renewed.refresh_token!));
});

// ── the inspector's command line ──

const inspector = join(import.meta.dirname, "..", "..", "node_modules", ".bin", "mcp-inspector");
const home = mkdtempSync(join(tmpdir(), "inspector-"));
after(() => rmSync(home, { recursive: true, force: true }));

async function inspected(token: string, ...given: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...[inspector, "--cli", `${address}/mcp`, "--transport", "http"],
      ...["--header", `Authorization: Bearer ${token}`, ...given],
    ],
    { env: { ...process.env, HOME: home, MCP_CATALOG_PATH: join(home, "mcp.json") }, timeout: 120_000 },
  );
  return stdout;
}

test("the inspector lists every tool without a complaint about its schemas, and calls every one", {
  timeout: 900_000,
}, async () => {
  const me = await app.member();
  const token = await me.connector();
  const project = await me.project();
  const { data: report } = await me.call<{ id: string }>("POST", `/v1/projects/${project.id}/imports`, [
    { prompt: "best crm?", provider: "chatgpt", answer: "Acme." },
  ]);
  const { tools } = JSON.parse(await inspected(token, "--method", "tools/list", "--strict"));
  const offered = actions.filter(({ tool }) => tool);
  assert.deepEqual(
    tools.map(({ name }: { name: string }) => name),
    offered.map(({ name }) => name),
  );
  const own = { projectId: project.id, reportId: report.id };
  for (const action of offered) {
    const fields = Object.entries(validInput(action, own)).flatMap(([name, value]) => [
      `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    ]);
    const pairs = fields.length > 0 ? ["--tool-arg", ...fields] : [];
    const said = await inspected(token, "--method", "tools/call", "--tool-name", action.name, ...pairs).catch(
      (error) => (error as { stdout: string }).stdout,
    );
    const { content, _meta } = JSON.parse(said);
    assert.ok(content.length > 0 && _meta["overheard/meta"].status < 500, `${action.name}: ${said}`);
  }
  await app.settle();
});
