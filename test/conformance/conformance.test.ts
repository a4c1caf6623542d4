import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { testDoor } from "../http/door.ts";
import { startApp } from "../start-app.ts";
import { stores } from "../stores.ts";
import { fixtureServing } from "./fixture-server.ts";
import { freePort, siteAt, tokenAdder } from "./reach.ts";

const suite = join(
  import.meta.dirname,
  ...["..", "..", "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js"],
);

/** The official suite leaves its results where it runs. */
const results = mkdtempSync(join(tmpdir(), "conformance-"));
after(() => rmSync(results, { recursive: true, force: true }));

async function scenario(url: string, name: string): Promise<void> {
  const ran = await promisify(execFile)(
    process.execPath,
    [suite, "server", "--url", url, "--scenario", name],
    { cwd: results, timeout: 120_000 },
  ).catch((error) => error as { stdout: string; stderr: string; code: number });
  assert.match(ran.stdout, /Passed: (\d+)\/\1, 0 failed/, `${ran.stdout.slice(0, 3000)}${ran.stderr}`);
}

// ── the product: every scenario that needs no fixtures ──

let product: { url: string; close(): Promise<void> };
const endings: (() => unknown)[] = [];

before(async () => {
  const port = await freePort();
  const app = await startApp({ after: (end) => void endings.push(end as () => unknown) }, stores[0]!, {
    config: siteAt(port),
  });
  await app.app.door.listen({ host: "127.0.0.1", port });
  product = await tokenAdder(await (await app.member()).connector(), port);
});
after(async () => {
  await product.close();
  for (const end of endings) await end();
});

for (const name of [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "dns-rebinding-protection",
])
  test(`conformance: ${name}`, () => scenario(product.url, name));

// ── the same door and transport, with the fixtures of the suite behind it ──

/**
 * What cannot pass where nothing is kept between requests: there the server asks its client something in the middle
 * of a call, or goes on with a stream that broke. Protocol 2026-07-28 has given up both.
 */
const needSessions = [
  "tools-call-sampling",
  "tools-call-elicitation",
  "elicitation-sep1034-defaults",
  "elicitation-sep1330-enums",
  "server-sse-polling",
  "server-sse-multiple-streams",
];

const withFixtures = [
  "logging-set-level",
  "completion-complete",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-with-logging",
  "tools-call-error",
  "tools-call-with-progress",
  "json-schema-2020-12",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "resources-subscribe",
  "resources-unsubscribe",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-embedded-resource",
  "prompts-get-with-image",
];

test("conformance: every scenario with fixtures that needs no session", { timeout: 600_000 }, async (t) => {
  const port = await freePort();
  const { siteUrl } = siteAt(port);
  const config = { baseUrl: siteUrl, siteUrl, corsOrigins: [siteUrl], trustedProxies: 0 };
  const authorization = { issuer: siteUrl } as never;
  const door = testDoor(t, { authorization, config, mcpServing: fixtureServing });
  await door.listen({ host: "127.0.0.1", port });
  const reach = await tokenAdder("connector", port);
  t.after(() => reach.close());
  for (const name of withFixtures) await t.test(name, () => scenario(reach.url, name));
});

test("every scenario that the suite has for servers is run, or named with its reason", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [suite, "list"]);
  const servers = stdout.slice(0, stdout.indexOf("Client scenarios"));
  const listed = [...servers.matchAll(/^ {2}- ([\w-]+)/gm)].map(([, name]) => name!);
  const product = [
    ...["server-initialize", "ping", "tools-list", "resources-list", "prompts-list"],
    "dns-rebinding-protection",
  ];
  assert.deepEqual(listed.sort(), [...product, ...withFixtures, ...needSessions].sort());
});
