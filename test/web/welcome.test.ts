import assert from "node:assert/strict";
import { test } from "node:test";
import { always, failing } from "../fake-engines.ts";
import { startSite } from "../fixtures/site.ts";
import { assertGood, assertHolds, takeAway } from "./page.ts";
import { endSession, inBrowser, type Someone, signInAgain, siteForTests } from "./site.ts";

const hostile = `<img src=x onerror=alert(1)>`;
let ada: Someone;
let websiteUrl: string;

const page = (title: string, text: string, more = "") =>
  `<!doctype html><html lang="en"><title>${title}</title><meta name="description" content="${text}"><h1>${title}</h1><p>${text}</p>${more}</html>`;

const site = siteForTests(
  async (end) => {
    const website = await startSite(end, {
      "/": page(
        "Acme – CRM software for bakeries",
        "Acme is CRM software for bakeries and small shops.",
        '<a href="/bolt">Acme vs Bolt</a> <a href="/odd">More</a>',
      ),
      "/bolt": page("Acme vs Bolt", "How Acme compares with Bolt."),
      "/odd": page(`Odd ${hostile.replaceAll("<", "&lt;")}`, "A page with an odd title."),
    });
    websiteUrl = `${website.url}/`;
    const crawl = { pagesMax: 10, timeMs: 60_000, delayMs: 0, atOnce: 2 };
    return { config: { outboundAllow: [website.host], crawl } };
  },
  async ({ someone }) => {
    ada = await someone("ada");
  },
);

test(
  "the first five minutes: from a name and a site to an overview, each step left and returned to",
  inBrowser,
  async () => {
    const { address } = site;
    const { page, complaints } = await site.signedIn(ada);
    await page.getByRole("link", { name: "Set up a project" }).click();
    await page.getByLabel("Brand").fill("Acme");
    await page.getByLabel("Website").fill("no address");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("That is not a web address").waitFor();
    await page.getByLabel("Website").fill(websiteUrl);
    await assertGood(page, "brand and site");
    await page.getByRole("button", { name: "Continue" }).click();

    await page.getByText("Proposed from the website.").waitFor();
    const prompts = page.getByLabel("Prompts, one a line");
    assert.match(await prompts.inputValue(), /CRM software/);
    assert.match(await page.getByLabel("What it sells").inputValue(), /^Acme is CRM software for bakeries/);
    assert.equal(await page.getByLabel("Competitors, one a line").inputValue(), "Bolt");
    await prompts.fill("Which CRM suits a bakery?\n- Which CRM is cheap?\nWhich CRM is cheap?");
    await page.getByText("2 prompts;").waitFor();
    await assertGood(page, "what to ask");
    // Typed and not saved yet: it outlasts leaving the page.
    const here = page.url();
    await page.goto(address);
    await page.getByRole("link", { name: "Go on setting it up" }).waitFor();
    await assertGood(page, "a project that is being set up");
    await page.goto(here);
    await assertHolds(prompts, /^Which CRM suits/);
    await page.getByRole("button", { name: "Continue" }).click();

    await page.getByRole("heading", { name: "Whom should we ask?" }).waitFor();
    await page.getByText("a built-in sandbox makes up the answers").waitFor();
    await page.getByText(/^The server has no key for it \(OPENAI_API_KEY\)/).waitFor();
    await page.getByText("Made-up answers", { exact: true }).waitFor();
    await assertGood(page, "assistants");
    await page.getByRole("button", { name: "Continue" }).click();

    await page.getByRole("row", { name: /^This run 2 prompts × 1 assistant, once/ }).waitFor();
    await page.getByLabel("Put each prompt to each assistant").selectOption("3");
    await page.getByRole("row", { name: /^This run 2 prompts × 1 assistant, three times/ }).waitFor();
    await page.getByRole("row", { name: /^One step more/ }).waitFor();
    await assertGood(page, "the plan");
    await page.getByRole("link", { name: "What to ask" }).click();
    await assertHolds(prompts, /cheap/);
    await page.goBack();
    await page.getByRole("button", { name: "Ask 6 questions" }).click();

    await page.getByRole("heading", { name: "All answers are here" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "All answers are here" }).waitFor();
    await page.getByText("Which CRM suits a bakery?").first().click();
    await page.locator(".said").first().waitFor();
    await assertGood(page, "answers that came");
    await page.getByRole("link", { name: "See the overview" }).click();
    await page.getByRole("heading", { name: "What to do next" }).waitFor();
    const [project] = await site.call<{ prompt_count: number; samples: number; about: string }[]>(
      ada.key,
      "GET",
      "/projects",
    );
    assert.deepEqual([project?.prompt_count, project?.samples], [2, 3]);
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);

test(
  "a website that cannot be read says so, and the prompts are typed; a session that ends loses nothing",
  inBrowser,
  async () => {
    const { address } = site;
    const { page } = await site.signedIn(ada, { colorScheme: "dark", viewport: { width: 390, height: 844 } });
    await page.goto(`${address}/welcome`);
    await page.getByLabel("Brand").fill(`Cube ${hostile}`);
    await page.getByLabel("Website").fill(`${websiteUrl}missing`);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Nothing could be proposed.").waitFor();
    await assertGood(page, "nothing proposed, on a phone in the dark");
    await page.getByLabel("Prompts, one a line").fill("Which CRM suits a bakery?");
    await endSession(page, address);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("You were signed out.").waitFor();
    await signInAgain(page, ada);
    assert.equal(await page.getByLabel("Prompts, one a line").inputValue(), "Which CRM suits a bakery?");
    const giveBack = await takeAway(page, "**/v1/projects/**");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("The server cannot be reached.").first().waitFor();
    await giveBack();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Whom should we ask?" }).waitFor();
    await page.context().close();
  },
);

test("somebody else's project cannot be set up", inBrowser, async () => {
  const { app, address } = site;
  const bob = await app.member();
  const theirs = await bob.project();
  const { page } = await site.signedIn(ada);
  await page.goto(`${address}/welcome?project=${theirs.id}&step=plan`);
  await page.getByRole("heading", { name: "Not found" }).waitFor();
  await page.context().close();
});

test(
  "a vendor's key is tried before it is kept, and its assistant can be asked at once",
  inBrowser,
  async () => {
    const { app, address } = site;
    const terms = { name: "Dot", brand: "Dot", prompts: ["Which CRM is best?"] };
    const { id } = await site.call<{ id: string }>(ada.key, "POST", "/projects", terms);
    app.engines.sayTo("sk-refused-by-its-vendor", failing("bad_key"));
    app.engines.sayTo("sk-that-works-0123456789", always("Dot is fine."));
    const { page } = await site.signedIn(ada);
    await page.goto(`${address}/welcome?project=${id}&step=assistants`);
    await page.getByRole("button", { name: "Paste a key for ChatGPT" }).click();
    const dialog = page.getByRole("dialog", { name: "Paste a key for ChatGPT" });
    await assertGood(page, "a key to paste");
    await dialog.getByLabel("Key", { exact: true }).fill("sk-refused-by-its-vendor");
    await dialog.getByLabel("Key", { exact: true }).press("Enter");
    await dialog.getByRole("alert").waitFor();
    await dialog.getByLabel("Key", { exact: true }).fill("sk-that-works-0123456789");
    await dialog.getByRole("button", { name: "Try and save it" }).click();
    await page.getByRole("checkbox", { name: /ChatGPT/ }).check();
    await page.getByText("a built-in sandbox makes up the answers").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Ask 1 question" }).click();
    await page.getByRole("heading", { name: "All answers are here" }).waitFor();
    await page.getByText("ChatGPT", { exact: true }).waitFor();
    await page.context().close();
  },
);

test(
  "what the website suggests is taken over on the page of prompts, one by one and all at once",
  inBrowser,
  async () => {
    const { page, complaints } = await site.signedIn(ada);
    const { id: projectId } = await site.call<{ id: string }>(ada.key, "POST", "/projects", {
      ...{ name: "Acme suggested", brand: "Acme", competitors: ["Bolt"] },
      prompts: ["Which CRM do people like?"],
    });
    const home = `${site.address}/projects/${projectId}/prompts`;
    await page.goto(home);
    await page.getByRole("link", { name: "Read the website for suggestions" }).waitFor();
    const begun = await site.call<{ id: string }>(ada.key, "POST", "/crawls", { projectId, url: websiteUrl });
    for (let terminal = false; !terminal; )
      ({ terminal } = await site.call<{ terminal: boolean }>(ada.key, "GET", `/crawls/${begun.id}`));
    const saved = async () =>
      (
        await site.call<{ prompts: { prompt: string; intent: string | null }[] }>(
          ...([ada.key, "GET", `/projects/${projectId}/prompts`] as const),
        )
      ).prompts;

    await page.goto(home);
    await page.getByRole("button", { name: "Suggest prompts" }).click();
    const takes = page.getByRole("button", { name: /^Add “/ });
    await takes.first().waitFor();
    await assertGood(page, "suggested prompts");
    const offered = await takes.count();
    assert.ok(offered >= 5, `${offered} are offered`);
    const label = (await takes.first().getAttribute("aria-label")) ?? "";
    await takes.first().click();
    await page.getByRole("button", { name: `Add all ${offered - 1}` }).waitFor();
    const [, taken] = await saved();
    assert.equal(`Add “${taken?.prompt}”`, label);
    assert.ok(taken?.intent, "what the asker wants is kept");
    await page.getByRole("button", { name: `Add all ${offered - 1}` }).click();
    await page.getByText("Nothing is suggested that is not saved already.").waitFor();
    assert.equal((await saved()).length, offered + 1);
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);
