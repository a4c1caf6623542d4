import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { client, command, freePort, type RunningServer, startServer } from "../server-process.ts";
import { stores } from "../stores.ts";

/** How long after the command anything may still work. Source: docs/operating.md, "Accounts". */
const withinMs = 5_000;
const email = "leaver@acme.example";
const password = "correct horse battery";

/** An assistant that never answers, and counts who waits for it. */
async function hangingAssistant(t: TestContext) {
  let waiting = 0;
  const server = createServer((request, response) => {
    if (request.method === "GET") return void response.end('{"data":[{"id":"m"}]}');
    waiting += 1;
    response.on("close", () => (waiting -= 1));
    request.resume();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, waiting: () => waiting };
}

async function until(holds: () => boolean | Promise<boolean>, ms: number): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < ms) {
    if (await holds()) return performance.now() - began;
    await delay(50);
  }
  return Number.POSITIVE_INFINITY;
}

const signIn = (at: string, site: string): Promise<Response> =>
  fetch(`${at}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: site },
    body: JSON.stringify({ email, password }),
  });

async function signedIn(site: string): Promise<string> {
  const response = await signIn(site, site);
  assert.equal(response.status, 200, await response.clone().text());
  return response.headers.getSetCookie().map((cookie) => cookie.split(";")[0])[0]!;
}

for (const store of stores) {
  const { skip } = store;
  test(`${store.name}: what a disabled account holds stops within 5 s in every process, and works again once enabled`, {
    skip,
    timeout: 240_000,
  }, async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), "oh-disabled-"));
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    const assistant = await hangingAssistant(t);
    const env: Record<string, string> = {
      OVERHEARD_DATA_DIR: dataDir,
      LOCAL_LLM_URL: assistant.url,
      LOCAL_LLM_MODEL: "m",
      ...(store.name === "PGlite" ? {} : { DATABASE_URL: (await store.open(t)).connectionString! }),
    };
    const port = await freePort();
    // One site, whichever process answers.
    const site = `http://127.0.0.1:${port}`;
    env.OVERHEARD_BASE_URL = site;
    const servers = [await startServer(env, port)];
    if (store.name === "PostgreSQL") servers.push(await startServer(env));
    t.after(() => Promise.all(servers.map((server) => server.stop())));
    const [first, last] = [servers[0]!, servers.at(-1)!];

    await command(["user", "create", "--email", email, "--password-stdin"], env, `${password}\n`);
    const key = await command(["key", "create", "--email", email], env);
    const connector = await command(["connector", "create", "--email", email, "--name", "agent"], env);
    const jwt = await command(["token", "--email", email], env);
    const cookie = await signedIn(site);

    const me = client(first.url, key);
    const { data: project } = await me.call<{ id: string }>("POST", "/v1/projects", {
      ...{ name: "Acme", brand: "Acme", prompts: ["best crm?", "cheapest crm?"] },
    });
    const { data: report } = await me.call<{ id: string }>(
      "POST",
      "/v1/analyze/project",
      { projectId: project.id },
      { prefer: "wait=0" },
    );
    assert.ok((await until(() => assistant.waiting() > 0, 20_000)) < 20_000, "nobody asks the assistant");

    const opens = async ({ url }: RunningServer, token: string) =>
      (await fetch(`${url}/v1/projects`, { headers: { authorization: `Bearer ${token}` } })).status === 200;
    const hasSession = async ({ url }: RunningServer) =>
      (await fetch(`${url}/api/auth/get-session`, { headers: { cookie } }).then((r) => r.text())) !== "null";
    for (const server of servers) {
      for (const token of [key, connector, jwt]) assert.equal(await opens(server, token), true);
      assert.equal(await hasSession(server), true);
    }

    await command(["user", "disable", "--email", email], env);
    const stopped = await Promise.all([
      ...servers.flatMap((server) => [
        ...[key, connector, jwt].map((token) => until(async () => !(await opens(server, token)), withinMs)),
        until(async () => !(await hasSession(server)), withinMs),
      ]),
      until(() => assistant.waiting() === 0, withinMs),
    ]);
    t.diagnostic(`stopped after ${stopped.map((ms) => `${Math.round(ms)} ms`).join(", ")}`);
    assert.ok(Math.max(...stopped) < withinMs, String(stopped));
    const again = await signIn(last.url, site);
    assert.deepEqual(
      [again.status, ((await again.json()) as { code: string }).code],
      [403, "ACCOUNT_DISABLED"],
    );

    await command(["user", "enable", "--email", email], env);
    for (const server of servers)
      for (const token of [key, connector])
        assert.ok((await until(() => opens(server, token), withinMs)) < withinMs);
    const ended = await me.call<{ status: string; failure: { code: string } }>(
      "GET",
      `/v1/reports/${report.id}`,
    );
    assert.deepEqual([ended.data.status, ended.data.failure.code], ["failed", "RUN_CANCELLED"]);
  });
}
