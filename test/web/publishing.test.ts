import assert from "node:assert/strict";
import { after, test } from "node:test";
import { keepDraft } from "../fixtures/draft.ts";
import { wordPressForTests } from "../servers/wordpress.ts";
import { ghostKey, startGhost } from "../vendors/ghost.ts";
import { assertGood, keepPicture } from "./page.ts";
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

const ghost = await startGhost();
let aheadMs = 0;
const site = siteForTests(
  {
    config: { outboundAllow: [ghost.host, ...(blog ? [blog.host] : [])] },
    now: () => new Date(Date.now() + aheadMs),
  },
  async ({ someone }) => {
    ada = await someone("ada");
    projectId = (
      await site.call<{ id: string }>(ada.key, "POST", "/projects", { name: "Acme", brand: "Acme" })
    ).id;
  },
);
after(() => Promise.all([ghost[Symbol.asyncDispose](), blog?.[Symbol.asyncDispose]()]));

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

test(
  "a post that the blog did not confirm is said to be in doubt, and is sent again only by who has looked",
  inBrowser,
  async () => {
    const { app, address } = site;
    const { id: other } = await site.call<{ id: string }>(ada.key, "POST", "/projects", {
      name: "Ghost",
      brand: "Acme",
    });
    const blogOf = { kind: "ghost", siteUrl: ghost.url, adminApiKey: ghostKey };
    await site.call(ada.key, "PUT", `/projects/${other}/cms-connection`, blogOf);
    const id = await keepDraft(app.db, await site.owner(other));
    ghost.fault = (asked) => (asked === "POST posts/" ? { status: 500 } : null);
    const { page, complaints } = await site.signedIn(ada);
    await page.goto(`${address}/reports/${id}`);
    const publish = page.getByRole("button", { name: "Publish", exact: true });
    const dialog = page.getByRole("dialog");
    await publish.click();
    await dialog.getByRole("button", { name: "Publish it" }).click();
    await dialog.getByRole("alert").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    const doubt = page
      .locator("aside .notice")
      .getByText("The blog did not confirm the post. It may be there all the same.");
    await doubt.waitFor();
    const look = page.getByRole("link", { name: "Look for it on the blog" });
    assert.equal(await look.getAttribute("href"), `${ghost.url}/ghost/#/posts`);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await assertGood(page, `a post in doubt, at ${width}`);
      await keepPicture(page, `post-in-doubt-${width}`);
    }
    ghost.fault = undefined;
    aheadMs = 70_000;
    await publish.click();
    await dialog.getByRole("button", { name: "Publish it" }).click();
    await dialog.getByRole("alert").getByText("It may be there all the same.", { exact: false }).waitFor();
    assert.equal(ghost.posts.length, 0, "nothing is sent again by itself");
    await assertGood(page, "the question before a post is sent again");
    await keepPicture(page, "post-again");
    await dialog.getByLabel("I looked on the blog, and the post is not there: send it again").check();
    await dialog.getByRole("button", { name: "Publish it" }).click();
    await dialog.getByText(/^Published on/).waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await doubt.waitFor({ state: "hidden" });
    assert.deepEqual(
      ghost.posts.map(({ status }) => status),
      ["published"],
    );
    // The browser's own word on the two answers of 502.
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes("502")),
      [],
    );
    await page.context().close();
  },
);
