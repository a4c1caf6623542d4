import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assertGood } from "./page.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

let ada: Someone;
let projectId: string;
const site = siteForTests({}, async ({ someone, call }) => {
  ada = await someone("ada");
  projectId = (await call<{ id: string }>(ada.key, "POST", "/projects", { name: "Acme", brand: "Acme" })).id;
});

test(
  "every guide of the repository can be read in the app, and its links lead somewhere",
  inBrowser,
  async () => {
    const { page, complaints } = await site.signedIn(ada);
    await page.goto(`${site.address}/docs`);
    await assertGood(page, "docs");
    const linksIn = (selector: string) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll("${selector} a")].map((link) => link.getAttribute("href"))`,
      );
    const links = await linksIn(".guides");
    const files = readdirSync(join(import.meta.dirname, "../../docs")).filter((name) => name.endsWith(".md"));
    assert.equal(links.length, files.length + 1);
    const known = new Set(links);
    for (const link of links) {
      await page.goto(site.address + link);
      await page.getByRole("article").waitFor();
      const within = await linksIn("article");
      for (const href of within)
        assert.ok(/^(https?:|#)/.test(href) || known.has(href.split("#")[0] ?? ""), `${link}: ${href}`);
    }
    await page.goto(`${site.address}/docs/measuring`);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await assertGood(page, `a guide at ${width}`);
    }
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);

for (const colorScheme of ["light", "dark"] as const)
  test(
    `a route of the API is found, with a request that works as it is copied, ${colorScheme}`,
    inBrowser,
    async () => {
      const { page, complaints } = await site.signedIn(ada, {
        ...{ colorScheme, permissions: ["clipboard-read", "clipboard-write"] },
      });
      await page.goto(`${site.address}/docs/api`);
      await page.getByLabel("Find a route").fill("client brief");
      await assertGood(page, `the routes, ${colorScheme}`);
      await page.getByRole("link", { name: /client-brief/ }).click();
      await page.getByRole("button", { name: "Copy curl" }).click();
      const copied = (await page.evaluate("navigator.clipboard.readText()")) as string;
      assert.ok(copied.includes(`${site.address}/v1/projects/${projectId}/client-brief`), copied);
      assert.match(copied, /Bearer \$KEY/);
      await page.getByRole("heading", { name: "TypeScript" }).waitFor();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await assertGood(page, `one route at ${width}, ${colorScheme}`);
      }
      await page.goto(`${site.address}/docs/api?route=create_project`);
      await page.getByRole("rowheader", { name: "brandAliases" }).waitFor();
      await assertGood(page, `a route with a body, ${colorScheme}`);
      assert.deepEqual(complaints, [], "the policy lets the reference work as it is");
      await page.context().close();
    },
  );

test("one's account says who is signed in, and leads to password and passkeys", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/account`);
  await page.getByText(`You are signed in as ${ada.email}.`).waitFor();
  await page.getByText("you work in it").waitFor();
  await page.getByRole("button", { name: "Delete your account" }).waitFor();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await assertGood(page, `account at ${width}`);
  }
  await page.getByRole("link", { name: "Password, passkeys and sessions" }).click();
  await page.getByRole("heading", { name: "Passkeys" }).waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});
