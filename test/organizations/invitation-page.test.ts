import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { SMTPServer } from "smtp-server";
import { browser, hiddenIn, site } from "../oauth/flow.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { anyStore } from "../stores.ts";
import { invite } from "./joining.ts";

const password = "correct horse battery";

/** A real mail server on loopback, and the letters that it has taken. */
async function mailbox(t: TestContext) {
  const letters: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, session, done) {
      const source = await text(stream);
      const plain = source.replaceAll("=\r\n", "").replaceAll("=3D", "=");
      letters.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: plain });
      done();
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { letters, mail: { url: `smtp://127.0.0.1:${port}`, from: "Overheard <o@s.example>" } };
}

/** Somebody with an account and a password, in a browser where they are not signed in yet. */
async function person({ app }: TestApp, email: string) {
  await app.operator.createUser({ email, password });
  const tab = browser(app.door);
  const signIn = (next: string) => tab.post("/sign-in", [["email", email], ["password", password], ["next", next]]); // biome-ignore format: one form
  return { tab, signIn };
}

for (const store of anyStore) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 120_000 }, body);

  on("who is invited gets a letter, signs in by its link and joins, once", async (t) => {
    const { letters, mail } = await mailbox(t);
    const app = await startApp(t, store, { config: { mail, siteUrl: site, rateLimitScale: 0 } });
    const boss = await app.member();
    await boss.call("PATCH", "/v1/organization", { name: "Acme\n& <Sons>" }, { token: await boss.session() });
    const email = "kim@client.example";
    const { token } = await invite(boss, { email: "Kim@client.example" }, "viewer");
    await app.settle();
    const [letter] = letters;
    assert.deepEqual([letters.length, letter?.to], [1, [email]]);
    const link = `${site}/invitations/${token}`;
    assert.ok(letter!.text.includes(link), letter!.text);
    assert.ok(!app.logged.join().includes(token));

    const { tab, signIn } = await person(app, email);
    const sent = await tab.get(link);
    assert.equal(sent.status, 303);
    const next = new URL(sent.location).searchParams.get("next")!;
    assert.equal((await signIn(next)).location, link);
    const page = await tab.get(link);
    assert.equal(page.status, 200);
    assert.match(page.text, /Join <bdi>Acme\s+&amp; &lt;Sons&gt;/);
    assert.equal(
      (await tab.post(link, [["csrf", "guessed"]])).status,
      303,
      "another page's form does nothing",
    );
    const joined = await tab.post(link, hiddenIn(page));
    assert.match(joined.text, /You are in/);
    assert.equal((await tab.get(link)).status, 410);
    const again = await tab.post(link, hiddenIn(page));
    assert.match(again.text, /invitation/i);
    assert.equal(again.status, 409);

    const jwt = JSON.parse((await tab.get("/api/auth/token")).text).token as string;
    const { data } = await app.send<{ id: string; role: string }>({
      ...{ method: "GET", path: "/v1/organization", token: jwt },
    });
    assert.deepEqual([data.id, data.role], [boss.userId, "viewer"], "it is the one used last");
    const log = await boss.call<{ action: string; door: string }[]>(
      ...(["GET", "/v1/organization/audit-log?action=accept_invitation", undefined] as const),
      { token: await boss.session() },
    );
    assert.deepEqual(
      log.data.map(({ door }) => door),
      ["page"],
    );
  });

  on("an invitation for another address, one taken back and one of no kind let nobody in", async (t) => {
    const app = await startApp(t, store, { config: { siteUrl: site, rateLimitScale: 0 } });
    const boss = await app.member();
    const { token, id } = await invite(boss, { email: "kim@client.example" }, "viewer");
    const { tab, signIn } = await person(app, "eve@e.example");
    await signIn("/account");
    const page = await tab.get(`/invitations/${token}`);
    assert.match(page.text, /for another address/);
    const refused = await tab.post(`/invitations/${token}`, hiddenIn(page));
    assert.equal(refused.status, 403);
    const path = `/v1/organization/invitations/${id}`;
    await boss.call("DELETE", path, undefined, { token: await boss.session() });
    for (const gone of [token, "x", "%00", "..%2Faccount"])
      assert.equal((await tab.get(`/invitations/${gone}`)).status, 410, gone);
  });
}
