import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { startSite } from "../fixtures/site.ts";
import { type Northwind, northwind, northwindPages, northwindShared } from "./northwind.ts";
import { assertGood, keepPdf } from "./page.ts";
import { openPlace, placesOf } from "./places.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

// What people hand over on paper: the pages of a project that one prints, by somebody whose screen is dark.

let ada: Someone;
let made: Northwind;
let shared: string;
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
    shared = await northwindShared(opened, ada, made);
  },
);

/** Between the margins of A4, in CSS pixels. */
const paperWidth = 680;

for (const name of ["overview", "brief", "readiness"])
  test(`the ${name} prints as a page to hand over, from a dark screen too`, inBrowser, async () => {
    const { page } = await site.signedIn(ada, { colorScheme: "dark" });
    const place = placesOf(made, "").find((each) => each.name === name)!;
    await openPlace(page, site.address, place);
    await assertPrints(page, name);
    await page.context().close();
  });

test(
  "the public page of a report prints as a page to hand over, from a dark screen too",
  inBrowser,
  async () => {
    const { page } = await site.signedIn(ada, { colorScheme: "dark" });
    await page.goto(site.address + shared);
    await assertPrints(page, "report");
    await page.context().close();
  },
);

async function assertPrints(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.setViewportSize({ width: paperWidth, height: 960 });
  // Contrast too: on paper everything is as on a light screen.
  await assertGood(page, `${name} on paper`);
  assert.equal(
    await page.evaluate("getComputedStyle(document.documentElement).backgroundColor"),
    "rgb(255, 255, 255)",
  );
  assert.deepEqual(await page.evaluate(pressed), [], `${name}: nothing is there to press or to go elsewhere`);
  assert.deepEqual(await page.evaluate(cut), [], `${name}: nothing is cut`);
  const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true });
  assert.match(pdf.subarray(0, 5).toString(), /^%PDF-/);
  keepPdf(pdf, `print-${name}`);
}

/** Controls and navigation that can be seen. */
const pressed = `[...document.querySelectorAll("button, .btn, nav, input, select, textarea, .skip, summary")]
  .filter((each) => { const { width, height, right } = each.getBoundingClientRect(); return width > 1 && height > 1 && right > 0 && !each.closest(".vh"); })
  .map((each) => each.outerHTML.slice(0, 120))`;

/** Elements whose text is wider than they are and does not show. */
const cut = `[...document.querySelectorAll("main *, footer *")]
  .filter((each) => each instanceof HTMLElement && !each.closest(".vh") && getComputedStyle(each).overflowX !== "visible")
  .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.outerHTML.slice(0, 120))`;
