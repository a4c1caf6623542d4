import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, site } from "../oauth/flow.ts";
import { startApp } from "../start-app.ts";
import { anyStore } from "../stores.ts";

const password = "correct horse battery";

for (const store of anyStore)
  test(`${store.name}: whoever has a link that the start printed makes the first account, once`, async (t) => {
    const { app } = await startApp(t, store, { config: { siteUrl: site, rateLimitScale: 0 } });
    const tab = browser(app.door);
    assert.match((await tab.get("/sign-in")).text, /no account yet[\s\S]*restart the server/);
    assert.match((await tab.get("/sign-in/first?token=x")).text, /no account yet/);
    // Of two processes each prints one, and each works.
    const links = [await app.firstAddress(), await app.firstAddress()].map((link) => link ?? "");
    assert.equal(new Set(links).size, 2);
    assert.match((await tab.get(links[0]!)).text, /Create the first account/);
    const form = (link: string, email: string, given = password) => [
      ["token", new URL(link).searchParams.get("token")!],
      ["email", email],
      ["name", "Ada"],
      ["password", given],
    ] as [string, string][]; // biome-ignore format: a form
    const send = (at: ReturnType<typeof browser>, ...fields: Parameters<typeof form>) =>
      at.post("/sign-in/first", form(...fields));

    const refused = await send(tab, links[1]!, "ada@acme.example", "short");
    assert.match(refused.text, /role="alert">[^<]*8[\s\S]*value="ada@acme.example"/);
    const long = await send(tab, links[1]!, "ada@acme.example", "correct horse ".repeat(11));
    assert.match(long.text, /role="alert">A password has 8 to 128 characters; this one is longer\./);
    const named = form(links[1]!, "ada@acme.example").map(([name, value]) =>
      name === "name" ? (["name", "A".repeat(101)] as [string, string]) : ([name, value] as [string, string]),
    );
    assert.match(
      (await tab.post("/sign-in/first", named)).text,
      /role="alert">A name has at most 100 characters\./,
    );
    assert.equal((await send(tab, links[1]!, "no address")).status, 400);
    assert.equal((await send(tab, `${site}/?token=${"A".repeat(43)}`, "eve@e.example")).status, 410);

    const two = await Promise.all([
      send(tab, links[1]!, "ada@acme.example"),
      send(browser(app.door), links[1]!, "eve@e.example"),
    ]);
    const made = two.filter(({ headers }) => headers["set-cookie"] !== undefined);
    assert.equal(made.length, 1, "of two forms with one link, one makes an account");
    assert.equal(made[0]!.location, `${site}/`);
    assert.equal((await app.operator.listAccounts({ search: null, limit: 10 })).length, 1);

    assert.equal(
      (await tab.get(links[0]!)).location,
      `${site}/sign-in`,
      "all links end with the first account",
    );
    assert.equal((await send(browser(app.door), links[0]!, "eve@e.example")).location, `${site}/sign-in`);
    assert.equal(await app.firstAddress(), null);
    assert.match((await browser(app.door).get("/sign-in")).text, /Sign in to Overheard/);
  });
