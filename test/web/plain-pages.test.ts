import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { SMTPServer } from "smtp-server";
import { authorizeAddress, pkce, register } from "../oauth/flow.ts";
import type { Ending } from "../stores.ts";
import { assertGood, keepPicture, openWindow } from "./page.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

// The pages that the server makes itself, without the app: each accessible and whole at three widths, in both themes.

let ada: Someone;
let kim: Someone;
let invitation: string;
let asking: string;

/** Turns what follows around, is long, and would be markup. */
const hostile = `\u202eedualC\u202c <b>Overheard</b> ${"assistant ".repeat(8)}`;

const site = siteForTests(
  async (end) => ({ config: { rateLimitScale: 0, mail: await mailbox(end) } }),
  async (opened) => {
    [ada, kim] = [await opened.someone("ada"), await opened.someone("kim")];
    const token = await opened.token(ada);
    await opened.call(token, "PATCH", "/organization", { name: "Acme & <b>Sons</b>" });
    const invited = await opened.call<{ url: string }>(token, "POST", "/organization/invitations", {
      ...{ email: kim.email, role: "editor" },
    });
    invitation = new URL(invited.url).pathname;
    await opened.app.settle();
    const client = await register(opened.app.app.door, { client_name: hostile });
    const more = { resource: `${opened.address}/mcp` };
    asking = authorizeAddress(client, pkce().challenge, more);
  },
);

/** A mail server that reads no letter. */
async function mailbox(end: Ending): Promise<{ url: string; from: string }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (letter, _, done) => void letter.resume().once("end", done),
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  end.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, from: "Overheard <o@acme.example>" };
}

interface PlainPage {
  name: string;
  path: () => string;
  heading: string | RegExp;
  /** What is done there before it is looked at. */
  first?: (page: Page) => Promise<void>;
}

const signIn = async (page: Page) => {
  await page.getByLabel("Email").fill(kim.email);
  await page.getByLabel("Password").fill(kim.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};

/** In this order: those from the invitation on are seen by somebody who is signed in. */
const pages: PlainPage[] = [
  { name: "sign-in", path: () => "/sign-in", heading: "Sign in to Overheard" },
  {
    ...{ name: "sign-in-wrong", path: () => "/sign-in", heading: "Sign in to Overheard" },
    async first(page) {
      await page.getByLabel("Email").fill(kim.email);
      await page.getByLabel("Password").fill("a wrong password");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("alert").getByText("Incorrect email or password.").waitFor();
    },
  },
  { name: "code", path: () => "/sign-in/code", heading: "Enter your code" },
  { name: "forgot", path: () => "/sign-in/forgot", heading: "Set a new password" },
  { name: "new-password", path: () => "/sign-in/new-password?token=x", heading: "Set a new password" },
  { name: "broken-invitation", path: () => "/invitations/x", heading: "This link does not work" },
  { name: "not-connected", path: () => "/connect/error?error=invalid_scope", heading: "Not connected" },
  { name: "connect", path: () => asking, heading: "Sign in to Overheard" },
  {
    ...{ name: "consent", path: () => asking, heading: /Overheard account/ },
    first: signIn,
  },
  { name: "invitation", path: () => invitation, heading: "Join Acme & <b>Sons</b>" },
  { name: "security", path: () => "/account/security", heading: "Your account" },
  {
    ...{ name: "second-step", path: () => "/account/security", heading: "Set up the second step" },
    async first(page) {
      await page.getByLabel("Your password").fill(kim.password);
      await page.getByRole("button", { name: "Set it up" }).click();
    },
  },
];

for (const colorScheme of ["light", "dark"] as const)
  test(
    `every page without the app is accessible and fits a phone, a tablet and a desk, ${colorScheme}`,
    inBrowser,
    async () => {
      const { page, complaints } = await openWindow(site.browser, { colorScheme, reducedMotion: "reduce" });
      const wrong: string[] = [];
      for (const { name, path, heading, first } of pages) {
        await page.goto(site.address + path());
        await first?.(page);
        await page.getByRole("heading", { level: 1, name: heading }).waitFor();
        for (const width of [1440, 820, 390]) {
          await page.setViewportSize({ width, height: 900 });
          await assertGood(page, `${name} at ${width}, ${colorScheme}`).catch((error: Error) =>
            wrong.push(error.message),
          );
          await keepPicture(page, `${name}-${colorScheme}-${width}`);
        }
      }
      assert.deepEqual(wrong, []);
      // A status of an answer is written on the console, whatever the page does with it.
      assert.deepEqual(
        complaints.filter((said) => !/Failed to load resource: .* status of 4/.test(said)),
        [],
      );
      await page.context().close();
    },
  );
