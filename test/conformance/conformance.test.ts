import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Serve } from "../../src/server/mcp/tool-call.ts";
import { longTest } from "../depth.ts";
import { testDoor } from "../http/door.ts";
import { fakePorts } from "../http/ports.ts";
import { legacy, modern } from "../mcp.ts";
import { freePort } from "../server-process.ts";
import { startApp } from "../start-app.ts";
import { anyStore } from "../stores.ts";
import { fixtureServing, sessionServing } from "./fixture-server.ts";
import { asked, judge, oldest, type Reasons } from "./judge.ts";
import { siteAt, tokenAdder } from "./reach.ts";
import { scenariosOf, suiteSays } from "./suite.ts";

/*
 * The official suite, with what it requires of servers of each revision and what it has beyond that: against the
 * product, whatever needs no fixtures; against the same door and transport with its fixtures behind it, everything.
 */

const suiteMs = { timeout: 300_000 };

const revisions = [oldest, legacy, modern];

const beforeModern = {
  "server-initialize": {},
  ping: {},
  "tools-list": {},
  "resources-list": {},
  "prompts-list": {},
};

/** The scenarios that need nothing of the suite's behind the door, with what does not apply of each. */
const ofTheProduct: Record<string, Record<string, Reasons>> = {
  [oldest]: beforeModern,
  [legacy]: { ...beforeModern, "dns-rebinding-protection": {} },
  [modern]: {
    "server-stateless": {
      "sep-2575-server-rejects-undeclared-capability": "needs a tool of the suite's",
      "sep-2575-missing-capability-http-400": "needs a tool of the suite's",
      "sep-2575-http-server-no-independent-requests-on-stream": "needs a tool of the suite's",
      "sep-2575-server-no-log-without-loglevel": "needs a tool of the suite's",
      "sep-2575-server-sends-subscription-ack": "lists do not change, so that nothing is subscribed to",
      "sep-2575-server-tags-subscription-id": "lists do not change, so that nothing is subscribed to",
      "sep-2575-server-honors-notification-filter": "lists do not change, so that nothing is subscribed to",
      "sep-2575-server-sends-prompts-list-changed-on-subscription": "lists do not change",
      "sep-2575-server-sends-tools-list-changed-on-subscription": "lists do not change",
    },
    "tools-list": {},
    "server-sse-multiple-streams": {},
    "resources-list": {},
    "sep-2164-resource-not-found": {},
    "prompts-list": {},
    "dns-rebinding-protection": {},
    caching: {},
    "input-required-result-unsupported-methods": {},
    "http-header-validation": {},
  },
};

/**
 * Where the server asks its client something in the middle of a call, or goes on with a stream that broke. That takes
 * sessions, which protocol 2026-07-28 has given up and the product never has; here the fixtures have them.
 */
const withSessions = new Set([
  "tools-call-sampling",
  "tools-call-elicitation",
  "elicitation-sep1034-defaults",
  "elicitation-sep1330-enums",
  "server-sse-polling",
  "server-sse-multiple-streams",
  "server-session-lifecycle",
]);

let list: string;
before(async () => {
  list = await suiteSays("list", "--server");
});

for (const revision of revisions) {
  test(`conformance ${revision}: the product`, suiteMs, async (t) => {
    const port = await freePort();
    const app = await startApp(t, anyStore[0]!, { config: siteAt(port) });
    await app.app.door.listen({ host: "127.0.0.1", port });
    const reach = await tokenAdder(await (await app.member()).connector(), port);
    t.after(() => reach.close());
    const answers = await asked(t, revision, reach.url);
    for (const [name, reasons] of Object.entries(ofTheProduct[revision]!))
      await t.test(name, (t) => judge(t, answers, name, reasons));
  });
}

// Without sessions, `verify` has the newest revision alone: of the others, those with sessions run all that they would and more.
for (const [what, serving, revision, leftOut, define] of [
  ["without sessions", fixtureServing, oldest, withSessions, longTest],
  ["with sessions", sessionServing, oldest, new Set(), test],
  ["without sessions", fixtureServing, legacy, withSessions, longTest],
  ["with sessions", sessionServing, legacy, new Set(), test],
  ["without sessions", fixtureServing, modern, new Set(), test],
] as [string, () => Serve, string, ReadonlySet<string>, typeof longTest][]) {
  define(`conformance ${revision}: the door and transport with fixtures, ${what}`, suiteMs, async (t) => {
    const port = await freePort();
    const { siteUrl } = siteAt(port);
    const config = { baseUrl: siteUrl, siteUrl, corsOrigins: [siteUrl], trustedProxies: 0 };
    const authorization = { issuer: siteUrl } as never;
    // The suite is one caller that asks more in a minute than anybody else.
    const ports = fakePorts({ rules: { read: undefined } });
    const door = testDoor(t, { authorization, config, mcpServing: serving, ports });
    await door.listen({ host: "127.0.0.1", port });
    const reach = await tokenAdder("connector", port);
    t.after(() => reach.close());
    const answers = await asked(t, revision, reach.url);
    const names = scenariosOf(list, revision).filter((name) => !leftOut.has(name));
    assert.ok(names.length >= 20, list);
    for (const name of names) await t.test(name, (t) => judge(t, answers, name));
  });
}

for (const revision of [legacy, modern]) {
  test(`conformance ${revision}: whatever is required of servers is among what is run`, async () => {
    const required = await suiteSays("list", "--server", "--requirements", revision);
    const names = required
      .slice(required.indexOf("Server scenarios"), required.indexOf("Client scenarios"))
      .matchAll(/^ {2}- ([\w-]+)$/gm);
    const run = new Set(scenariosOf(list, revision));
    const requiredNames = [...names].map(([, name]) => name!);
    assert.ok(requiredNames.length >= 30);
    assert.deepEqual(
      requiredNames.filter((name) => !run.has(name)),
      [],
    );
    assert.deepEqual(
      Object.keys(ofTheProduct[revision]!).filter((name) => !run.has(name)),
      [],
    );
  });
}

test("the suite has no revision of the protocol that is not run", async () => {
  const { 1: known } = /Requirement sets available:([\d,\s-]+)/.exec(await suiteSays("list", "--help")) ?? [];
  assert.deepEqual(known?.trim().split(/,\s*/).sort(), [legacy, modern]);
});
