import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { noBrowser, startBrowser } from "../browser.ts";
import { freePort } from "../server-process.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { anyStore } from "../stores.ts";
import { keepPicture } from "../web/page.ts";
import { mailbox } from "./mailbox.ts";

const skip = noBrowser();
const endings: (() => unknown)[] = [];
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const account = { email: "kay@acme.example", password: "correct horse battery" };

let app: TestApp;
let site: string;
let letters: { to: string[]; text: string }[];
let chromium: Browser;

before(async () => {
  if (skip) return;
  const port = await freePort();
  // A passkey belongs to a name; an address cannot have one.
  site = `http://localhost:${port}`;
  const ending = { after: (end: unknown) => void endings.push(end as () => unknown) };
  const box = await mailbox(ending);
  letters = box.letters;
  app = await startApp(ending, anyStore[0]!, {
    config: { siteUrl: site, baseUrl: site, corsOrigins: [site], rateLimitScale: 0, mail: box.mail },
  });
  await app.app.door.listen({ host: "127.0.0.1", port });
  await app.app.operator.createUser(account);
  chromium = await startBrowser();
});
after(async () => {
  if (skip) return;
  await chromium.close();
  for (const end of endings) await end();
});

/** A window with a device that holds passkeys, and verifies its owner or does not. */
async function openWindow(
  complaints: string[],
): Promise<{ page: Page; verifies(yes: boolean): Promise<void> }> {
  const context = await chromium.newContext();
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" && !/favicon|status of 4/.test(message.text()))
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const devices = await context.newCDPSession(page);
  await devices.send("WebAuthn.enable");
  const { authenticatorId } = await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const verifies = async (isUserVerified: boolean) =>
    void (await devices.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }));
  return { page, verifies };
}

async function assertAccessible(page: Page): Promise<void> {
  await page.evaluate(readFileSync(axe, "utf8"));
  assert.deepEqual(
    await page.evaluate("axe.run().then(({ violations }) => violations.map(({ id }) => id))"),
    [],
  );
}

test("a passkey is added at one's account, signs in without a password, and is removed again", {
  skip,
  timeout: 120_000,
}, async () => {
  const complaints: string[] = [];
  const { page } = await openWindow(complaints);
  await page.goto(`${site}/sign-in?next=/account/security`);
  await assertAccessible(page);
  await keepPicture(page, "sign-in");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${site}/account/security`);
  await page.getByLabel("Name").fill("Test key");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.waitForURL(`${site}/account/security?done=passkey`);
  assert.ok(await page.getByText("Test key").isVisible());
  await assertAccessible(page);
  await keepPicture(page, "account");

  const news = async () => {
    await app.settle();
    return letters
      .splice(0)
      .map(({ to, text }) => [to[0], /^(A new browser|A passkey was)/m.exec(text)?.[1]]);
  };
  assert.deepEqual(await news(), [
    [account.email, "A new browser"],
    [account.email, "A passkey was"],
  ]);
  const withPasskey = async () => {
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.waitForURL(`${site}/sign-in`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(`${site}/`);
  };
  await withPasskey();
  assert.deepEqual(await news(), [], "the browser is known");
  // Another browser with the same passkey, as one that is kept elsewhere too.
  await page.context().clearCookies({ name: /^overheard-\d+\.device$/ });
  await page.goto(`${site}/account/security`);
  await withPasskey();
  assert.deepEqual(await news(), [[account.email, "A new browser"]]);
  await page.goto(`${site}/account/security`);
  assert.ok(await page.getByText(account.email).isVisible());

  await page.getByLabel("Your password").fill(account.password);
  await page.getByRole("button", { name: "Set it up" }).click();
  await page.getByText("Set up the second step").waitFor();
  await assertAccessible(page);
  await keepPicture(page, "second-step");
  await page.goto(`${site}/account/security`);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.waitForURL(`${site}/account/security?done=passkey-removed`);
  assert.equal(await page.getByText("Test key").count(), 0);
  assert.deepEqual(complaints, []);
});

test("a passkey of a disabled account opens nothing", { skip, timeout: 120_000 }, async () => {
  const { page } = await openWindow([]);
  await page.goto(`${site}/sign-in?next=/account/security`);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${site}/account/security`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.waitForURL(`${site}/account/security?done=passkey`);
  await app.app.operator.disableUser({ email: account.email });
  await page.goto(`${site}/account/security`);
  await page.waitForURL(`${site}/sign-in?next=%2Faccount%2Fsecurity`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("This account is disabled").waitFor();
  await app.app.operator.enableUser({ email: account.email });
});
