import assert from "node:assert/strict";
import { test } from "node:test";
import { allow, browser, register, signIn } from "../oauth/flow.ts";
import { person } from "../oauth/person.ts";
import { freePort } from "../server-process.ts";
import { startApp } from "../start-app.ts";
import { anyStore } from "../stores.ts";
import { faultsIn } from "./judge.ts";
import { siteAt } from "./reach.ts";
import { startSuite, suiteSays } from "./suite.ts";

/*
 * The official suite as a client of the OAuth server. It names the resource in both of its requests, as RFC 8707 and
 * the protocol ask; a client that does not is turned away, which the suite leaves open and oauth/attacks.test.ts shows.
 */

test("conformance: the authorization server", { timeout: 300_000 }, async (t) => {
  const port = await freePort();
  const app = await startApp(t, anyStore[0]!, { config: siteAt(port) });
  const { door } = app.app;
  const issuer = await door.listen({ host: "127.0.0.1", port });
  const callbackPort = await freePort();
  const redirectUri = `http://127.0.0.1:${callbackPort}/callback`;
  const client = await register(door, { redirect_uris: [redirectUri] });
  const given = { url: issuer, resource: `${issuer}/mcp`, "client-id": client, port: String(callbackPort) };
  const suite = startSuite(
    t,
    "authorization",
    ...Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]),
  );

  const tab = browser(door, issuer);
  const asked = await suite.line(`${issuer}/oauth2/authorize?`);
  const answered = await allow(tab, await signIn(tab, asked, await person(app)));
  assert.equal((await fetch(answered)).status, 200);

  const outcome = await suite.outcome();
  const names = [...(await suiteSays("list", "--authorization")).matchAll(/^ {2}- ([\w-]+)/gm)];
  assert.ok(names.length >= 2);
  for (const [, name] of names)
    await t.test(name!, () => assert.deepEqual(faultsIn(outcome.get(name!) ?? []), []));
});
