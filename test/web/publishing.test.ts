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
  if (!blog) return;
  const access = { kind: "wordpress", siteUrl: `${blog.url}/`, ...blog.author };
  await site.call(ada.key, "PUT", `/projects/${projectId}/cms-connection`, access);
});
after(() => blog?.[Symbol.asyncDispose]());

test("a draft is edited and published to WordPress as it stands, once", {
  ...inBrowser,
  skip: missing,
}, async () => {
  const { app, address } = site;
  const id = await keepDraft(app.db, await site.owner(projectId), {
    content: { slug: "crm-for-florists", bodyMarkdown: `## In short\n\nAcme, ${hostile} **mostly**.` },
  });
  const { page, complaints } = await site.signedIn(ada);
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
