import assert from "node:assert/strict";
import { test } from "node:test";
import { assertGood } from "./page.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

/** Turns the order of all that follows it, and would run if it were markup. */
const hostile = `\u202e<img src=x onerror=alert(1)><script>alert(2)</script>`;
/** As long a line as an answer is kept. */
const longLine = `Acme ${"x".repeat(255 * 1024)}`;

let ada: Someone;
let projectId: string;
let reportId: string;
let promptKey: string;

const site = siteForTests({ config: { rateLimitScale: 0 } }, async ({ someone, call }) => {
  ada = await someone("ada");
  const terms = { name: `Acme ${hostile}`, brand: "Acme", competitors: [`Bolt ${hostile}`] };
  projectId = (await call<{ id: string }>(ada.key, "POST", "/projects", terms)).id;
  const answer = `Acme is quiet, [testers](https://tests.example/a?utm_source=chat) say. ${hostile}`;
  const rows = [
    {
      ...{ prompt: `Which CRM ${hostile}?`, provider: "chatgpt", model: `large ${hostile}`, answer },
      citations: [
        { url: "https://other.example/", title: "Another" },
        { url: "https://tests.example/a", title: `Tested ${hostile}` },
      ],
    },
    { prompt: "A long one?", provider: "chatgpt", answer: longLine },
  ];
  reportId = (await call<{ id: string }>(ada.key, "POST", `/projects/${projectId}/imports`, rows)).id;
  const { prompts } = await call<{ prompts: { prompt: string; prompt_key: string }[] }>(
    ...([ada.key, "GET", `/reports/${reportId}?view=full`] as const),
  );
  promptKey = prompts.find(({ prompt }) => prompt.startsWith("Which"))!.prompt_key;
});

test(
  "names, prompts, titles and models that turn the text around turn nothing but themselves",
  inBrowser,
  async () => {
    const { page, complaints } = await site.signedIn(ada);
    const home = `${site.address}/projects/${projectId}`;
    for (const path of [
      "",
      "/answers",
      "/prompts",
      "/rivals",
      "/sources",
      "/trends",
      "/brief",
      "/settings",
    ]) {
      await page.goto(home + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      await assertGood(page, path);
      const open = (await page.evaluate(`(() => {
      const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
      const found = [];
      for (let at = texts.nextNode(); at; at = texts.nextNode())
        if (at.data.includes("\\u202e") && !at.parentElement.closest("bdi, option, textarea, title, [dir=auto]")) found.push(at.parentElement.outerHTML.slice(0, 160));
      return found;
    })()`)) as string[];
      assert.deepEqual(open, [], path);
    }
    await page.goto(`${home}/answers?prompt=${promptKey}&open=chatgpt-1`);
    await page.getByRole("link", { name: "Source 2" }).click();
    assert.match(page.url(), /#s2$/);
    await page.locator("li#s2", { hasText: "tests.example" }).waitFor();
    await assertGood(page, "an answer");
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);

test(
  "a line of 10 MB is refused at once, and an answer as long as they are kept is shown",
  inBrowser,
  async () => {
    const { page, complaints } = await site.signedIn(ada);
    const home = `${site.address}/projects/${projectId}`;
    await page.goto(`${home}/answers`);
    await page
      .getByRole("row", { name: /^A long one/ })
      .getByRole("link")
      .last()
      .click();
    await page.waitForLoadState("networkidle");
    await assertGood(page, "a long answer");
    await page.goto(`${home}/prompts`);
    await page.getByRole("button", { name: "Add prompts" }).click();
    const lines = page.getByLabel(/^One prompt a line/);
    await lines.fill("x".repeat(10_000_000));
    await page.getByText("This is larger than 1 MB.").waitFor();
    await lines.fill(`Which CRM? ${"x".repeat(900_000)}`);
    await page.getByText("is longer than 500 characters").waitFor();
    const said = await page.locator(".wrong").innerText();
    assert.ok(said.length < 400, "a long line is shown by its beginning");
    await assertGood(page, "a long line");
    await lines.fill("Which CRM is short?");
    await page.getByText("1 prompt to add").first().waitFor();
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);
