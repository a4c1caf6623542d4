import assert from "node:assert/strict";
import { test } from "node:test";
import { always } from "../fake-engines.ts";
import { assertGood, keepPicture } from "./page.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

const hostile = `<img src=x onerror=alert(1)>\u202e`;
let ada: Someone;
let projectId: string;
const engines = {
  ...{ chatgpt: always("Acme is fine."), claude: always("Bolt is fine.") },
  perplexity: always("Neither."),
};
const site = siteForTests({ engines }, async ({ someone, call }) => {
  ada = await someone("ada");
  const terms = {
    ...{ name: `Acme ${hostile}`, brand: "Acme", competitors: ["Bolt", hostile] },
    ...{ prompts: ["Which CRM is best?"], providers: ["chatgpt"] },
  };
  projectId = (await call<{ id: string }>(ada.key, "POST", "/projects", terms)).id;
});

interface Project {
  name: string;
  brand_aliases: string[];
  about: string | null;
  competitors: { name: string; aliases: string[]; domain: string | null }[];
  providers: string[];
  schedule: string;
  until: { width: number | null } | null;
  monthly_spend_usd: number | null;
}

const read = () => site.call<Project>(ada.key, "GET", `/projects/${projectId}`);

test("every setting of a project is changed on its page, each form by itself", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/projects/${projectId}/settings`);
  const form = (name: string) => page.getByRole("region", { name });
  const saved = async (name: string) => {
    await form(name).getByRole("button", { name: "Save" }).click();
    await form(name).getByText("Saved.").waitFor();
  };
  await form("Brand").getByLabel("Other names").fill("Acme Inc\n\nACME CRM");
  await form("Brand").getByLabel("What it sells").fill("Software for sales teams");
  await saved("Brand");
  await form("Competitors")
    .getByRole("button", { name: /^Remove \u2068?<img/ })
    .click();
  await form("Competitors").getByRole("button", { name: "Add a competitor" }).click();
  await form("Competitors").getByLabel("Name", { exact: true }).last().fill("Cube");
  await form("Competitors").getByLabel("Other names").last().fill("Cube CRM, Cube.io");
  await saved("Competitors");
  await form("What is asked").getByLabel("Claude").check();
  await form("What is asked").getByLabel("Stop").selectOption("when the range is narrow enough");
  await form("What is asked").getByLabel("Range, points wide").fill("20");
  await saved("What is asked");
  await form("Schedule").getByLabel("Run").selectOption("every Monday");
  await saved("Schedule");
  await form("Schedule").getByText("Next run: Mon").waitFor();
  await form("Spending").getByLabel("Limit a month, USD").fill("12.5");
  await saved("Spending");

  const project = await read();
  assert.deepEqual(project.brand_aliases, ["Acme Inc", "ACME CRM"]);
  assert.equal(project.about, "Software for sales teams");
  assert.deepEqual(
    project.competitors.map(({ name, aliases }) => [name, aliases]),
    [
      ["Bolt", []],
      ["Cube", ["Cube CRM", "Cube.io"]],
    ],
  );
  assert.deepEqual([...project.providers].sort(), ["chatgpt", "claude"]);
  assert.deepEqual([project.schedule, project.until?.width, project.monthly_spend_usd], ["weekly", 20, 12.5]);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("what is wrong with a field is said there, and nothing that was typed is lost", inBrowser, async () => {
  const { page } = await site.signedIn(ada);
  await page.goto(`${site.address}/projects/${projectId}/settings`);
  const brand = page.getByRole("region", { name: "Brand" });
  await brand.getByLabel("Domain").fill("not a domain");
  await brand.getByLabel("What it sells").fill("Typed before the mistake");
  await page.getByRole("region", { name: "Spending" }).getByLabel("Limit").fill("99");
  await brand.getByRole("button", { name: "Save" }).click();
  await brand
    .getByText(/domain/i, { exact: false })
    .locator(".issue")
    .or(brand.locator(".issue"))
    .waitFor();
  assert.equal(await brand.getByLabel("Domain").getAttribute("aria-invalid"), "true");
  await assertGood(page, "a form with a mistake");
  assert.equal(await brand.getByLabel("What it sells").inputValue(), "Typed before the mistake");
  await brand.getByLabel("Domain").fill("acme.example");
  await brand.getByRole("button", { name: "Save" }).click();
  await brand.getByText("Saved.").waitFor();
  assert.equal((await read()).about, "Typed before the mistake");
  // Another form of the page keeps what was typed into it.
  assert.equal(await page.getByRole("region", { name: "Spending" }).getByLabel("Limit").inputValue(), "99");
  await page.context().close();
});

test("a page is shared and revoked, and its address is gone at once", inBrowser, async () => {
  await site.call(ada.key, "POST", `/projects/${projectId}/imports`, [
    { prompt: "Which CRM is best?", provider: "chatgpt", answer: "Acme, most say. Bolt is fine too." },
  ]);
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/projects/${projectId}/settings`);
  const sharing = page.getByRole("region", { name: "Shared pages" });
  await sharing.getByText("No page is shared.").waitFor();
  await sharing.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Make the page" }).click();
  const address = await page.getByRole("dialog").getByLabel("Address").inputValue();
  assert.equal((await fetch(address)).status, 200);
  await page.getByRole("button", { name: "Close" }).click();
  await sharing.getByRole("button", { name: "Revoke" }).first().click();
  const sure = page.getByRole("dialog", { name: "Revoke this page?" });
  await assertGood(page, "the question before a page is revoked");
  await sure.getByRole("button", { name: "Revoke" }).click();
  await sharing.getByText("No page is shared.").waitFor();
  assert.equal((await fetch(address)).status, 404);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`the settings are accessible and fit a desk and a phone, ${colorScheme}`, inBrowser, async () => {
    const { page, complaints } = await site.signedIn(ada, { colorScheme });
    await page.goto(`${site.address}/projects/${projectId}/settings`);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole("button", { name: "Delete this project" }).waitFor();
      await assertGood(page, `settings at ${width}, ${colorScheme}`);
    }
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

test("a project is deleted only after its name was typed, and says what is lost", inBrowser, async () => {
  const terms = { name: "Short-lived", brand: "Acme", prompts: ["Which CRM?"] };
  const { id } = await site.call<{ id: string }>(ada.key, "POST", "/projects", terms);
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/projects/${id}/settings`);
  await page.getByRole("button", { name: "Delete this project" }).click();
  const sure = page.getByRole("dialog", { name: "Delete Short-lived?" });
  await sure.getByText(/Lost for good: 0 reports with all answers, 0 drafts and 1 prompt/).waitFor();
  const act = sure.getByRole("button", { name: "Delete for good" });
  assert.equal(await act.isDisabled(), true);
  await sure.getByLabel("Type the project’s name: Short-lived").fill("Short-lived");
  await act.click();
  await page.getByRole("heading", { name: "Projects" }).waitFor();
  await page.getByRole("link", { name: /^Acme/ }).waitFor();
  assert.equal(await page.getByRole("link", { name: "Short-lived" }).count(), 0);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test(
  "what is pasted and too long is said, not cut, and a page speaks one language in every browser",
  inBrowser,
  async () => {
    const name = "نورث ويند";
    const terms = {
      name,
      brand: name,
      competitors: ["Bolt"],
      prompts: ["Which CRM?"],
      providers: ["chatgpt"],
    };
    const { id } = await site.call<{ id: string }>(ada.key, "POST", "/projects", terms);
    const measured = { prompts: ["Which CRM?"], samples: 2 };
    await site.call(ada.key, "POST", "/analyze/project", { projectId: id, ...measured });
    const { page, complaints } = await site.signedIn(ada, { locale: "ar-EG" });

    await page.goto(`${site.address}/projects/${id}/settings`);
    const brand = page.getByRole("region", { name: "Brand" });
    const field = brand.getByLabel("Brand", { exact: true });
    assert.equal(await page.locator("input:dir(rtl)").first().inputValue(), name);
    const long = "x".repeat(150);
    await field.fill(long);
    assert.equal(await field.inputValue(), long);
    await brand.getByRole("button", { name: "Save" }).click();
    assert.equal(
      await field.evaluate(
        (element) => (element as unknown as { validationMessage: string }).validationMessage,
      ),
      "At most 120 characters; these are 150.",
    );

    await page.goto(`${site.address}/projects/${id}`);
    await page.getByText(`\u2068${name}\u2069 is named in`).first().waitFor();
    await keepPicture(page, "right-to-left");
    const text = await page.locator("main").innerText();
    assert.doesNotMatch(text, /[٠-٩]/);
    assert.match(text, /\b\d{1,2} [A-Z][a-z]+/);
    assert.deepEqual(complaints, []);
  },
);
