import assert from "node:assert/strict";
import { test } from "node:test";
import { assertGood } from "./page.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

const hostile = `<img src=x onerror=alert(1)>`;
const providers = ["chatgpt", "claude", "gemini", "perplexity"] as const;
let ada: Someone;
let projectId: string;
let reports: string[];

/** 300 answers to 25 prompts; the brand is in two of three. */
const rows = Array.from({ length: 300 }, (_, at) => ({
  prompt: `Which CRM suits team ${String(Math.floor(at / 12)).padStart(2, "0")} ${hostile}?`,
  provider: providers[at % 4]!,
  sample: Math.floor((at % 12) / 4) + 1,
  answer: at % 3 > 0 ? "Acme, then Bolt." : "Bolt is what many like.",
  citations: at % 2 > 0 ? [{ url: `https://site${at % 7}.example/` }] : [],
}));

const site = siteForTests({ config: { rateLimitScale: 0 } }, async ({ someone, call }) => {
  ada = await someone("ada");
  const terms = {
    ...{ name: "Acme CRM", brand: "Acme", competitors: ["Bolt"] },
    prompts: ["Which CRM?", "A cheap CRM?"],
  };
  projectId = (await call<{ id: string }>(ada.key, "POST", "/projects", terms)).id;
  reports = [];
  for (const week of [2, 1, 0]) {
    const answeredAt = new Date(Date.now() - week * 7 * 86_400_000).toISOString();
    const path = `/projects/${projectId}/imports`;
    const given = rows.map((row) => ({ ...row, answeredAt }));
    reports.push((await call<{ id: string }>(ada.key, "POST", path, given)).id);
  }
});

test("every answer of a report is a row, of which those in sight are in the page", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/projects/${projectId}/answers`);
  await page.getByRole("link", { name: "All answers in a table" }).click();
  await page.getByText("300 of 300 rows").waitFor();
  const table = page.getByRole("table", { name: "Answers of this report" });
  assert.equal(await table.getAttribute("aria-rowcount"), "301");
  const standing = await table.locator("tbody tr[aria-rowindex]").count();
  assert.ok(standing < 60, `${standing} rows stand in the page`);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await assertGood(page, `rows at ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  // By the keyboard: the table scrolls, and a row that has the focus stays though it is out of sight.
  const first = table.locator('tr[aria-rowindex="2"]').getByRole("link");
  await first.focus();
  await page.keyboard.press("End");
  await table.locator('tr[aria-rowindex="301"]').waitFor();
  assert.equal(await page.evaluate("document.activeElement.closest('tr')?.ariaRowIndex"), "2");

  await page.getByLabel("Filter: Answers of this report").fill("team 07 claude");
  await page.getByText("3 of 300 rows").waitFor();
  await page.getByLabel("Filter: Answers of this report").fill("");
  await page.getByLabel("Named or not").selectOption({ label: "Not named" });
  await page.getByText("100 of 100 rows").waitFor();
  await page.getByLabel("Assistant").selectOption({ label: "Gemini" });
  await page.getByText("25 of 25 rows").waitFor();
  await page.reload();
  await page.getByText("25 of 25 rows").waitFor();
  await page.getByRole("button", { name: "Prompt" }).click();
  await page.getByRole("button", { name: "Prompt" }).click();
  const answer = page.getByRole("table").getByRole("link").first();
  assert.match((await answer.textContent()) ?? "", /team 24/);
  await answer.click();
  await page.getByRole("heading", { name: "What was counted" }).waitFor();
  await page.getByText("Bolt is what many like.").waitFor();
  await page.getByRole("link", { name: "To the table" }).click();
  await page.getByText("25 of 25 rows").waitFor();
  assert.deepEqual(complaints, [], "no script of a prompt has run");
  await page.context().close();
});

test("two reports are compared, and each of them is listed with its answers", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/projects/${projectId}/trends`);
  const section = page.getByRole("region", { name: "Compare two reports" });
  await section.getByLabel("Earlier report").selectOption(reports[0]!);
  await page.waitForURL(/with=/);
  const { headline } = await site.call<{ headline: string }>(
    ...([ada.key, "GET", `/reports/${reports[2]}/compare?with=${reports[0]}`] as const),
  );
  await section.getByText(headline).waitFor();
  await assertGood(page, "two reports compared");
  const listed = page.getByRole("table", { name: "Reports" }).getByRole("row");
  assert.equal(await listed.count(), 4);
  assert.match((await listed.nth(1).textContent()) ?? "", /300Delete$/);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("the list of prompts is edited, after saying what that does to comparisons", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/projects/${projectId}/prompts`);
  await page.getByRole("button", { name: "Edit the list" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit the prompts" });
  await dialog.getByLabel("Prompts").fill("Which CRM?\nWhich CRM has an API?");
  await dialog
    .getByText("1 prompt added, 1 prompt removed. The next report is compared over the 1 prompt that stays.")
    .waitFor();
  await assertGood(page, "the list of prompts, edited");
  await dialog.getByRole("button", { name: "Save the list" }).click();
  await dialog.waitFor({ state: "detached" });
  const { prompts } = await site.call<{ prompts: { prompt: string }[] }>(
    ...([ada.key, "GET", `/projects/${projectId}/prompts`] as const),
  );
  assert.deepEqual(
    prompts.map(({ prompt }) => prompt),
    ["Which CRM?", "Which CRM has an API?"],
  );
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("prompts are taken from a file, after saying which rows are left out and why", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/projects/${projectId}/prompts`);
  await page.getByRole("button", { name: "Add prompts" }).click();
  const dialog = page.getByRole("dialog", { name: "Add prompts" });
  const table = `prompt,intent\n"Which CRM, honestly?",best\n${hostile},\n"Which CRM, honestly?",\n,price\n${"x".repeat(501)},`;
  const file = (name: string, content: Buffer) => ({ name, mimeType: "text/csv", buffer: content });
  await dialog.getByLabel("Or a file").setInputFiles(file("a.csv", Buffer.from([0xff, 0xfe, 0x00, 0xd8])));
  await dialog.getByText("This file cannot be read as text.").waitFor();
  await dialog.getByLabel("Or a file").setInputFiles(file("b.csv", Buffer.from(table)));
  await dialog.getByText("2 prompts to add, 3 rows left out").waitFor();
  for (const said of [
    "Line 4 stands here twice",
    "Line 5 has no prompt",
    "Line 6 is longer than 500 characters",
  ])
    await dialog.getByText(said).waitFor();
  await dialog.getByText("What will be added").click();
  await assertGood(page, "a file of prompts, looked through");
  await dialog.getByRole("button", { name: "Save 2 prompts" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("listitem").filter({ hasText: "Which CRM, honestly?" }).waitFor();
  const { prompts } = await site.call<{ prompts: { prompt: string; intent: string | null }[] }>(
    ...([ada.key, "GET", `/projects/${projectId}/prompts`] as const),
  );
  assert.deepEqual(
    prompts.slice(-2).map(({ prompt, intent }) => [prompt, intent]),
    [
      ["Which CRM, honestly?", "best"],
      [hostile, null],
    ],
  );
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("the grid shows a competitor where one is chosen, over the same answers", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/projects/${projectId}/answers`);
  const first = page.getByRole("row").filter({ hasText: "team 00" });
  await first.getByText("8 of 12").waitFor();
  await page.getByLabel("Brand").selectOption("Bolt");
  await first.getByText("12 of 12").waitFor();
  await page.getByText("A filled box is an answer that names Bolt.").waitFor();
  await assertGood(page, "the grid of a competitor");
  await page.getByLabel("Filter prompts").fill("team 07");
  await page.getByText("1 of 25 prompts").waitFor();
  assert.match(page.url(), /brand=Bolt/);
  await page.getByRole("link", { name: "All answers in a table" }).click();
  await page.getByText("300 of 300 rows").waitFor();
  await page.getByLabel("Brand").selectOption("Bolt");
  await page.getByLabel("Named or not").selectOption({ label: "Not named" });
  await page.getByText("0 of 0 rows").waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});
