import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { testDoor } from "../http/door.ts";
import { freePort } from "../server-process.ts";
import { startApp } from "../start-app.ts";
import { stores } from "../stores.ts";
import { fixtureServing, sessionServing } from "./fixture-server.ts";
import { siteAt, tokenAdder } from "./reach.ts";

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
  assert.match(
    ran.stdout,
    /Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/,
    `${ran.stdout.slice(0, 3000)}${ran.stderr}`,
  );
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

const withoutFixtures = [
  ...["server-initialize", "ping", "tools-list", "resources-list", "prompts-list"],
  "dns-rebinding-protection",
];

for (const name of withoutFixtures) test(`conformance: ${name}`, () => scenario(product.url, name));

// ── the same door and transport, with the fixtures of the suite behind it ──

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

/**
 * Where the server asks its client something in the middle of a call, or goes on with a stream that broke. That takes
 * sessions, which protocol 2026-07-28 has given up and the product never has; here the fixtures have them.
 */
const withSessions = [
  "tools-call-sampling",
  "tools-call-elicitation",
  "elicitation-sep1034-defaults",
  "elicitation-sep1330-enums",
  "server-sse-polling",
  "server-sse-multiple-streams",
];

for (const [what, serving, names] of [
  ["without sessions", fixtureServing, withFixtures],
  ["with sessions", sessionServing, [...withFixtures, ...withSessions]],
] as const)
  test(`conformance: the door and transport with fixtures, ${what}`, { timeout: 600_000 }, async (t) => {
    const port = await freePort();
    const { siteUrl } = siteAt(port);
    const config = { baseUrl: siteUrl, siteUrl, corsOrigins: [siteUrl], trustedProxies: 0 };
    const authorization = { issuer: siteUrl } as never;
    const door = testDoor(t, { authorization, config, mcpServing: serving });
    await door.listen({ host: "127.0.0.1", port });
    const reach = await tokenAdder("connector", port);
    t.after(() => reach.close());
    for (const name of names) await t.test(name, () => scenario(reach.url, name));
  });

const suiteSays = async (...given: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [suite, ...given])).stdout;

test("every scenario that the suite has for servers is run", async () => {
  const listed = [...(await suiteSays("list", "--server")).matchAll(/^ {2}- ([\w-]+)/gm)].map(
    ([, name]) => name!,
  );
  assert.deepEqual(listed.sort(), [...withoutFixtures, ...withFixtures, ...withSessions].sort());
});

test("the suite knows versions up to 2025-11-25 and no authorization servers; one that does is to be run for them", async () => {
  // What 2026-07-28 asks is in modern.test.ts, what a new suite asks of authorization servers in test/oauth.
  assert.match(await suiteSays("list", "--server"), /2025-11-25/);
  await assert.rejects(
    suiteSays("list", "--spec-version", "2026-07-28"),
    /Valid versions: [^\n]*2025-11-25, draft/,
  );
  assert.doesNotMatch(await suiteSays("--help"), /^ {2}authorization/m);
});
