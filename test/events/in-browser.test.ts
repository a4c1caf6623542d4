import assert from "node:assert/strict";
import { test } from "node:test";
import { always } from "../fake-engines.ts";
import { assertGood, keepPicture } from "../web/page.ts";
import { inBrowser, type Someone, siteForTests } from "../web/site.ts";
import { type Receiver, startReceiver, status } from "./receiver.ts";

const hostile = `"><img src=x onerror=alert(1)>`;
let ada: Someone;
let receiver: Receiver;
const site = siteForTests(
  async (end) => {
    receiver = await startReceiver(end);
    return { engines: { chatgpt: always("Acme.") }, config: { outboundAllow: [receiver.host] } };
  },
  async ({ someone, call }) => {
    ada = await someone("ada");
    await call(ada.key, "POST", "/projects", { name: "Acme", brand: "Acme" });
  },
);

test("a program is added with its secret shown once, tested, looked at, and deleted", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${site.address}/organization?part=destinations`);
  await page.getByText("No destinations yet.").waitFor();
  await page.getByRole("button", { name: "Add a destination" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a destination" });
  await dialog.getByLabel("Kind").selectOption("Program");
  await dialog.getByLabel("URL").fill(receiver.url);
  await dialog.getByLabel("Name").fill(`Ours ${hostile}`);
  await dialog.getByLabel("Run canceled").uncheck();
  await keepPicture(page, "destinations-add");
  await assertGood(page, "adding a destination");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const secret = await dialog.getByLabel("Signing secret").inputValue();
  assert.match(secret, /^whsec_/);
  await keepPicture(page, "destinations-secret");
  await dialog.getByRole("button", { name: "Close" }).click();
  assert.equal((await page.content()).includes(secret), false);

  await page.getByRole("button", { name: /^Send a test/ }).click();
  await page.getByText(/The test reached/).waitFor();
  receiver.answer(status(500, hostile));
  await page.getByRole("button", { name: /^Send a test/ }).click();
  await page.getByText(/did not reach .*: it refused/).waitFor();
  await keepPicture(page, "destinations");
  await assertGood(page, "destinations");
  await page.getByRole("button", { name: /^Log of/ }).click();
  const log = page.getByRole("dialog", { name: /^Log of/ });
  await log.getByText("it refused (500)").waitFor();
  await log.getByText("Answer").click();
  assert.equal(await log.locator("pre").textContent(), hostile);
  await keepPicture(page, "destinations-log");
  await assertGood(page, "the log of a destination");
  await log.getByRole("button", { name: "Close" }).click();
  await log.waitFor({ state: "detached" });

  await page.setViewportSize({ width: 390, height: 844 });
  await keepPicture(page, "destinations-phone");
  await assertGood(page, "destinations on a phone");
  await page.getByRole("button", { name: /^Delete Ours/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No destinations yet.").waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});
