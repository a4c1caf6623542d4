import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A window, and what its browser has to complain of: errors on the console and errors of scripts. */
export async function openWindow(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "UTC", ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog of a script: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, complaints };
}

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** What axe-core finds wrong with a page. */
export async function barriersOn(page: Page, options: Record<string, unknown> = {}): Promise<string[]> {
  // The policy of the page lets no script in; the checker is put in from outside.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  // What is fine is not described.
  const asked = JSON.stringify({ ...options, resultTypes: ["violations"] });
  const found = (await page.evaluate(
    `axe.run(document, ${asked}).then(({ violations }) => violations)`,
  )) as Violation[];
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}

/** Fails where axe-core finds anything wrong with the page, or it is wider than its window. */
export async function assertGood(page: Page, where: string): Promise<void> {
  const said = await barriersOn(page);
  assert.deepEqual(said, [], where);
  const beyond = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  assert.equal(beyond, 0, `${where} is wider than its window`);
}

/** From here on the server is away for what the pattern names, until the function that comes back is called. */
export async function takeAway(page: Page, pattern: string): Promise<() => Promise<void>> {
  for (const each of [pattern, "**/healthz"]) await page.route(each, (route) => route.abort());
  return async () => {
    for (const each of [pattern, "**/healthz"]) await page.unroute(each);
  };
}

/** Waits until a field holds what is wanted; the policy of the page forbids to wait within it. */
export async function assertHolds(field: Locator, wanted: RegExp): Promise<void> {
  const lastAt = Date.now() + 15_000;
  for (;;) {
    const held = await field.inputValue();
    if (wanted.test(held)) return;
    assert.ok(Date.now() < lastAt, `the field holds ${JSON.stringify(held)}, not ${wanted}`);
    await pause(50);
  }
}

/** For who wants to look: `SCREENSHOTS=folder node --test test/web/plain-pages.test.ts`. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = folderToLookIn();
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** The same of what a page is on paper. */
export function keepPdf(pdf: Buffer, name: string): void {
  const folder = folderToLookIn();
  if (folder) writeFileSync(`${folder}/${name}.pdf`, pdf);
}

function folderToLookIn(): string | undefined {
  const folder = process.env.SCREENSHOTS;
  if (folder) mkdirSync(folder, { recursive: true });
  return folder;
}
