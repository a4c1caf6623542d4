import assert from "node:assert/strict";
import { after, test } from "node:test";
import { keepDraft } from "../fixtures/draft.ts";
import { wordPressForTests } from "../wordpress.ts";
import { assertGood } from "./page.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

const { blog, missing } = inBrowser.skip
  ? { blog: undefined, missing: inBrowser.skip }
  : await wordPressForTests();
const hostile = `<img src=x onerror=alert(1)>`;
let ada: Someone;
let projectId: string;

interface Post {
  link: string;
  title: { rendered: string };
  content: { rendered: string };
}

const site = siteForTests({ config: { outboundAllow: blog ? [blog.host] : [] } }, async ({ someone }) => {
  ada = await someone("ada");
  projectId = (await site.call<{ id: string }>(ada.key, "POST", "/projects", { name: "Acme", brand: "Acme" }))
    .id;
});
after(() => blog?.[Symbol.asyncDispose]());

test("a draft leads to connecting WordPress and back, is edited and published as it stands, once", {
  ...inBrowser,
  skip: missing,
}, async () => {
  const { app, address } = site;
  const id = await keepDraft(app.db, await site.owner(projectId), {
    content: { slug: "crm-for-florists", bodyMarkdown: `## In short\n\nAcme, ${hostile} **mostly**.` },
  });
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${address}/reports/${id}`);
  await page.getByRole("link", { name: "Connect a blog" }).click();
  const settings = page.locator("#blog");
  await settings.getByLabel("Address").fill(`${blog?.url}/`);
  await settings.getByLabel("User").fill(blog?.author.username ?? "");
  await settings.getByLabel("Application password").fill(blog?.author.applicationPassword ?? "");
  await settings.getByRole("button", { name: "Connect" }).click();
  await settings.getByRole("link", { name: "Back to your draft" }).waitFor();
  await assertGood(page, "a blog connected for a draft");
  await settings.getByRole("link", { name: "Back to your draft" }).click();
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
  // Debian's package has no theme to show a page with, so readers are the blog's own API.
  const readers = `${blog?.url}/?rest_route=/wp/v2/posts&search=${encodeURIComponent("suits a baker")}`;
  const posts = (await (await fetch(readers)).json()) as Post[];
  assert.deepEqual(
    posts.map(({ link, title }) => [link, title.rendered]),
    [[url, "Which CRM suits a baker?"]],
  );
  assert.match(posts[0]?.content.rendered ?? "", /<strong>mostly<\/strong>/);
  assert.doesNotMatch(posts[0]?.content.rendered ?? "", /<img/);
  await page.reload();
  await page.getByText("Edits made here do not reach the post.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Publish", exact: true }).count(), 0);
  assert.deepEqual(complaints, []);
  await page.context().close();
});
