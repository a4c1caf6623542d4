import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { keepDraft } from "../../fixtures/draft.ts";
import { assertGood } from "../page.ts";
import { inBrowser, type Someone, siteForTests } from "../site.ts";

let ada: Someone;
let bob: Someone;
let [adaId, bobId, bobsProject, adasProject] = ["", "", "", ""];

const site = siteForTests({}, async ({ someone, call, token }) => {
  [ada, bob] = [await someone("ada"), await someone("bob")];
  const [asAda, asBob] = [await token(ada), await token(bob)];
  adaId = (await call<{ id: string }>(asAda, "PATCH", "/organization", { name: "Ada's agency" })).id;
  bobId = (await call<{ id: string }>(asBob, "PATCH", "/organization", { name: "Bob's bakery" })).id;
  const terms = (name: string) => ({ name, brand: "Acme", prompts: ["Which oven suits a bakery?"] });
  adasProject = (await call<{ id: string }>(ada.key, "POST", "/projects", terms("Agency site"))).id;
  bobsProject = (await call<{ id: string }>(bob.key, "POST", "/projects", terms("Bakery ovens"))).id;
  await join();
});

/** Bob lets Ada in. */
async function join(): Promise<void> {
  const { url } = await site.call<{ url: string }>(
    await site.token(bob),
    "POST",
    "/organization/invitations",
    {
      ...{ email: ada.email, role: "admin" },
    },
  );
  const accepted = { token: url.split("/").at(-1) };
  await site.call(await site.token(ada), "POST", "/organization/invitations/accept", accepted);
}

const invited = async (someone: Someone) =>
  (await site.call<{ email: string }[]>(await site.token(someone), "GET", "/organization/invitations")).map(
    ({ email }) => email,
  );

async function titled(page: Page, project: string): Promise<void> {
  for (const end = Date.now() + 20_000; !(await page.title()).startsWith(project); )
    assert.ok(Date.now() < end && (await page.waitForTimeout(50)) === undefined, await page.title());
}

async function chooseIn(page: Page, name: string): Promise<void> {
  await page.goto(`${site.address}/account`);
  await page.getByRole("button", { name: `Work in it: ${name}` }).click();
  await page.waitForURL(`${site.address}/`);
}

test(
  "contract/organizations: a tab stays in its organization, whatever another tab chooses",
  inBrowser,
  async () => {
    const { page: first, complaints } = await site.signedIn(ada);
    await first.goto(`${site.address}/organization`);
    await first.getByRole("heading", { name: "Ada's agency" }).waitFor();
    const second = await first.context().newPage();
    await chooseIn(second, "Bob's bakery");
    await second.getByText("Bakery ovens").first().waitFor();
    await first.getByRole("button", { name: "Invite somebody" }).click();
    const dialog = first.getByRole("dialog", { name: "Invite somebody" });
    await dialog.getByLabel("Email").fill("client@agency.example");
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
    await dialog.getByLabel("Link").waitFor();
    assert.equal((await invited(bob)).includes("client@agency.example"), false);
    await first.reload();
    await first.getByRole("heading", { name: "Ada's agency" }).waitFor();
    const third = await first.context().newPage();
    await third.goto(`${site.address}/organization`);
    await third.getByRole("heading", { name: "Bob's bakery" }).waitFor();
    for (const [projectId, name] of [
      [adasProject, "Agency site"],
      [bobsProject, "Bakery ovens"],
    ] as const) {
      await third.goto(`${site.address}/projects/${projectId}/prompts`);
      await titled(third, name);
    }
    await third.goto(`${site.address}/organization`);
    await third.getByRole("heading", { name: "Bob's bakery" }).waitFor();
    assert.deepEqual(complaints, []);
    await first.context().close();
  },
);

test(
  "contract/organizations: what somebody typed is never sent as somebody else, and is there when they are back",
  inBrowser,
  async () => {
    const id = await keepDraft(site.app.db, await site.owner(adasProject));
    const body = async () =>
      (await site.call<{ body_markdown: string }>(ada.key, "GET", `/reports/${id}`)).body_markdown;
    const before = await body();
    const { page } = await site.signedIn(ada);
    await page.goto(`${site.address}/reports/${id}`);
    const text = page.getByLabel("Text", { exact: true });
    await text.waitFor();
    const other = await page.context().newPage();
    await other.goto((await site.app.app.onceAddress(bob.email)) ?? "");
    await other.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForTimeout(1_100);
    await text.fill("Typed while somebody else was signed in.");
    page.removeAllListeners("dialog");
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    const dialog = page.getByRole("dialog", { name: "Somebody else is signed in" });
    await dialog.getByText(ada.email).waitFor();
    await dialog.getByText(bob.email).first().waitFor();
    await assertGood(page, "somebody else is signed in");
    assert.equal(await body(), before);
    await dialog.getByLabel("Password").fill(ada.password);
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Saved", { exact: true }).waitFor();
    assert.equal(await body(), "Typed while somebody else was signed in.");
    await other.goto(site.address);
    await other.getByRole("dialog", { name: "Somebody else is signed in" }).waitFor();
    await other.getByRole("button", { name: `Go on as ${ada.email}` }).click();
    await other.getByText("Bakery ovens").first().waitFor();
    await page.context().close();
  },
);

test(
  "contract/organizations: whoever is removed is told so, and nothing is saved in another organization",
  inBrowser,
  async () => {
    const { page } = await site.signedIn(ada);
    await page.goto(`${site.address}/projects/${bobsProject}`);
    await titled(page, "Bakery ovens");
    await page.goto(`${site.address}/organization`);
    await page.getByRole("button", { name: "Invite somebody" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite somebody" });
    await dialog.getByLabel("Email").fill("late@agency.example");
    const asBob = await site.token(bob);
    const members = await site.call<{ id: string; email: string }[]>(asBob, "GET", "/organization/members");
    const member = members.find(({ email }) => email === ada.email);
    await site.call(asBob, "DELETE", `/organization/members/${member?.id}`);
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
    const told = page.getByRole("dialog", { name: "You are not in this organization any more" });
    await told.waitFor();
    await assertGood(page, "no longer a member");
    assert.equal((await invited(ada)).includes("late@agency.example"), false);
    await told.getByRole("button", { name: "Stay on this page" }).click();
    assert.equal(await dialog.getByLabel("Email").inputValue(), "late@agency.example");
    await page.goto(`${site.address}/account`);
    await told.getByRole("button", { name: "Open your organizations" }).click();
    await page.getByRole("row").filter({ hasText: "Ada's agency" }).waitFor();
    assert.notEqual(adaId, bobId);
    await page.context().close();
  },
);
