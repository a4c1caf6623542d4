import assert from "node:assert/strict";
import { test } from "node:test";
import { pagePaths } from "../../src/server/app-files/page-paths.ts";
import { startSite } from "../fixtures/site.ts";
import { type Northwind, northwind, northwindPages } from "./northwind.ts";
import { assertGood } from "./page.ts";
import { openPlace, placesOf } from "./places.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

let ada: Someone;
let made: Northwind;
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
  },
);

const places = async () => {
  const { prompts } = await site.call<{ prompts: { prompt_key: string }[] }>(
    ...([ada.key, "GET", `/reports/${made.reportId}?view=full`] as const),
  );
  return placesOf(made, prompts[0]!.prompt_key);
};

test("the walk goes to every page there is", inBrowser, async () => {
  const walked = new Set((await places()).map(({ page }) => page).filter((page) => page !== null));
  assert.deepEqual([...walked].sort(), [...pagePaths].sort());
});

for (const colorScheme of ["light", "dark"] as const)
  test(`every page is accessible and fits a phone, a tablet and a desk, ${colorScheme}`, {
    ...inBrowser,
    timeout: 240_000,
  }, async () => {
    const { page, complaints } = await site.signedIn(ada, { colorScheme });
    const wrong: string[] = [];
    for (const place of await places()) {
      await openPlace(page, site.address, place);
      for (const width of [1440, 768, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await assertGood(page, `${place.name} at ${width}, ${colorScheme}`).catch((error: Error) =>
          wrong.push(error.message),
        );
      }
    }
    assert.deepEqual(wrong, []);
    // The project that is not there is an answer with a status, which the browser writes on its console.
    assert.deepEqual(
      complaints.filter((said) => !said.includes("404 (Not Found)")),
      [],
    );
    await page.context().close();
  });
