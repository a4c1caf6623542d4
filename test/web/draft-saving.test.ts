import assert from "node:assert/strict";
import { test } from "node:test";
import { keepDraft } from "../fixtures/draft.ts";
import { assertGood, takeAway } from "./page.ts";
import { endSession, inBrowser, type Someone, signInAgain, siteForTests } from "./site.ts";

let ada: Someone;
let projectId: string;

const site = siteForTests({}, async ({ someone }) => {
  ada = await someone("ada");
  const terms = { name: "Acme CRM", brand: "Acme", prompts: ["Which CRM suits a bakery?"] };
  projectId = (await site.call<{ id: string }>(ada.key, "POST", "/projects", terms)).id;
});

interface Draft {
  body_markdown: string;
  posts: string[] | null;
}

const kept = async (id: string) => site.call<Draft>(ada.key, "GET", `/reports/${id}`);

test(
  "the server stops in the middle of typing: nothing is lost, not even by a reload, and it is saved by itself",
  inBrowser,
  async () => {
    const { app, address } = site;
    const id = await keepDraft(app.db, await site.owner(projectId));
    const { page } = await site.signedIn(ada);
    await page.goto(`${address}/reports/${id}`);
    const text = page.getByLabel("Text", { exact: true });
    await text.waitFor();
    const giveBack = await takeAway(page, "**/v1/**/content");
    await text.fill("Typed while the server was away.");
    await page.getByText(/^Not saved: the server cannot be reached/).waitFor();
    await assertGood(page, "a draft that is not saved");
    page.removeAllListeners("dialog");
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText("Your unsaved changes from before are here.").waitFor();
    assert.equal(await text.inputValue(), "Typed while the server was away.");
    assert.notEqual((await kept(id)).body_markdown, "Typed while the server was away.");
    await giveBack();
    await page.getByText("Saved", { exact: true }).waitFor();
    assert.equal((await kept(id)).body_markdown, "Typed while the server was away.");
    await page.context().close();
  },
);

test(
  "the session ends in the middle of typing: after signing in again the text is saved",
  inBrowser,
  async () => {
    const { app, address } = site;
    const posts = ["One thing about CRMs.", "And another thing."];
    const id = await keepDraft(app.db, await site.owner(projectId), {
      ...{ platform: "thread", kind: "thread" },
      content: { title: null, bodyMarkdown: null, posts, slug: null, metaDescription: null },
    });
    const { page } = await site.signedIn(ada);
    await page.goto(`${address}/reports/${id}`);
    await page.getByLabel("Post 2").waitFor();
    await assertGood(page, "a thread");
    await endSession(page, address);
    await page.getByLabel("Post 2").fill("And something new.");
    await page.getByText(/^Not saved: sign in again/).waitFor();
    await signInAgain(page, ada);
    await page.getByText("Saved", { exact: true }).waitFor();
    assert.deepEqual((await kept(id)).posts, ["One thing about CRMs.", "And something new."]);
    await page.getByLabel("Post 1").fill("x".repeat(300));
    await page.getByText("20 too many").waitFor();
    await page.context().close();
  },
);

test(
  "a draft that failed says why and leads back to the plan; one that is written can be stopped",
  inBrowser,
  async () => {
    const { app, address } = site;
    const failed = await keepDraft(app.db, await site.owner(projectId), { status: "failed" });
    const { page } = await site.signedIn(ada);
    await page.goto(`${address}/reports/${failed}`);
    await page.getByText("It failed.").waitFor();
    await assertGood(page, "a failed draft");
    await page.getByRole("button", { name: "Write it again" }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/reports/") && !url.pathname.endsWith(failed));
    await page.goto(`${address}/reports/${failed}`);
    await page.getByRole("link", { name: "Back to the plan" }).click();
    await page.getByRole("heading", { name: "Drafts" }).waitFor();
    const pending = await keepDraft(app.db, await site.owner(projectId), { status: "processing" });
    await page.goto(`${address}/reports/${pending}`);
    await page.getByRole("heading", { name: "The draft is being written" }).waitFor();
    await assertGood(page, "a draft being written");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("heading", { name: "There is no draft" }).waitFor();
    await page.context().close();
  },
);
