import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { startSite } from "../fixtures/site.ts";
import { type Northwind, northwind, northwindPages } from "./northwind.ts";
import { openPlace, placesOf } from "./places.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

let ada: Someone;
let made: Northwind;
let promptKey: string;
let websiteUrl: string;

const site = siteForTests(
  async (end) => {
    const website = await startSite(end, northwindPages);
    websiteUrl = `${website.url}/`;
    return { config: { outboundAllow: [website.host], rateLimitScale: 0 } };
  },
  async (opened) => {
    ada = await opened.someone("ada");
    made = await northwind(opened, ada, websiteUrl);
    const { prompts } = await opened.call<{ prompts: { prompt_key: string }[] }>(
      ...([ada.key, "GET", `/reports/${made.reportId}?view=full`] as const),
    );
    promptKey = prompts[0]!.prompt_key;
  },
);

/** As far as anybody goes with Tab; a page with more shows them at its end. */
const tabsMost = 150;

interface Focused {
  said: string;
  /** Whether it can be seen that it has the focus. */
  seen: boolean;
  /** Had the focus before, and not just now. */
  again: boolean;
  inDialog: boolean;
}

/** What has the focus; null at the end of the page, where the browser's own controls come. */
const focused = (page: Page) =>
  page.evaluate(`(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return null;
    const said = (at.getAttribute("aria-label") || at.textContent || at.name || at.tagName).trim().slice(0, 60);
    const marked = (element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
    };
    const around = [at, at.parentElement, ...(at.labels ?? []), ...at.querySelectorAll("*")];
    // A point of a chart says itself in words.
    const speaks = [...at.querySelectorAll("text.say")].some((text) => getComputedStyle(text).display !== "none");
    const before = window.walkedLast;
    window.walkedLast = at;
    const again = at !== before && at.dataset.walked === "yes";
    at.dataset.walked = "yes";
    // Within a date the browser marks its own parts.
    return { said, seen: at === before || speaks || around.some(marked), again, inDialog: Boolean(at.closest("dialog")) };
  })()`) as Promise<Focused | null>;

/** What could be used with a pointer, and has not had the focus. A group of radio buttons has it once. */
const left = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll("a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary")]
    .filter((each) => each.tabIndex >= 0 && each.checkVisibility() && each.dataset.walked !== "yes")
    .filter((each) => each.type !== "radio" || each.checked)
    .map((each) => (each.getAttribute("aria-label") || each.textContent || each.name).trim().slice(0, 60))`) as Promise<
    string[]
  >;

test("every control of every page is reached with Tab and seen to have the focus", {
  ...inBrowser,
  timeout: 240_000,
}, async () => {
  const { page } = await site.signedIn(ada);
  const wrong: string[] = [];
  for (const place of placesOf(made, promptKey)) {
    await openPlace(page, site.address, place);
    await page.evaluate("document.activeElement.blur()");
    let tabs = 0;
    for (let ends = 0; tabs < tabsMost && ends < 2; tabs += 1) {
      await page.keyboard.press("Tab");
      const now = await focused(page);
      if (now === null) ends += 1;
      else if (now.again) break;
      else if (!now.seen) wrong.push(`${place.name}: ${now.said} is not seen to have the focus`);
    }
    if (tabs < tabsMost)
      for (const each of await left(page)) wrong.push(`${place.name}: ${each} is not reached`);
  }
  assert.deepEqual(wrong, []);
  await page.context().close();
});

/** What opens a dialog, by the place where it stands. */
const openers: Record<string, (string | RegExp)[]> = {
  overview: ["Run now", "Share"],
  answer: [/^This is not us/],
  prompts: ["Add prompts", "Edit the list"],
  content: ["Write about something else"],
  settings: ["Delete this project"],
  organization: ["Invite somebody"],
  "organization-data": ["Delete this organization"],
  "organization-clients": ["Add a client"],
  "organization-access": ["Make an API key", "Make a connector key"],
  "organization-engines": [/^Use your key/],
  account: ["Delete your account"],
};

test("a dialog takes the focus and keeps it, closes with Escape, and gives the focus back", {
  ...inBrowser,
  timeout: 120_000,
}, async () => {
  const { page } = await site.signedIn(ada);
  page.setDefaultTimeout(10_000);
  const wrong: string[] = [];
  const open = page.locator("dialog[open]");
  for (const place of placesOf(made, promptKey)) {
    for (const name of openers[place.name] ?? []) {
      const where = `${place.name}, ${name}`;
      await openPlace(page, site.address, place);
      const opener = page.getByRole("button", { name }).first();
      await opener.focus();
      await page.keyboard.press("Enter");
      await open.waitFor();
      const first = await focused(page);
      if (!first?.inDialog) wrong.push(`${where} does not take the focus`);
      for (let tabs = 0; tabs < 12; tabs += 1) {
        await page.keyboard.press("Tab");
        const now = await focused(page);
        if (now && !now.inDialog) wrong.push(`${where} lets the focus go to ${now.said}`);
      }
      await page.keyboard.press("Escape");
      await open.waitFor({ state: "detached" });
      const back = (await opener.and(page.locator(":focus")).count()) === 1;
      if (!back) wrong.push(`${where} does not give the focus back`);
    }
  }
  assert.deepEqual(wrong, []);
  await page.context().close();
});

test("a project is set up and asked with the keyboard alone", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  const goTo = async (what: string) => {
    for (let tabs = 0; tabs < 40; tabs += 1) {
      await page.keyboard.press("Tab");
      if (
        await page.evaluate(`(() => {
        const at = document.activeElement;
        const said = at.labels?.length ? at.labels[0].textContent : at.textContent;
        return said.trim().startsWith(${JSON.stringify(what)});
      })()`)
      )
        return;
    }
    assert.fail(`${what} is not reached`);
  };
  await page.getByText("Set up a project").first().waitFor();
  await goTo("Set up a project");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Whom do you want to hear about?" }).waitFor();
  await goTo("Brand");
  await page.keyboard.type("Keyed");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "What do buyers of Keyed ask?" }).waitFor();
  await goTo("Prompts, one a line");
  await page.keyboard.type("Which kettle is quiet?");
  await goTo("Continue");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Whom should we ask?" }).waitFor();
  await goTo("Continue");
  await page.keyboard.press("Enter");
  await page.getByRole("row", { name: /^This run/ }).waitFor();
  await goTo("Ask 1 question");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "All answers are here" }).waitFor();
  await goTo("See the overview");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /^Keyed is named in/ }).waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});
