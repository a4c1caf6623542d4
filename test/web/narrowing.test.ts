import assert from "node:assert/strict";
import { test } from "node:test";
import { promptKey } from "../../src/reader/prompt.ts";
import { assertGood, keepPicture } from "./page.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

const prompts = Array.from({ length: 12 }, (_, at) => `which ${at < 6 ? "kettle" : "toaster"} number ${at}?`);
const threadAbout = (prompt: string) =>
  `https://www.reddit.com/r/kitchen/comments/${prompt.includes("kettle") ? "kettle1" : "toast1"}/about/`;
let ada: Someone;
let projectId: string;

const site = siteForTests({ config: { rateLimitScale: 0 } }, async ({ someone, call }) => {
  ada = await someone("ada");
  const terms = { name: "Acme kitchen", brand: "Acme", competitors: ["Bolt"], prompts };
  projectId = (await call<{ id: string }>(ada.key, "POST", "/projects", terms)).id;
  const answers = {
    chatgpt: "Acme is good.",
    claude: "Bolt is good, and so is Acme.",
    gemini: "Bolt is good.",
  };
  for (const week of [2, 1]) {
    const rows = prompts.flatMap((prompt) =>
      Object.entries(answers).map(([provider, answer]) => ({
        ...{ prompt, provider, answer },
        citations: [{ url: `https://${provider}.example/` }, { url: threadAbout(prompt) }],
        answeredAt: new Date(Date.now() - week * 7 * 86_400_000).toISOString(),
      })),
    );
    await call(ada.key, "POST", `/projects/${projectId}/imports`, rows);
  }
  const keys = prompts.map(promptKey);
  await call(ada.key, "PATCH", `/projects/${projectId}/tags`, {
    promptKeys: keys.slice(0, 6),
    add: ["Kettles"],
  });
  await call(ada.key, "PATCH", `/projects/${projectId}/tags`, {
    promptKeys: keys.slice(6),
    add: ["Toasters"],
  });
});

test(
  "every page of figures is narrowed to a tag and an assistant, which stay from page to page",
  inBrowser,
  async () => {
    const { page, complaints } = await site.signedIn(ada);
    const home = `${site.address}/projects/${projectId}`;
    await page.goto(home);
    await page.getByRole("combobox", { name: "Assistant" }).selectOption("Gemini");
    await page
      .getByText("Only the answers of Gemini to 12 prompts, with a likely range of their own.")
      .waitFor();
    await page.getByText("0 of 12", { exact: false }).first().waitFor();
    await assertGood(page, "the overview of an assistant");
    await keepPicture(page, "overview-of-an-assistant");

    await page.getByRole("link", { name: "Answers", exact: true }).click();
    await page.getByRole("columnheader", { name: "Gemini" }).waitFor();
    assert.equal(await page.getByRole("columnheader", { name: "Claude" }).count(), 0);
    await page.getByRole("combobox", { name: "Tag" }).selectOption("Kettles");
    await page.getByText("Only the answers of Gemini to the 6 prompts tagged Kettles").waitFor();
    assert.match(page.url(), /\?assistant=gemini&tag=Kettles$/);
    await keepPicture(page, "answers-of-a-part");

    for (const [name, section] of [
      ["Prompts", "prompts"],
      ["Competitors", "rivals"],
      ["Sources", "sources"],
      ["Trends", "trends"],
    ] as const) {
      await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
      await page.waitForURL((url) => url.pathname.endsWith(`/${section}`));
      assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), {
        assistant: "gemini",
        tag: "Kettles",
      });
      await page.getByText("Only the answers of Gemini to the 6 prompts tagged Kettles").waitFor();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await assertGood(page, `${section} of a part, at ${width}`);
        await keepPicture(page, `${section}-of-a-part-${width}`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await page.goto(`${home}/rivals?assistant=claude`);
    await page.getByRole("link", { name: "Bolt" }).first().click();
    await page.waitForURL(/\/rivals\/bolt\?assistant=claude$/);
    await page.getByText("Claude").first().waitFor();
    await page.goto(`${home}/trends`);
    await page.getByRole("columnheader", { name: "Calls answered" }).waitFor();
    await page.goto(`${home}/trends?tag=Kettles`);
    await page.getByRole("columnheader", { name: "Answers of this part" }).waitFor();
    await page
      .getByRole("row", { name: /Finished 18/ })
      .first()
      .waitFor();
    await page.goto(`${home}/trends`);
    await page.locator("table a[href^='/reports/']").last().click();
    await page.getByRole("combobox", { name: "Assistant" }).selectOption("Claude");
    await page.getByText("Only the answers of Claude to 12 prompts").waitFor();
    await page.getByRole("link", { name: "All answers in a table" }).waitFor();
    await assertGood(page, "one report of an assistant");
    await keepPicture(page, "report-of-an-assistant");
    await page.getByRole("combobox", { name: "Tag" }).selectOption("Toasters");
    await page.getByText("Only the answers of Claude to the 6 prompts tagged Toasters").waitFor();
    await page.goto(`${home}/brief?assistant=chatgpt&tag=Toasters`);
    await page.getByText("100%", { exact: false }).first().waitFor();
    await page
      .getByRole("heading", { name: /in the answers of ChatGPT to prompts tagged .?Toasters/ })
      .waitFor();
    assert.equal(await page.getByRole("button", { name: "Share" }).count(), 0);
    await page.getByRole("radio", { name: "90 days" }).click({ force: true });
    await page.waitForURL(`${home}/brief?assistant=chatgpt&tag=Toasters&timeframe=90d`);
    await page.getByRole("radio", { name: "30 days" }).click({ force: true });
    await page.waitForURL(`${home}/brief?assistant=chatgpt&tag=Toasters`);
    await keepPicture(page, "brief-of-a-part");
    await page.getByRole("combobox", { name: "Tag" }).selectOption("All tags");
    await page.getByRole("combobox", { name: "Assistant" }).selectOption("All assistants");
    await page.waitForURL(`${home}/brief`);
    assert.deepEqual(complaints, []);
  },
);

test(
  "a link, a switch or a timeframe leaves a page narrowed to the tag and the assistant it is narrowed to",
  inBrowser,
  async () => {
    const { page, complaints } = await site.signedIn(ada);
    const home = `${site.address}/projects/${projectId}`;
    const part = { tag: "Kettles", assistant: "gemini" };
    const kept = () => {
      const { tag, assistant } = Object.fromEntries(new URL(page.url()).searchParams);
      return { tag, assistant };
    };
    await page.goto(`${home}?${new URLSearchParams(part)}`);
    await page.locator(".sw label", { hasText: "Visibility" }).click();
    await page.waitForURL(/by=visibility/);
    await page.locator(".sw label", { hasText: "Named in" }).click();
    await page.waitForURL((url) => !url.searchParams.has("by"));
    assert.deepEqual(kept(), part);
    const links = page.locator("main a[href^='/projects/']:not([href$='/settings']):not([href$='/import'])");
    await page.locator("footer a").first().waitFor();
    for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))) {
      const { searchParams } = new URL(href, site.address);
      assert.deepEqual(
        { tag: searchParams.get("tag"), assistant: searchParams.get("assistant") },
        part,
        href,
      );
    }
    await page.goto(`${home}/brief?${new URLSearchParams(part)}`);
    await page.locator(".sw label", { hasText: "90 days" }).click();
    await page.waitForURL(/timeframe=90d/);
    assert.deepEqual(kept(), part);
    await page.getByRole("link", { name: "The figures in full" }).click();
    await page.waitForURL(/\/reports\//);
    assert.deepEqual(kept(), part);
    assert.deepEqual(complaints, []);
  },
);

test(
  "what to write, threads and the table of answers go by a tag in the address, and say what an assistant does not change",
  inBrowser,
  async () => {
    const { page, complaints } = await site.signedIn(ada);
    const home = `${site.address}/projects/${projectId}`;
    const wholeReports: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const isWhole = searchParams.get("view") === "full" && !searchParams.has("part");
      if (pathname.endsWith("/reports/latest") && isWhole) wholeReports.push(page.url());
    });
    await page.goto(site.address);
    await page.getByText("Acme is named in", { exact: false }).waitFor();
    await page.goto(`${home}/rivals/bolt?tag=Kettles`);
    await page.getByRole("combobox", { name: "Tag" }).waitFor();
    await page.goto(`${home}/brief`);
    await page.getByRole("combobox", { name: "Tag" }).waitFor();
    await page.goto(`${home}/content?assistant=gemini`);
    await page.getByText("A plan is made for prompts, so it is the same for every assistant.").waitFor();
    await page.locator(".topics li").first().waitFor();
    await page.getByRole("combobox", { name: "Tag" }).selectOption("Kettles");
    await page.getByText("Only what prompts tagged Kettles need.").waitFor();
    await page.locator(".topics h2").first().waitFor();
    for (const topic of await page.locator(".topics h2 bdi").allInnerTexts()) assert.match(topic, /kettle/);
    await assertGood(page, "content of a tag");
    await keepPicture(page, "content-of-a-tag");

    await page.getByRole("navigation").getByRole("link", { name: "Reddit" }).click();
    await page.waitForURL(/\/reddit\?.*tag=Kettles/);
    await page.getByRole("button", { name: "Look for threads" }).click();
    await page.locator(".threads > li").first().waitFor();
    assert.equal(await page.locator(".threads > li").count(), 1);
    await page.getByText("Only threads about prompts tagged Kettles.").waitFor();
    await assertGood(page, "threads of a tag");
    await keepPicture(page, "threads-of-a-tag");
    await page.getByRole("combobox", { name: "Tag" }).selectOption("All tags");
    await page.locator(".threads > li").nth(1).waitFor();
    // A report of thousands of prompts is not asked for by pages that show none of them.
    assert.deepEqual(wholeReports, []);

    await page.goto(`${home}/trends`);
    await page.locator("table a[href^='/reports/']").last().click();
    await page.getByRole("link", { name: "All answers in a table" }).click();
    await page.getByRole("combobox", { name: "Tag" }).selectOption("Toasters");
    await page.getByText("Only answers to prompts tagged Toasters.").waitFor();
    await page.getByText("18 of 18 rows").first().waitFor();
    assert.equal(new URL(page.url()).searchParams.get("tag"), "Toasters");
    await page.getByRole("combobox", { name: "Assistant" }).selectOption("Gemini");
    await page.getByText("6 of 6 rows").first().waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await assertGood(page, `answers to prompts of a tag, at ${width}`);
      await keepPicture(page, `rows-of-a-tag-${width}`);
    }
    await page.reload();
    await page.getByText("6 of 6 rows").first().waitFor();
    assert.deepEqual(complaints, []);
  },
);

test("a link with a tag that has another name says so, and leads to all prompts", inBrowser, async () => {
  const { page } = await site.signedIn(ada);
  const home = `${site.address}/projects/${projectId}`;
  const [report] = await site.call<{ id: string }[]>(ada.key, "GET", `/reports?projectId=${projectId}`);
  for (const path of [home, `${home}/trends`, `${site.address}/reports/${report!.id}`]) {
    await page.goto(`${path}?tag=Pots&assistant=claude`);
    await page
      .getByText(/No prompt has the tag .?Pots.?\. It may have another name\./)
      .first()
      .waitFor();
    await page.getByRole("link", { name: "Show all prompts" }).first().click();
    await page.waitForURL(`${path}?assistant=claude`);
    await page.getByText("Only the answers of Claude to 12 prompts").first().waitFor();
  }
});

/** As Google's translation and others do it: each text becomes an element in its place, now and whenever one comes. */
const translatePages = `(() => {
  const translate = (within) => {
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest("font, script, style, textarea")) continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node.isConnected && node.parentNode) translate(node.parentNode);
  }).observe(document, { childList: true, subtree: true });
})()`;

test("a page that the browser translates goes on when it changes", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.addInitScript(translatePages);
  await page.goto(`${site.address}/projects/${projectId}`);
  for (const assistant of ["Gemini", "Claude"]) {
    await page.getByRole("combobox", { name: "Assistant" }).selectOption(assistant);
    await page.getByText(`Only the answers of ${assistant} to 12 prompts`).waitFor();
  }
  for (const name of ["Answers", "Prompts", "Trends", "Sources", "Overview", "Settings"]) {
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.waitForURL(/.*/);
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1, name);
    assert.equal(await page.getByText("This page has failed").count(), 0, name);
  }
  assert.deepEqual(complaints, []);
  await page.context().close();
});
