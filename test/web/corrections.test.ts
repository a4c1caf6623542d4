import assert from "node:assert/strict";
import { test } from "node:test";
import { assertGood, keepPicture } from "./page.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

const hostile = `<img src=x onerror=alert(1)>\u202e`;
const prompt = "Which pump is the quietest?";
const hill = `Hikers rest on the slope of Acme Hill near the old quarry ${hostile}.`;
const answers = [
  `${hill} Bolt is fine.`,
  `In short: ${hill}`,
  `Some say so. ${hill}`,
  "Acme makes the quietest pump, ahead of Bolt. AcmeFlow 2 is the newest.",
];

let ada: Someone;
let projectId: string;
const site = siteForTests({}, async ({ someone, call }) => {
  ada = await someone("ada");
  const terms = { name: "Acme", brand: "Acme", competitors: ["Bolt"] };
  projectId = (await call<{ id: string }>(ada.key, "POST", "/projects", terms)).id;
  const rows = answers.map((answer, at) => ({ prompt, provider: "chatgpt", answer, sample: at + 1 }));
  await call(ada.key, "POST", `/projects/${projectId}/imports`, rows);
});
const options = { ...inBrowser, timeout: 90_000 };

const rate = async () =>
  (
    await site.call<{ metrics: { appearance_rate: number } }>(
      ...([ada.key, "GET", `/reports/latest?projectId=${projectId}`] as const),
    )
  ).metrics.appearance_rate;

async function opened(width: number, colorScheme: "light" | "dark") {
  const window = await site.signedIn(ada, { colorScheme, viewport: { width, height: 900 } });
  await window.page.goto(`${site.address}/projects/${projectId}/answers`);
  await window.page.getByRole("link", { name: prompt }).click();
  return window;
}

test(
  "an answer shows its evidence, and “this is not us” moves the figures, until it is undone",
  options,
  async () => {
    assert.equal(await rate(), 1);
    const { page, complaints } = await opened(1440, "light");
    await page.getByRole("link", { name: "Read the answer" }).first().click();
    await page.getByRole("button", { name: /^This is not us: Acme, place 1/ }).click();
    const dialog = page.getByRole("dialog", { name: "This is not us?" });
    await dialog.getByText("3 mentions fewer, in 3 answers.").waitFor();
    await dialog.getByText("100% → 25%").waitFor();
    await assertGood(page, "what a correction would change");
    assert.equal(await rate(), 1, "looking changes nothing");
    await dialog.getByLabel("Why").fill("A hill.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Somebody in your organization said so", { exact: false }).waitFor();
    await page.getByRole("button", { name: /^This is us: Acme, place 1/ }).waitFor();
    assert.equal(await rate(), 0.25);

    await page.goto(`${site.address}/projects/${projectId}/answers`);
    const taught = page.getByRole("region", { name: "What was said of names" });
    await taught.getByText("“Acme” here is not Acme").waitFor();
    await taught.getByText("A hill.").waitFor();
    await taught.getByText(ada.email).waitFor();
    await page.getByText(/^Three occurrences in 3 answers of this report are counted, or not,/).waitFor();
    await assertGood(page, "the list of what was said");
    await taught.getByRole("button", { name: "Undo: “Acme” here is not Acme" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
    await page.getByText(/^Three occurrences/).waitFor({ state: "detached" });
    assert.equal(await rate(), 1);
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);

test("another name is looked at first, and then counts", options, async () => {
  const { page, complaints } = await opened(390, "dark");
  await page.getByRole("link", { name: "Read the answer" }).last().click();
  await page.getByRole("button", { name: "Add another name" }).click();
  const dialog = page.getByRole("dialog", { name: "Add another name?" });
  await dialog.getByLabel("Name").fill("Acme");
  await dialog.getByRole("button", { name: "See what it would change" }).click();
  await dialog.getByText("This is already a name of the brand.").first().waitFor();
  await dialog.getByLabel("Name").fill("AcmeFlow");
  await dialog.getByRole("button", { name: "See what it would change" }).click();
  await dialog.getByText("1 mention more, in 1 answer.").waitFor();
  await assertGood(page, "another name on a phone");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Another name of the brand.").waitFor();
  // A browser complains of every answer that refuses, as the first one here.
  assert.deepEqual(
    complaints.filter((said) => !said.includes("status of 400")),
    [],
  );
  await page.context().close();
});

test(
  "what a model wrote and its reader does not see is folded away, and counts nowhere",
  options,
  async () => {
    const terms = { name: "Thoughts", brand: "Acme", competitors: ["Bolt", "Cube"] };
    const { id } = await site.call<{ id: string }>(ada.key, "POST", "/projects", terms);
    const answer = `<think>Bolt or Cube? ${hostile} Bolt is loud.</think>\n\nBuy an Acme. It is **quiet**.`;
    await site.call(ada.key, "POST", `/projects/${id}/imports`, [{ prompt, provider: "deepseek", answer }]);
    const window = await site.signedIn(ada, { viewport: { width: 1440, height: 900 } });
    const { page, complaints } = window;
    await page.goto(`${site.address}/projects/${id}/answers`);
    await page.getByRole("link", { name: prompt }).click();
    await page.getByRole("link", { name: "Read the answer" }).first().click();
    const verbatim = page.locator(".verbatim").first();
    assert.equal((await verbatim.innerText()).trim(), "Buy an Acme. It is quiet.");
    const thought = page.getByText("Bolt or Cube?", { exact: false });
    assert.equal(await thought.isVisible(), false);
    assert.equal(await page.locator("a.occ.rival").count(), 0);
    await page
      .getByText("What the model wrote and its reader does not see; nothing of it is counted")
      .click();
    assert.equal(await thought.isVisible(), true);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await assertGood(page, `an answer with a thought unfolded, at ${width}`);
      await keepPicture(page, `thought-${width}`);
    }
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);
