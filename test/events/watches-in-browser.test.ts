import assert from "node:assert/strict";
import { test } from "node:test";
import { promptKey } from "../../src/reader/prompt.ts";
import { always, failing } from "../fake-engines.ts";
import { assertGood, keepPicture } from "../web/page.ts";
import { inBrowser, type Someone, siteForTests } from "../web/site.ts";

const hostile = `<img src=x onerror=alert(1)>`;
const prompts = Array.from({ length: 10 }, (_, at) => `which kettle ${at}?`);
const dayMs = 86_400_000;
let ada: Someone;
let projectId: string;

/** A day's answers: of four to each prompt, `named` say the brand. */
const answersOf = (named: number, daysAgo: number) =>
  prompts.flatMap((prompt, place) =>
    ["chatgpt", "claude", "gemini", "grok"].map((provider, each) => ({
      ...{ prompt, provider, answeredAt: new Date(Date.now() - daysAgo * dayMs).toISOString() },
      answer: `${each < named + (place % 2) ? "Acme and Bolt" : "Bolt"} would be a choice.`,
    })),
  );

const engines = { chatgpt: always("Acme."), claude: failing("bad_key") };
const site = siteForTests({ engines }, async ({ someone, call }) => {
  ada = await someone("ada");
  const terms = { name: "Acme", brand: "Acme", competitors: ["Bolt", `Cube ${hostile}`] };
  projectId = (await call<{ id: string }>(ada.key, "POST", "/projects", terms)).id;
  for (const [day, named] of [3, 3, 3, 3, 3, 3, 0, 0].entries())
    await call(ada.key, "POST", `/projects/${projectId}/imports`, answersOf(named, 8 - day));
  const tag = { promptKeys: prompts.slice(0, 5).map(promptKey), add: ["Quiet"] };
  await call(ada.key, "PATCH", `/projects/${projectId}/tags`, tag);
});

interface Watches {
  watches: {
    of: string;
    competitor: string | null;
    where: { tag: string | null };
    direction: string;
    at_least: number;
  }[];
}

test(
  "a change that is told stands on the overview, and what is watched is changed in the settings",
  inBrowser,
  async () => {
    const { page, complaints } = await site.signedIn(ada);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${site.address}/projects/${projectId}`);
    await page
      .getByRole("link", { name: /Acme is named in 13% of the answers, 75 points less than the 88% before/ })
      .waitFor();
    await keepPicture(page, "watches-overview");
    await assertGood(page, "an overview with a change that is told");
    await page
      .getByRole("link", { name: /Acme is named in 13% of the answers, 75 points less than the 88% before/ })
      .click();
    await page.waitForURL(/\/trends$/);
    await page.getByText(/Acme is named in 13% of the answers, 75 points less than the 88% before/).waitFor();
    await keepPicture(page, "watches-trends");

    await page.goto(`${site.address}/projects/${projectId}/settings`);
    const form = page.getByRole("region", { name: "Watches" });
    await form.getByText(/Acme is named in 13% of the answers, 75 points less than the 88% before/).waitFor();
    await form.getByRole("button", { name: "Add a watch" }).click();
    const added = form.getByRole("listitem").last();
    await added.getByLabel("Watch", { exact: true }).selectOption("the gap to Bolt");
    await added.getByLabel("In", { exact: true }).selectOption("prompts tagged Quiet");
    await added.getByLabel("Tell", { exact: true }).selectOption("only falls");
    await added.getByLabel("From, points").pressSequentially("2.5");
    await form.scrollIntoViewIfNeeded();
    await keepPicture(page, "watches-settings");
    await assertGood(page, "watches in the settings");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Saved.").waitFor();
    const read = async () =>
      (await site.call<Watches>(ada.key, "GET", `/projects/${projectId}/watches`)).watches;
    const { of, competitor, where, direction, at_least } = (await read())[2]!;
    assert.deepEqual([of, competitor, where.tag, direction, at_least], ["gap", "Bolt", "Quiet", "down", 2.5]);

    const points = form.getByLabel("From, points").last();
    await points.fill("101");
    await form.getByRole("button", { name: "Save" }).click();
    assert.equal(await points.and(page.locator(":out-of-range")).count(), 1);
    assert.equal((await read())[2]!.at_least, 2.5, "it was not sent");
    await points.fill("2.5");

    await form.getByRole("button", { name: "Add a watch" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Another watch of this list is about the same.").first().waitFor();
    await form.getByRole("button", { name: "Remove watch 4" }).click();
    await form.getByRole("button", { name: "Remove watch 2" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Saved.").waitFor();
    assert.equal((await read()).length, 2);
    await page.setViewportSize({ width: 390, height: 844 });
    await form.scrollIntoViewIfNeeded();
    await keepPicture(page, "watches-phone");
    await assertGood(page, "watches on a phone");
    // What the server refused is the browser's to say.
    assert.deepEqual(
      complaints.filter((each) => !each.includes("400 (Bad Request)")),
      [],
    );
    await page.context().close();
  },
);

test("a run that failed says why on the overview, and where that is mended", inBrowser, async () => {
  const terms = { name: "Cube", brand: "Cube", prompts: ["which kettle?"], providers: ["claude"] };
  const { id } = await site.call<{ id: string }>(ada.key, "POST", "/projects", terms);
  const run = await site.call<{ id: string }>(ada.key, "POST", "/analyze/project", { projectId: id });
  await site.call(ada.key, "GET", `/reports/${run.id}?wait=20`).catch(() => undefined);
  const { page } = await site.signedIn(ada);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${site.address}/projects/${id}`);
  await page.getByText("The assistants refused the keys they were asked with.").waitFor();
  await keepPicture(page, "failed-run");
  await assertGood(page, "an overview of a run that failed");
  await page.getByRole("link", { name: "Check the assistants’ keys" }).click();
  await page.waitForURL(/part=engines/);
  await page.context().close();
});
