import assert from "node:assert/strict";
import { test } from "node:test";
import { always } from "../fake-engines.ts";
import { bucketKeys, type FakeBucket, startBucket } from "../vendors/bucket.ts";
import { assertGood, keepPicture } from "../web/page.ts";
import { inBrowser, type Someone, siteForTests } from "../web/site.ts";

let ada: Someone;
let lake: FakeBucket;
const site = siteForTests(
  async (end) => {
    lake = await startBucket(end);
    return { engines: { chatgpt: always("Acme.") }, config: { outboundAllow: [lake.host] } };
  },
  async ({ someone, call }) => {
    ada = await someone("ada");
    const { id } = await call<{ id: string }>(ada.key, "POST", "/projects", { name: "Acme", brand: "Acme" });
    await call(ada.key, "POST", `/projects/${id}/imports`, [
      { prompt: "one?", provider: "chatgpt", answer: "Acme." },
    ]);
  },
);

test("a bucket is saved, tested, exported to, told why it refuses, and deleted", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${site.address}/organization?part=destinations`);
  await page.getByText("No bucket yet.").waitFor();
  await page.getByRole("button", { name: "Add a bucket" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a bucket" });
  await dialog.getByLabel("Address of the service").fill(lake.url);
  await dialog.getByLabel("Region").fill("eu-test-1");
  await dialog.getByLabel("Bucket", { exact: true }).fill("lake");
  await dialog.getByLabel("Access key ID").fill(bucketKeys.accessKey);
  await dialog.getByLabel("Secret access key").fill(bucketKeys.secretKey);
  await keepPicture(page, "bucket-add");
  await assertGood(page, "adding a bucket");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^Next export:/).waitFor();
  assert.equal((await page.content()).includes(bucketKeys.secretKey), false);
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByText("The test file was written.").waitFor();
  lake.instead = () => ({ status: 403, code: "AccessDenied" });
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page
    .getByText(
      "The test file was not written: the access key may not write there, or a policy of the bucket refuses it, such as one that asks for an encryption header.",
    )
    .waitFor();
  lake.instead = undefined;
  await page.getByRole("button", { name: "Export now" }).click();
  await page.getByText("The export has begun.").waitFor();
  await site.app.settle();
  await page.reload();
  await page.getByText(/^Last export: .*, with 1 report and 1 row\.$/).waitFor();
  await keepPicture(page, "bucket");
  await assertGood(page, "the nightly export");
  await page.setViewportSize({ width: 390, height: 844 });
  await keepPicture(page, "bucket-phone");
  await assertGood(page, "the nightly export on a phone");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No bucket yet.").waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});
