import assert from "node:assert/strict";
import { after, test } from "node:test";
import { keepDraft } from "../fixtures/draft.ts";
import { wordPressForTests } from "../wordpress.ts";
import { assertGood } from "./page.ts";
import { inBrowser, placeFor } from "./place.ts";

const { blog, missing } = inBrowser.skip
  ? { blog: undefined, missing: inBrowser.skip }
  : await wordPressForTests();
const hostile = `<img src=x onerror=alert(1)>`;
let projectId: string;

const place = placeFor(
  async () => ({ config: { outboundAllow: blog ? [blog.host] : [] } }),
  async ({ call }) => {
    projectId = (await call<{ id: string }>("POST", "/projects", { name: "Acme", brand: "Acme" })).id;
    if (!blog) return;
    const access = { kind: "wordpress", siteUrl: `${blog.url}/`, ...blog.author };
    await call("PUT", `/projects/${projectId}/cms-connection`, access);
  },
);
after(() => blog?.[Symbol.asyncDispose]());

test("a draft is edited and published to WordPress as it stands, once", {
  ...inBrowser,
  skip: missing,
}, async () => {
  const { app, address, owner, signedIn } = place();
  const id = await keepDraft(app.db, await owner(projectId), {
    content: { slug: "crm-for-florists", bodyMarkdown: `## In short\n\nAcme, ${hostile} **mostly**.` },
  });
  const { page, complaints } = await signedIn();
  await page.goto(`${address}/reports/${id}`);
  await page.getByLabel("Title").fill("Which CRM suits a baker?");
  // What is typed goes along, although nothing has saved it yet.
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await assertGood(page, "the question before publishing");
  await page.getByLabel("Tags, with commas between").fill("CRM, bakeries");
  await page.getByRole("button", { name: "Publish it" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^Published on/).waitFor();
  const url = (await dialog.getByRole("link", { name: "See it there" }).getAttribute("href")) ?? "";
  await dialog.getByRole("button", { name: "Close" }).click();
  await page
    .locator("aside .notice")
    .getByText(/^Published on/)
    .waitFor();
  await assertGood(page, "a published draft");
  const post = await fetch(url);
  assert.equal(post.status, 200);
  const html = await post.text();
  assert.match(html, /Which CRM suits a baker\?/);
  assert.doesNotMatch(html, /<img src=x/);
  await page.reload();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("button", { name: "Publish it" }).click();
  await dialog.getByText("The blog had it already, and nothing was changed.").waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});
