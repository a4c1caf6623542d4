import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { always, failing } from "../fake-engines.ts";
import { assertGood } from "./page.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

const hostile = `"><img src=x onerror=alert(1)>`;
let ada: Someone;
let bob: Someone;
const site = siteForTests({ engines: { chatgpt: always("Acme.") } }, async ({ someone, call, token }) => {
  ada = await someone("ada");
  bob = await someone("bob");
  const jwt = await token(ada);
  await call(jwt, "PATCH", "/organization", { name: `Agency ${hostile}` });
  await call(jwt, "POST", "/client-workspaces", { name: `North ${hostile}`, kind: "client" });
  await call(ada.key, "POST", "/projects", { name: "Acme", brand: "Acme" });
});

test("a key is made and shown once, used, and revoked", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/organization?part=access`);
  await page.getByRole("button", { name: "Make an API key" }).click();
  const dialog = page.getByRole("dialog", { name: "Make an API key" });
  await dialog.getByLabel("Name").fill(`Sheets ${hostile}`);
  await dialog.getByLabel("Expires").selectOption("in 30 days");
  await dialog.getByLabel("Run analyses").uncheck();
  await assertGood(page, "making a key");
  await dialog.getByRole("button", { name: "Make the key" }).click();
  const key = await dialog.getByLabel("Key", { exact: true }).inputValue();
  assert.match(key, /^oh_/);
  await assertGood(page, "a key that is shown once");
  await dialog.getByRole("button", { name: "Close" }).click();
  assert.equal((await page.content()).includes(key), false);
  assert.equal((await site.call<unknown[]>(key, "GET", "/projects")).length, 1);
  const row = page.getByRole("row").filter({ hasText: "Sheets" });
  assert.match((await row.textContent()) ?? "", /Read projects, reports and answers; Crawl/);
  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await row.waitFor({ state: "detached" });
  const { status } = await fetch(`${site.address}/v1/projects`, {
    headers: { authorization: `Bearer ${key}` },
  });
  assert.equal(status, 401);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("an assistant that runs without a browser gets a key, and is disconnected", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/organization?part=access`);
  await page.getByText("No assistant is connected.").waitFor();
  await page.getByRole("button", { name: "Make a connector key" }).click();
  const dialog = page.getByRole("dialog", { name: "Make a connector key" });
  await dialog.getByLabel("Name").fill("Night agent");
  await dialog.getByRole("button", { name: "Make the key" }).click();
  assert.ok(await dialog.getByLabel("Key", { exact: true }).inputValue());
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Disconnect Night agent" }).click();
  const sure = page.getByRole("dialog");
  await sure
    .getByText(/^Connected .+ last used: never\. It may: Read projects, reports and answers\./)
    .waitFor();
  const align = `getComputedStyle(document.querySelector("dialog[open]")).textAlign`;
  assert.equal(await page.evaluate(align), "start");
  await sure.getByRole("button", { name: "Disconnect" }).click();
  await page.getByText("No assistant is connected.").waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("somebody is invited by a link, joins, becomes an editor, and is removed", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/organization`);
  await page.getByRole("button", { name: "Invite somebody" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite somebody" });
  await dialog.getByLabel("Email").fill(bob.email);
  await dialog.getByLabel("only some clients").check();
  await dialog.getByLabel(/^North/).check();
  await assertGood(page, "an invitation");
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await dialog.getByLabel("Link").inputValue();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("row").filter({ hasText: bob.email }).getByText("open").waitFor();

  // As for an inbox that got several letters just before.
  await page.route(
    "**/v1/organization/invitations",
    async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      answer.meta.warnings = [{ code: "MAIL_NOT_SENT", path: null, message: "" }];
      await route.fulfill({ response, json: answer });
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await dialog.getByLabel("Email").fill("carol@north.example");
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await dialog.getByText(/^No mail was sent/).waitFor();
  await dialog.getByLabel("Link").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();

  const other = await site.signedIn(bob);
  await other.page.goto(link);
  await other.page.getByRole("button", { name: "Join" }).click();
  await other.page.waitForURL(({ pathname }) => !pathname.startsWith("/invitations"));
  await other.page.context().close();

  await page.reload();
  const row = page.getByRole("row").filter({ hasText: bob.email });
  await row.getByText(/North/).waitFor();
  await row.getByRole("button", { name: "Change" }).click();
  const change = page.getByRole("dialog", { name: `Change ${bob.email}` });
  await change
    .getByLabel("Role")
    .selectOption({ label: "Editor: also runs, writes, publishes, shares, has keys" });
  await change.getByLabel("everything").check();
  await change.getByRole("button", { name: "Save" }).click();
  await row.getByText("editor", { exact: true }).waitFor();
  await row.getByText("everything", { exact: true }).waitFor();
  await row.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await row.waitFor({ state: "detached" });
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("the audit log is filtered by its address, and its file has what is asked for", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/organization?part=audit`);
  await page.getByRole("cell", { name: "Create project" }).waitFor();
  await page.getByLabel("What").selectOption("Update organization");
  await page.waitForURL(/action=update_organization/);
  await page.getByRole("cell", { name: "Create project" }).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("cell", { name: "Update organization" }).waitFor();
  assert.equal(await page.getByRole("row").count(), 2);
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  const lines = readFileSync(await (await waiting).path(), "utf8")
    .trim()
    .split("\n");
  assert.equal(lines.length, 2);
  assert.match(lines[1] ?? "", /update_organization/);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("a spending limit is set, and a client workspace made, archived and deleted", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/organization?part=usage`);
  await page.getByLabel("Limit a month, USD").fill("75");
  await page.getByRole("region", { name: "Spending" }).getByRole("button", { name: "Save" }).click();
  await page.getByText("$0.00 of $75.00 spent this month").waitFor();
  await page.getByRole("link", { name: "Clients" }).click();
  await page.getByRole("button", { name: "Add a client" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("South");
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  const row = page.getByRole("row").filter({ hasText: "South" });
  await row.getByRole("button", { name: "Change South" }).click();
  await page.getByRole("dialog").getByLabel("State").selectOption("archived");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await row.getByRole("cell", { name: "archived", exact: true }).waitFor();
  await row.getByRole("button", { name: "Delete South" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await row.waitFor({ state: "detached" });
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test(
  "the organization's own key for an assistant is tried out, saved without being shown, and deleted",
  inBrowser,
  async () => {
    site.app.engines.sayTo("sk-wrong-0123456789", failing("bad_key"));
    site.app.engines.sayTo("sk-right-0123456789", always("Yes."));
    const { page, complaints } = await site.signedIn(ada);
    await page.goto(`${site.address}/organization?part=engines`);
    const row = page.getByRole("row").filter({ hasText: "ChatGPT" });
    await row.getByText("the server’s").waitFor();
    await row.getByRole("button", { name: "Use your key for ChatGPT" }).click();
    const dialog = page.getByRole("dialog", { name: "Use your key for ChatGPT" });
    await dialog.getByLabel("API key").fill("sk-wrong-0123456789");
    await dialog.getByRole("button", { name: "Try it and save" }).click();
    await dialog.locator(".issue").waitFor();
    await assertGood(page, "a key that the vendor does not take");
    assert.equal(await dialog.getByLabel("API key").inputValue(), "sk-wrong-0123456789");
    await dialog.getByLabel("API key").fill("sk-right-0123456789");
    await dialog.getByRole("button", { name: "Try it and save" }).click();
    await row.getByText(/the organization’s, …6789/).waitFor();
    assert.equal((await page.content()).includes("sk-right"), false);
    await row.getByRole("button", { name: "Delete your key for ChatGPT" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await row.getByText("the server’s").waitFor();
    assert.ok(
      complaints.every((said) => said.includes("status of 400")),
      complaints.join(),
    );
    await page.context().close();
  },
);

test("how long things are kept is changed after seeing what goes, and when", inBrowser, async () => {
  const terms = { name: "Kept", brand: "Acme" };
  const { id } = await site.call<{ id: string }>(ada.key, "POST", "/projects", terms);
  const row = { prompt: "Which CRM?", provider: "chatgpt", answer: "Acme, most say." };
  await site.call(ada.key, "POST", `/projects/${id}/imports`, [row]);
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/organization?part=data`);
  const form = page.getByRole("region", { name: "How long things are kept" });
  await form.getByText("Nothing goes for now.").first().waitFor();
  await form.getByLabel("Text of answers, days").fill("1");
  await form
    .getByText(/^Empty: 13 months\. From .+ on, the text of answers .+, that of 1 report so far\.$/)
    .waitFor();
  await form.getByLabel("Raw data with what was read in it, days").fill("30");
  await form.getByText(/^Empty: 13 months\. The oldest goes on \d+ \w+ \d{4}\.$/).waitFor();
  await form.getByLabel("Audit log, days").fill("40");
  await form.getByText(/^Empty: 400 days\. From .+ on, entries made up to .+ are deleted\.$/).waitFor();
  await assertGood(page, "what would go");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Saved.").waitFor();
  await form.getByText(/1 goes within a day, the oldest on /).waitFor();
  await form.getByText(/^Nothing is deleted before /).waitFor();
  const kept = async () => {
    const { retention } = await site.call<{ retention: Record<string, { days: number | null }> }>(
      ...([ada.key, "GET", "/organization"] as const),
    );
    return ["answers", "rows", "audit"].map((what) => retention[what]?.days);
  };
  assert.deepEqual(await kept(), [1, 30, 40]);
  await page.reload();
  await form.getByLabel("Text of answers, days").fill("");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Saved.").waitFor();
  assert.deepEqual(await kept(), [null, 30, 40]);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test(
  "an owner deletes the organization only after its name was typed, and keeps the account",
  inBrowser,
  async () => {
    const eve = await site.someone("eve");
    await site.call(await site.token(eve), "PATCH", "/organization", { name: "Short-lived" });
    const { page, complaints } = await site.signedIn(eve);
    await page.goto(`${site.address}/organization?part=data`);
    await page.getByRole("button", { name: "Delete this organization" }).click();
    const sure = page.getByRole("dialog", { name: "Delete Short-lived?" });
    await sure
      .getByText(/^Lost for good: 0 projects with all reports, answers and drafts, for you alone\./)
      .waitFor();
    await assertGood(page, "the question before an organization is deleted");
    const act = sure.getByRole("button", { name: "Delete for good" });
    assert.equal(await act.isDisabled(), true);
    await sure.getByLabel("Type the organization’s name: Short-lived").fill("Short-lived");
    await act.click();
    await page.getByRole("heading", { name: "Account", exact: true }).waitFor();
    await page.getByText("you work in it").waitFor();
    assert.equal(await page.getByText("Short-lived").count(), 0);
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);

for (const colorScheme of ["light", "dark"] as const)
  test(`the organization is accessible and fits a desk and a phone, ${colorScheme}`, inBrowser, async () => {
    const { page, complaints } = await site.signedIn(ada, { colorScheme });
    const parts = [
      "",
      "?part=clients",
      "?part=access",
      "?part=engines",
      "?part=usage",
      "?part=audit",
      "?part=data",
    ];
    for (const part of colorScheme === "light" ? parts : [parts[0], parts[5], parts[6]]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${site.address}/organization${part}`);
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await page.waitForLoadState("networkidle");
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await assertGood(page, `organization ${part} at ${width}, ${colorScheme}`);
      }
    }
    assert.deepEqual(complaints, [], "no script of a name has run");
    await page.context().close();
  });
