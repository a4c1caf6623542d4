import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { always } from "../fake-engines.ts";
import { keepDraft } from "../fixtures/draft.ts";
import { assertGood } from "./page.ts";
import { inBrowser, type Site, type Someone, siteForTests } from "./site.ts";

// An agency with three clients: an owner, an editor of everything, an editor of two clients, a viewer at one client.
const clients = ["North", "South", "West"];
const people: Record<string, Someone> = {};
const projects: Record<string, string> = {};
const site = siteForTests({ engines: { chatgpt: always("Acme.") } }, async (site) => {
  const { someone, call, token } = site;
  for (const name of ["ada", "bob", "cleo", "viv"]) people[name] = await someone(name);
  const ada = await token(people.ada!);
  await call(ada, "PATCH", "/organization", { name: "Agency" });
  const ids: Record<string, string> = {};
  for (const name of clients) {
    ids[name] = (await call<{ id: string }>(ada, "POST", "/client-workspaces", { name, kind: "client" })).id;
    const terms = { name: `${name} shoes`, brand: name, workspaceId: ids[name], prompts: ["Which shoes?"] };
    projects[name] = (await call<{ id: string }>(ada, "POST", "/projects", terms)).id;
  }
  await join(site, ada, "bob", { role: "editor" });
  await join(site, ada, "cleo", { role: "editor", workspaceIds: [ids.North, ids.South] });
  await join(site, ada, "viv", { role: "viewer", workspaceIds: [ids.North] });
});

async function join({ call, token }: Site, by: string, name: string, terms: object): Promise<void> {
  const person = people[name]!;
  const { url } = await call<{ url: string }>(by, "POST", "/organization/invitations", {
    ...{ email: person.email, ...terms },
  });
  const jwt = await token(person);
  const { organization_id } = await call<{ organization_id: string }>(
    ...([jwt, "POST", "/organization/invitations/accept", { token: url.split("/").at(-1) }] as const),
  );
  await call(jwt, "PUT", "/account/organization", { organizationId: organization_id });
}

/** The names of the projects on somebody's first page. */
async function listed(name: string) {
  const { page, complaints } = await site.signedIn(people[name]!);
  await page.getByRole("heading", { level: 2 }).first().waitFor();
  return { page, complaints, names: (await page.locator(".projects h2").allTextContents()).sort() };
}

test(
  "an editor of everything sees every client, changes projects and clients, and manages nobody",
  inBrowser,
  async () => {
    const { page, complaints, names } = await listed("bob");
    assert.deepEqual(names, ["North shoes", "South shoes", "West shoes"]);
    await page.goto(`${site.address}/organization`);
    await page.getByText("You are an editor here.").waitFor();
    await page.getByText(people.viv!.email).waitFor();
    assert.equal(await page.getByRole("button", { name: "Invite somebody" }).count(), 0);
    assert.equal(await page.getByRole("link", { name: "Audit log" }).count(), 0);
    await page.getByRole("link", { name: "Clients" }).click();
    await page.getByRole("button", { name: "Add a client" }).waitFor();
    await page.goto(`${site.address}/organization?part=audit`);
    await page.getByText("An admin or owner sees this.").waitFor();
    await page.getByRole("link", { name: "Data" }).click();
    const kept = page.getByRole("region", { name: "How long things are kept" });
    await kept.getByText("An administrator can keep them for a shorter time.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Delete this organization" }).count(), 0);
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);

test("an editor of two clients sees these two, and changes their projects", inBrowser, async () => {
  const { page, complaints, names } = await listed("cleo");
  assert.deepEqual(names, ["North shoes", "South shoes"]);
  await page.goto(`${site.address}/organization?part=clients`);
  await page
    .getByText("You see North, South and nothing else.")
    .or(page.getByText("You see South, North and nothing else."))
    .waitFor();
  await page.getByRole("row").filter({ hasText: "South" }).waitFor();
  assert.equal(await page.getByRole("row").filter({ hasText: "West" }).count(), 0);
  assert.equal(await page.getByRole("button", { name: "Add a client" }).count(), 0);
  await page.goto(`${site.address}/projects/${projects.South}/settings`);
  const brand = page.getByRole("region", { name: "Brand" });
  await brand.getByLabel("What it sells").fill("Shoes for the south");
  await brand.getByRole("button", { name: "Save" }).click();
  await brand.getByText("Saved.").waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test(
  "a viewer at a client sees one client, reads its settings, and nothing of anybody else",
  inBrowser,
  async () => {
    const { page, complaints, names } = await listed("viv");
    assert.deepEqual(names, ["North shoes"]);
    await page.goto(`${site.address}/organization`);
    await page.getByText("You see yourself alone").waitFor();
    await page.getByRole("row").filter({ hasText: people.viv!.email }).waitFor();
    assert.equal(await page.getByRole("row").count(), 2);
    await assertGood(page, "the organization as a limited viewer sees it");
    await page.getByRole("link", { name: "Keys and assistants" }).click();
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Make an API key" }).count(), 0);
    await page.goto(`${site.address}/organization?part=usage`);
    await page.getByText("Only members who see everything see what the organization spends.").waitFor();
    await page.goto(`${site.address}/projects/${projects.North}/settings`);
    await page.getByText("Your role, viewer, does not change it.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Save" }).count(), 0);
    assert.equal(await page.getByLabel("What it sells").isDisabled(), true);
    assert.equal(await page.getByRole("button", { name: "Delete this project" }).count(), 0);
    await assertGood(page, "settings as a viewer reads them");
    assert.deepEqual(complaints, []);
    await page.goto(`${site.address}/projects/${projects.West}/settings`);
    await page.getByRole("heading", { name: "Not found" }).waitFor();
    await page.context().close();
  },
);

test("a viewer is offered nothing that a viewer may not do, and reads who can", inBrowser, async () => {
  const north = projects.North ?? "";
  const draft = await keepDraft(site.app.db, await site.owner(north));
  const { page, complaints } = await site.signedIn(people.viv!, { viewport: { width: 390, height: 844 } });
  const none = async (...names: string[]) => {
    for (const name of names)
      assert.equal(
        await page.getByRole("button", { name }).or(page.getByRole("link", { name })).count(),
        0,
        name,
      );
  };
  const home = `/projects/${north}`;
  const places: [path: string, says: string, absent: string[]][] = [
    ["/", "An editor can set up a project.", ["Set up a project"]],
    ["/welcome", "An editor can set up a project.", ["Continue"]],
    [home, "An editor can ask the assistants.", ["Run now"]],
  ];
  const measured: typeof places = [
    [home, "An editor can ask the assistants.", ["Run now", "Share"]],
    [`${home}/prompts`, "An editor can add prompts.", ["Add prompts"]],
    [`${home}/content`, "An editor can plan content", ["Write", "Read the website"]],
    [`${home}/readiness`, "An editor can check the page.", ["Check the page", "Look at this page"]],
    [`${home}/reddit`, "An editor can have threads looked for", ["Look for threads"]],
    [`${home}/brief`, "North in the answers of AI assistants", ["Share"]],
    [`/reports/${draft}`, "An editor can change and publish this draft.", ["Publish", "Bold", "Write"]],
  ];
  const look = async (some: typeof places) => {
    for (const [path, says, absent] of some) {
      await page.goto(`${site.address}${path}`);
      await page.getByText(says).first().waitFor();
      await page.waitForLoadState("networkidle");
      await none(...absent);
      await assertGood(page, `${path} as a viewer sees it`);
    }
  };
  await look(places);
  const row = { prompt: "Which shoes?", provider: "chatgpt", answer: "North, most say." };
  await site.call(people.ada!.key, "POST", `${home}/imports`, [row]);
  await look(measured);
  assert.equal(await page.getByRole("textbox", { name: "Title" }).count(), 0);
  assert.deepEqual(complaints, [], "nothing was asked that is refused");
  await page.context().close();
});

test("somebody in two organizations works in one of them, and changes over", inBrowser, async () => {
  const { page } = await listed("bob");
  await page.goto(`${site.address}/account`);
  await page.getByRole("row").filter({ hasText: "Agency" }).getByText("you work in it").waitFor();
  await page.getByRole("button", { name: /^Work in/ }).click();
  await page.getByText("No project yet.").waitFor();
  await page.goto(`${site.address}/account`);
  await page.getByRole("button", { name: "Work in it: Agency" }).click();
  await page.getByRole("link", { name: "West shoes" }).waitFor();
  await page.context().close();
});

test(
  "a person downloads their data, deletes the account by its address, and is signed out",
  inBrowser,
  async () => {
    people.dan = await site.someone("dan");
    const { email, key } = people.dan;
    await join(site, await site.token(people.ada!), "dan", { role: "editor" });
    const { page, complaints } = await site.signedIn(people.dan);
    await page.goto(`${site.address}/account`);
    const data = page.getByRole("region", { name: "Your data" });
    await data.getByText("It does not have the projects of Agency").waitFor();
    const waiting = page.waitForEvent("download");
    await data.getByRole("button", { name: "Download your data" }).click();
    const file = await waiting;
    assert.match(file.suggestedFilename(), /^overheard-\d{4}-\d\d-\d\d\.tar\.gz$/);
    const archive = gunzipSync(readFileSync(await file.path())).toString();
    assert.ok(archive.includes("account.jsonl") && archive.includes(email));
    await page.getByRole("button", { name: "Delete your account" }).click();
    const sure = page.getByRole("dialog", { name: "Delete your account?" });
    await sure.getByText(/What you made in Agency stays there without your name\./).waitFor();
    await assertGood(page, "the question before an account is deleted");
    const act = sure.getByRole("button", { name: "Delete for good" });
    assert.equal(await act.isDisabled(), true);
    await sure.getByLabel(`Type ${email}`).fill(email);
    await act.click();
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    await page.goto(`${site.address}/account`);
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    const headers = { authorization: `Bearer ${key}` };
    assert.equal((await fetch(`${site.address}/v1/projects`, { headers })).status, 401);
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);

test("the account is accessible in the dark, at a desk and on a phone", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(people.bob!, { colorScheme: "dark" });
  await page.goto(`${site.address}/account`);
  await page.getByRole("button", { name: "Delete your account" }).waitFor();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await assertGood(page, `account at ${width}, dark`);
  }
  assert.deepEqual(complaints, []);
  await page.context().close();
});
