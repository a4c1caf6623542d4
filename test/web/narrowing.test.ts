import assert from "node:assert/strict";
import { test } from "node:test";
import { promptKey } from "../../src/reader/prompt.ts";
import { assertGood, keepPicture } from "./page.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

const prompts = Array.from({ length: 12 }, (_, at) => `which ${at < 6 ? "kettle" : "toaster"} number ${at}?`);
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
        ...{ prompt, provider, answer, citations: [{ url: `https://${provider}.example/` }] },
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
    await keepPicture(page, "brief-of-a-part");
    await page.getByRole("combobox", { name: "Tag" }).selectOption("All tags");
    await page.getByRole("combobox", { name: "Assistant" }).selectOption("All assistants");
    await page.waitForURL(`${home}/brief`);
    assert.deepEqual(complaints, []);
  },
);
