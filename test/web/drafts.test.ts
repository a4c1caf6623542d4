import assert from "node:assert/strict";
import { test } from "node:test";
import { keepDraft } from "../fixtures/draft.ts";
import { startSite } from "../fixtures/site.ts";
import { assertGood } from "./page.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

const hostile = `<img src=x onerror=alert(1)><script>alert(2)</script>`;
let ada: Someone;
let projectId: string;
let websiteUrl: string;

const site = siteForTests(
  async (end) => {
    const website = await startSite(end, {
      "/": `<!doctype html><html lang="en"><title>Acme – CRM for bakeries</title><h1>CRM for bakeries</h1><p>Acme is a CRM for bakeries. It keeps orders and customers in one place.</p></html>`,
    });
    websiteUrl = `${website.url}/`;
    const crawl = { pagesMax: 10, timeMs: 60_000, delayMs: 0, atOnce: 2 };
    return { config: { outboundAllow: [website.host], crawl } };
  },
  async ({ someone }) => {
    ada = await someone("ada");
    const terms = {
      ...{ name: "Acme CRM", brand: "Acme", competitors: ["Bolt"], websiteUrl },
      prompts: ["Which CRM suits a bakery?", `Where are invoices archived ${hostile}?`],
    };
    projectId = (await site.call<{ id: string }>(ada.key, "POST", "/projects", terms)).id;
  },
);

interface Draft {
  title: string;
  body_markdown: string;
}

const kept = async (id: string) => site.call<Draft>(ada.key, "GET", `/reports/${id}`);

test(
  "a plan is made from the website, and a draft is written from it, edited and saved",
  inBrowser,
  async () => {
    const { address } = site;
    const { page, complaints } = await site.signedIn(ada);
    await page.goto(`${address}/projects/${projectId}/content`);
    await page.getByText("There is nothing to plan from yet.").waitFor();
    await assertGood(page, "no plan yet");
    await page.getByRole("button", { name: "Read the website" }).click();
    await page.getByRole("heading", { name: /Where are invoices archived/ }).waitFor();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await assertGood(page, `a plan at ${width}`);
    }
    await page.getByRole("button", { name: /^Write a draft: Where/ }).click();
    await assertGood(page, "the question before a draft");
    await page.getByRole("button", { name: "Write it" }).click();
    await page.waitForURL(/\/reports\//);
    await page.getByLabel("Text", { exact: true }).waitFor();
    await page.getByText("Made-up answers").waitFor();
    const id = page.url().split("/").at(-1) ?? "";
    await page.getByLabel("Title").fill(`Where invoices live ${hostile}`);
    await page.getByText("Saved", { exact: true }).waitFor();
    assert.equal((await kept(id)).title, `Where invoices live ${hostile}`);
    await page.getByRole("link", { name: "Content", exact: true }).click();
    await page.getByRole("link", { name: /^Where invoices live/ }).waitFor();
    await assertGood(page, "a plan with a draft");
    await page.waitForLoadState("networkidle");
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);

for (const colorScheme of ["light", "dark"] as const)
  test(
    `the editor fits a desk and a phone, and shows a hostile text inert, ${colorScheme}`,
    inBrowser,
    async () => {
      const { app, address } = site;
      const bodyMarkdown = `## Costs\n\n${hostile} **9 euro** a [seat](https://acme.example/prices), or [more](javascript:alert(3)).\n\n1. One\n2. Two\n\n| a | b |\n|---|---|\n| 1 | ${hostile} |\n\n![a picture](https://evil.example/x.png)\n\n> A quote &amp; more`;
      const sources = [{ url: "https://acme.example/prices", title: hostile }];
      const id = await keepDraft(app.db, await site.owner(projectId), {
        content: { title: `A title ${hostile}`, bodyMarkdown, sources },
      });
      const { page, complaints } = await site.signedIn(ada, { colorScheme });
      await page.goto(`${address}/reports/${id}`);
      await page.getByText(/^2 links lead elsewhere/).waitFor();
      for (const view of ["Write", "Preview"])
        for (const width of [390, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          await page.getByText(view, { exact: true }).click();
          await assertGood(page, `a draft at ${width}, ${view}, ${colorScheme}`);
        }
      const prose = page.locator(".prose");
      await prose.getByText("A quote & more").waitFor();
      assert.equal(await prose.locator("img, script").count(), 0);
      assert.deepEqual(await prose.getByRole("link").allTextContents(), ["seat"]);
      // What formats the text goes through the keyboard's own history: it can be undone.
      await page.getByText("Write", { exact: true }).click();
      await page.getByLabel("Text", { exact: true }).focus();
      await page.evaluate("document.activeElement.setSelectionRange(3, 8)");
      await page.getByRole("button", { name: "Bold" }).click();
      assert.match(await page.getByLabel("Text", { exact: true }).inputValue(), /^## \*\*Costs\*\*/);
      await page.getByText("Saved", { exact: true }).waitFor();
      assert.match((await kept(id)).body_markdown, /^## \*\*Costs\*\*/);
      assert.deepEqual(complaints, []);
      await page.context().close();
    },
  );
