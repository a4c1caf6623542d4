import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertGood, keepPicture, openWindow } from "../web/page.ts";
import { inBrowser, siteForTests } from "../web/site.ts";

// From a server without accounts to an invited client's first project, without mail and without a terminal.

const site = siteForTests({ config: { rateLimitScale: 0 } }, async () => undefined);
const password = "correct horse battery";
const ada = "ada@acme.example";

/** At a desk's and a phone's width. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await assertGood(page, `${name} at ${width}`);
    await keepPicture(page, `joining-${name}-${width}`);
  }
}

test("the first account is made by the link that the server prints", inBrowser, async () => {
  const { page, complaints } = await openWindow(site.browser, { reducedMotion: "reduce" });
  await page.goto(`${site.address}/sign-in`);
  await page.getByRole("heading", { level: 1, name: "Welcome to Overheard" }).waitFor();
  await look(page, "fresh");
  await page.goto((await site.app.app.firstAddress()) ?? "");
  await look(page, "first");
  await page.getByLabel("Email").fill(ada);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.equal(await page.getByText("Sign in", { exact: true }).count(), 0);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test(
  "who is invited without mail is at the first project of their client within a minute, by keyboard alone, and gets a new password from an admin",
  inBrowser,
  async () => {
    const jwt = await site.app.app.operator.issueToken({ email: ada });
    const call = <T>(method: string, path: string, body?: unknown) => site.call<T>(jwt, method, path, body);
    await call("PATCH", "/organization", { name: "Acme & <b>Sons</b>" });
    const client = await call<{ id: string }>("POST", "/client-workspaces", {
      name: "North",
      kind: "client",
    });
    const terms = { brand: "Acme", prompts: ["best crm?"] };
    await call("POST", "/projects", { ...terms, name: "Elsewhere" });
    const shown = await call<{ id: string }>("POST", "/projects", {
      ...terms,
      name: "Shown",
      workspaceId: client.id,
    });
    const invited = { email: "kim@client.example", role: "viewer", workspaceIds: [client.id] };
    const { url } = await call<{ url: string }>("POST", "/organization/invitations", invited);

    const { page, complaints } = await openWindow(site.browser, { reducedMotion: "reduce" });
    const begunAt = Date.now();
    await page.goto(url);
    await page.getByRole("heading", { level: 1, name: "Join Acme & <b>Sons</b>" }).waitFor();
    await page.getByText("The projects of North").waitFor();
    await look(page, "invitation");
    await page.getByLabel("Your name").focus();
    await page.keyboard.type("Kim");
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${site.address}/projects/${shown.id}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.ok(Date.now() - begunAt < 60_000);
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "You are in Acme & <b>Sons</b>" }).waitFor();
    await look(page, "member");

    const boss = await site.signedIn({ email: ada, password, key: "" });
    await boss.page.goto(`${site.address}/organization`);
    const row = boss.page.getByRole("row").filter({ hasText: invited.email });
    await row.getByRole("button", { name: /^Create a link for a new password/ }).click();
    const dialog = boss.page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create link" }).click();
    const link = await dialog.getByLabel("Link").inputValue();
    await look(boss.page, "password-link");
    await page.goto(link);
    await page.getByLabel("New password").fill("another horse battery");
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("heading", { name: "Your password is set" }).waitFor();
    assert.deepEqual([...complaints, ...boss.complaints], []);
    for (const window of [page, boss.page]) await window.context().close();
  },
);
